import { createDocs } from '@rest-gen/openapi';
import { createRestRouter, type RestRouter } from '@rest-gen/router';
import { live, ready } from '@rest-gen/server';
import cors from 'cors';
import express, { type Express, type Request } from 'express';
import models from './config/model.ts';

const USERS = new Map([
  ['Bearer ann', { id: 1 }],
  ['Bearer bob', { id: 2 }],
]);

/** The resources, with one rule each in src/config/router. */
export const router: RestRouter = createRestRouter({
  root: import.meta.dirname,
  model: models,
  user: (req: Request) => USERS.get(req.get('authorization') ?? ''),
  // Says why a request was refused, and is not loaded where NODE_ENV is production.
  inspect: () => import('@rest-gen/inspect'),
  // The type of an error links to its section in the documentation.
  problemType: '/docs/errors#',
});

export const app: Express = express();
app.disable('x-powered-by');
const { CORS_ORIGIN } = process.env;
// Web pages of these origins may call the service, and read these header fields of its responses.
app.use(
  cors({
    origin: CORS_ORIGIN?.split(',') ?? false,
    methods: ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: 'ETag, Link, Location, X-Total-Count, Retry-After, Preference-Applied, Deprecation, Sunset',
    maxAge: 600,
  }),
);
app.get('/live', live());
app.get('/ready', ready(models));
// The documentation page and its OpenAPI document.
app.use('/docs', createDocs(router));
app.use(router);
// Last: everything else is 404.
app.use(router.notFound);
// Errors of all handlers above become problem documents.
app.use(router.errors);
