import { createDocs } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { createServer } from '@rest-gen/server';
import express from 'express';

const USERS = new Map([
  ['Bearer ann', { id: 1, tenant: 1, admin: true }],
  ['Bearer bob', { id: 2, tenant: 1, admin: false }],
  ['Bearer cyd', { id: 3, tenant: 2, admin: false }],
  // Nobody has said to which tenant this user belongs.
  ['Bearer dot', { id: 4, admin: false }],
]);

const app = express();
const router = createRestRouter({
  user: (req) => USERS.get(req.headers.authorization),
  problemType: 'https://example.com/errors#',
  limits: { body: 20_000, depth: 12, keys: 60, items: 40, path: 400, segment: 80, headers: 60, query: 40 },
});
app.use('/docs', createDocs(router, { info: { title: 'Library', version: '1.0.0' } }));
// A part of the service below a path, with an envelope.
app.use(
  '/wrapped',
  createRestRouter({
    user: (req) => USERS.get(req.headers.authorization),
    envelope: (data, { status }) => ({ status, data }),
    strict: true,
  }),
);
app.use(router, router.notFound, router.errors);

const server = createServer(app);
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`The library listens on http://127.0.0.1:${server.address().port}`);
});
