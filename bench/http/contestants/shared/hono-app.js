import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';
import { z } from 'zod';
import { badRequest, JSON_TYPE, notFound, openCollection, PROBLEM_TYPE, refused, resourceNames } from '../../work.js';

/** Hono with `hono/validator` and zod. */
export function createHono(count, { etag: withEtag }) {
  const app = new Hono();
  const tags = withEtag ? [etag()] : [];
  for (const name of resourceNames(count)) app.route(`/${name}`, createRoutes(name, tags));
  app.onError((error, c) => {
    if (!(error instanceof HTTPException) || error.status !== 400) throw error;
    return sendProblem(c, 400, badRequest(c.req.path, error.message));
  });
  return app;
}

// --- internal ---

function createRoutes(name, tags) {
  const collection = openCollection(name);
  const schema = z.strictObject({
    title: z.string().trim().min(1).max(80),
    body: z.string().optional(),
    views: z.int().min(0).default(0),
    tags: z.array(z.string().max(20)).optional(),
    author: z.strictObject({ name: z.string().min(1) }).optional(),
  });
  const validate = validator('json', (value, c) => {
    const { success, data, error } = schema.safeParse(value);
    return success ? data : sendProblem(c, 422, refused(c.req.path, toErrors(error)));
  });
  const routes = new Hono();
  routes.get('/', ...tags, (c) => c.json(collection.list(), 200, { 'Content-Type': JSON_TYPE }));
  routes.get('/:id', ...tags, (c) => {
    const record = collection.find(c.req.param('id'));
    if (record === undefined) return sendProblem(c, 404, notFound(c.req.path));
    return c.json(record, 200, { 'Content-Type': JSON_TYPE });
  });
  routes.post('/', validate, (c) => {
    const record = collection.add(c.req.valid('json'));
    return c.json(record, 201, { 'Content-Type': JSON_TYPE, Location: `${c.req.path}/${record.id}` });
  });
  return routes;
}

function toErrors({ issues }) {
  return issues.flatMap(({ path, keys = [undefined], message }) =>
    keys.map((key) => ({
      pointer: [...path, ...(key === undefined ? [] : [key])].map((part) => `/${part}`).join(''),
      message,
    })),
  );
}

function sendProblem(c, status, problem) {
  return c.json(problem, status, { 'Content-Type': PROBLEM_TYPE });
}
