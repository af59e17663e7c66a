import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa from 'koa';
import conditional from 'koa-conditional-get';
import etag from 'koa-etag';
import { notFound, openCollection, PROBLEM_TYPE, refused, resourceNames } from '../work.js';
import { bodySchema, createAjv, toErrors } from './shared/ajv.js';
import { count, listen } from './shared/listen.js';

const ajv = createAjv();
const app = new Koa();
app.use(conditional());
app.use(etag());
app.use(
  bodyParser({
    enableTypes: ['json'],
    onError: (error, ctx) => {
      ctx.throw(400, error.message);
    },
  }),
);
for (const name of resourceNames(count)) app.use(createRouter(name).routes());
listen(app);

// --- internal ---

function createRouter(name) {
  const collection = openCollection(name);
  const validate = ajv.compile(bodySchema());
  const router = new Router({ prefix: `/${name}` });
  router.get('/', (ctx) => {
    ctx.body = collection.list();
  });
  router.get('/:id', (ctx) => {
    const record = collection.find(ctx.params.id);
    if (record === undefined) sendProblem(ctx, 404, notFound(ctx.path));
    else ctx.body = record;
  });
  router.post('/', (ctx) => {
    const { body } = ctx.request;
    if (!validate(body)) return sendProblem(ctx, 422, refused(ctx.path, toErrors(validate.errors)));
    const record = collection.add(body);
    ctx.status = 201;
    ctx.set('Location', `${ctx.path}/${record.id}`);
    ctx.body = record;
  });
  return router;
}

function sendProblem(ctx, status, problem) {
  ctx.status = status;
  ctx.type = PROBLEM_TYPE;
  ctx.body = problem;
}
