import type { AddressInfo } from 'node:net';
import { createDocs } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown } from '@rest-gen/server';
import express from 'express';
import { auth } from './auth.js';
import { allowOrigins, origins } from './cors.js';

const app = express();
const router = createRestRouter({ parts: [auth.part], inspect: () => import('@rest-gen/inspect') });
app.use(allowOrigins(origins));
app.use('/docs', createDocs(router));
app.use(auth.authenticate, router, router.notFound, router.errors);

const server = createServer(app);
gracefulShutdown(server, { close: [router] });
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The tracker listens on http://127.0.0.1:${port}\nWhat it serves is documented at /docs`);
});
