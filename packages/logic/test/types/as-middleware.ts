import type { NextFunction, Request, RequestHandler, Response } from 'express';
import express5 from 'express';
import express4 from 'express4';
import { asMiddleware } from '../../src/as-middleware.ts';
import { defineLogic } from '../../src/define-logic.ts';
import type { Input } from '../../src/infer.ts';
import { assertType, type Equal } from './equal.ts';

const logic = defineLogic({
  params: { id: { int: true, required: true } },
  postAction: { body: { title: { string: true, required: true }, views: { int: true } } },
});
type PostInput = Input<typeof logic, 'postAction'>;

const app5 = express5();
const app4 = express4();

// The input is known to the handlers behind, and nothing else changes its type.
app5.post('/post/:id', express5.json(), asMiddleware(logic, 'postAction'), (req, res, next) => {
  assertType<Equal<typeof res.locals.input, PostInput>>();
  assertType<Equal<typeof req.params, { id: string }>>();
  // biome-ignore lint/suspicious/noExplicitAny: what Express says of a body.
  assertType<Equal<typeof req.body, any>>();
  assertType<Equal<typeof next, NextFunction>>();
});
app4.post('/post/:id', express4.json(), asMiddleware(logic, 'postAction'), (req, res) => {
  assertType<Equal<typeof res.locals.input, PostInput>>();
  assertType<Equal<typeof req.params, { id: string }>>();
});
app5.use(asMiddleware(logic, 'postAction'));
app4.use('/post', asMiddleware(logic, 'postAction'));

// Beside middleware that is typed in the usual way, and in route(), Express says that locals are anything.
const authenticate = (_req: Request, _res: Response, next: NextFunction) => next();
app5.post('/post/:id', authenticate, asMiddleware(logic, 'postAction'), (_req, res) => {
  res.locals.input.body.title.toUpperCase();
});
express5
  .Router()
  .route('/post/:id')
  .post(asMiddleware(logic, 'postAction'), (_req, res) => {
    res.locals.input.body.title.toUpperCase();
  });
const handler: RequestHandler = asMiddleware(logic, 'postAction');
app5.post('/post/:id', handler);

// What is made for each request may look at the request of Express.
asMiddleware(logic, 'postAction', { environment: (req: Request) => (req.hostname === '' ? {} : undefined) });

// @ts-expect-error: the action is not declared
asMiddleware(logic, 'pstAction');
