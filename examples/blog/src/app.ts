import type { AddressInfo } from 'node:net';
import { createRestRouter } from '@rest-gen/router';
import express from 'express';

const app = express();
const router = createRestRouter();
app.use(router);

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', (error?: Error) => {
  if (error) throw error;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`The blog listens on ${url}

  curl ${url}/post
  curl -d '{"title":"Hello"}' -H 'Content-Type: application/json' ${url}/post
  curl ${url}/post/1
`);
});

// No new requests; those in flight are answered, then the database is closed and the process ends by itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => void router.close()));
