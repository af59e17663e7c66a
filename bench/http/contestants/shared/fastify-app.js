import fastifyEtag from '@fastify/etag';
import createApp from 'fastify';
import { badRequest, notFound, openCollection, PROBLEM_TYPE, refused, resourceNames } from '../../work.js';
import { AJV_OPTIONS, addTrim, bodySchema, toErrors } from './ajv.js';

/** Fastify with its own validation and, as its documentation advises, schemas of the answers, which it turns into a fast writer. */
export async function createFastify(count, { etag }) {
  const app = createApp({ ajv: { customOptions: AJV_OPTIONS, plugins: [addTrim] } });
  app.setErrorHandler((error, { url }, reply) => {
    if (error.validation) return sendProblem(reply, 422, refused(url, toErrors(error.validation)));
    if (error.statusCode === 400) return sendProblem(reply, 400, badRequest(url, error.message));
    return reply.send(error);
  });
  const collections = resourceNames(count).map((name) => [`/${name}`, openCollection(name)]);
  app.register(async (reads) => {
    if (etag) await reads.register(fastifyEtag);
    for (const [prefix, collection] of collections) reads.register(readRoutes, { prefix, collection });
  });
  for (const [prefix, collection] of collections) app.register(writeRoutes, { prefix, collection });
  return app;
}

// --- internal ---

const text = { type: 'string' };
const record = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: text,
    body: text,
    views: { type: 'integer' },
    tags: { type: 'array', items: text },
    author: { type: 'object', properties: { name: text } },
  },
};

async function readRoutes(app, { collection }) {
  app.get('/', { schema: { response: { 200: { type: 'array', items: record } } } }, async () => collection.list());
  app.get('/:id', { schema: { response: { 200: record } } }, async ({ params, url }, reply) => {
    const found = collection.find(params.id);
    return found ?? sendProblem(reply, 404, notFound(url));
  });
}

async function writeRoutes(app, { collection }) {
  app.post('/', { schema: { body: bodySchema(), response: { 201: record } } }, async ({ body, url }, reply) => {
    const added = collection.add(body);
    reply.code(201).header('Location', `${url}/${added.id}`);
    return added;
  });
}

function sendProblem(reply, status, problem) {
  return reply.code(status).type(PROBLEM_TYPE).send(problem);
}
