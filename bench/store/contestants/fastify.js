import fastifyEtag from '@fastify/etag';
import createApp from 'fastify';
import { announce } from '../../http/contestants/shared/listen.js';
import { openStore } from './shared/open-store.js';
import { AJV_OPTIONS, BODY } from './shared/schema.js';

// Schemas of the answers, as the documentation of Fastify advises: it turns them into fast writers.
const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const integer = { type: 'integer' };
const record = {
  type: 'object',
  properties: {
    id: integer,
    title: text,
    body: { type: ['string', 'null'] },
    views: integer,
    created_at: time,
    updated_at: time,
  },
};
// The id is text in a path.
const params = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } } };

const store = await openStore(process.env.DATABASE_URL);
const app = createApp({ ajv: { customOptions: AJV_OPTIONS } });
await app.register(fastifyEtag);
app.get('/post', { schema: { response: { 200: { type: 'array', items: record } } } }, async () => store.list());
app.get('/post/:id', { schema: { params, response: { 200: record } } }, async (request, reply) => {
  const found = await store.find(Number(request.params.id));
  return found ?? reply.code(404).send({ message: 'There is no such record' });
});
app.post('/post', { schema: { body: BODY, response: { 201: record } } }, async ({ body }, reply) => {
  const added = await store.add(body);
  reply.code(201).header('Location', `/post/${added.id}`);
  return added;
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
