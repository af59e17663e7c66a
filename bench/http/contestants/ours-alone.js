import { createRestRouter } from '@rest-gen/router';
import { createServer } from '@rest-gen/server';
import { count, listen } from './shared/listen.js';
import { routerOptions } from './shared/ours.js';

listen(createServer(createRestRouter(routerOptions(count))));
