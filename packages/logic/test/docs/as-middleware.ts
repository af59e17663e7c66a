import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { asMiddleware, defineLogic, ValidationError, type ValidationProblem } from '@rest-gen/logic';
import express, { type ErrorRequestHandler } from 'express';

const logic = defineLogic({
  postAction: { body: { title: { required: true, string: true, trim: true } } },
});

const app = express();
app.post('/post', express.json(), asMiddleware(logic, 'postAction'), (_req, res) => {
  const { title } = res.locals.input.body; // a string
  res.status(201).json({ title });
});

const refuse: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof ValidationError)) return next(error);
  res.status(error.status).type('application/problem+json').send(error.toProblem());
};
app.use(refuse);

const server = app.listen(0);
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/post`;
const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'zh-CN' };
const post = (body: unknown) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });

const created = await post({ title: ' Hello ' });
console.log(created.status, await created.json()); // → 201 { title: 'Hello' }

const refused = await post({});
const problem = (await refused.json()) as ValidationProblem;
console.log(problem.status, problem.detail); // → 422 title 不能为空

server.close();
server.closeAllConnections();
