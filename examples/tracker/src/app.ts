import type { AddressInfo } from 'node:net';
import { createDocs } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown } from '@rest-gen/server';
import express from 'express';
import { authenticate } from './auth.js';
import { allowOrigins } from './cors.js';

const app = express();
const router = createRestRouter({ inspect: () => import('@rest-gen/inspect') });
app.use(allowOrigins(process.env.CORS_ORIGIN ?? 'http://localhost:5173'));
const bearer = { type: 'http', scheme: 'bearer' } as const;
app.use('/docs', createDocs(router, { securitySchemes: { bearer }, security: [{ bearer: [] }] }));
app.use(authenticate, router, router.notFound, router.errors);

const server = createServer(app);
gracefulShutdown(server, { close: [router] });
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The tracker listens on http://127.0.0.1:${port}\nWhat it serves is documented at /docs`);
});
