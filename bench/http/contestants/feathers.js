import { NotFound } from '@feathersjs/errors';
import express, { json, rest } from '@feathersjs/express';
import { feathers } from '@feathersjs/feathers';
import { getValidator, hooks } from '@feathersjs/schema';
import { badRequest, notFound, openCollection, refused, resourceNames } from '../work.js';
import { bodySchema, createAjv, toErrors } from './shared/ajv.js';
import { announce, count } from './shared/listen.js';

const ajv = createAjv();
const app = express(feathers());
app.disable('x-powered-by');
app.use(json());
// The one of the framework negotiates types and answers Vary, which nobody else does here.
app.configure(rest((_, res) => res.json(res.data)));
for (const name of resourceNames(count)) {
  app.use(name, createService(openCollection(name)), { methods: ['find', 'get', 'create'] });
  app.service(name).hooks({
    before: { create: [hooks.validateData(getValidator(bodySchema(), ajv))] },
    after: { create: [(context) => setLocation(context, name)] },
  });
}
app.use((error, req, res, next) => {
  const problem = toProblem(error, req.originalUrl);
  if (problem === undefined) return next(error);
  res.status(problem.status).type('application/problem+json').json(problem);
});
const server = await app.listen(0, '127.0.0.1');
if (server.listening) announce(server.address().port);
else server.once('listening', () => announce(server.address().port));

// --- internal ---

function createService(collection) {
  return {
    find: async () => collection.list(),
    get: async (id) => {
      const record = collection.find(id);
      if (record === undefined) throw new NotFound();
      return record;
    },
    create: async (body) => collection.add(body),
  };
}

function setLocation(context, name) {
  context.http = { ...context.http, status: 201, headers: { Location: `/${name}/${context.result.id}` } };
}

function toProblem(error, path) {
  if (error instanceof NotFound) return notFound(path);
  if (Array.isArray(error.data)) return refused(path, toErrors(error.data));
  return error.status === 400 ? badRequest(path, error.message) : undefined;
}
