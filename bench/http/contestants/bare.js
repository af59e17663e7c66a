import { createBareServer } from './shared/bare-server.js';
import { count, listen } from './shared/listen.js';

listen(createBareServer(count, { etag: true }));
