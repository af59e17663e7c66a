import { serve } from '@hono/node-server';
import { createHono } from './shared/hono-app.js';
import { announce, count } from './shared/listen.js';

const { fetch } = createHono(count, { etag: true });
serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
