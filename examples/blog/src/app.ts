import type { AddressInfo } from 'node:net';
import { createDocs } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown, live, ready } from '@rest-gen/server';
import express from 'express';
import models from './config/model.js';

const app = express();
// The type of an error links to its section in the documentation.
const router = createRestRouter({
  inspect: () => import('@rest-gen/inspect'),
  problemType: '/docs/errors#',
});
app.get('/live', live());
app.get('/ready', ready(models));
// The page of the operations: mount it where those who may see it are, or leave it out in production.
app.use('/docs', createDocs(router, { info: { title: 'Blog', version: '1.0.0' } }));
app.use(router);

const server = createServer(app);
// At SIGTERM and SIGINT what is in flight is answered, then the database is closed and the process ends.
gracefulShutdown(server, { close: [router] });
const wanted = Number(process.env.PORT ?? 3000);
server.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${wanted} is in use. Choose another one: PORT=${wanted + 1} npm start`);
  process.exit(1);
});
server.listen(wanted, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`The blog listens on ${url}

  curl ${url}/post
  curl -d '{"title":"Hello"}' -H 'Content-Type: application/json' ${url}/post
  curl ${url}/post/1

What it serves is documented at ${url}/docs
`);
});
