import { createFastify } from './shared/fastify-app.js';
import { announce, count } from './shared/listen.js';

const app = await createFastify(count, { etag: false });
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
