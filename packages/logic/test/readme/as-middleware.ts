import { asMiddleware, defineLogic, ValidationError } from '@rest-gen/logic';
import express, { type ErrorRequestHandler } from 'express';
import supertest from 'supertest';

const logic = defineLogic({ postAction: { body: { title: { required: true, string: true, trim: true } } } });

const app = express();
app.post('/post', express.json(), asMiddleware(logic, 'postAction'), (_req, res) => {
  res.status(201).json({ title: res.locals.input.body.title });
});

const refuse: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof ValidationError)) return next(error);
  res.status(error.status).type('application/problem+json').send(error.toProblem());
};
app.use(refuse);

const created = await supertest(app).post('/post').send({ title: ' Hello ' });
console.log(created.status, created.body); // → 201 { title: 'Hello' }

const refused = await supertest(app).post('/post').send({});
console.log(refused.status, refused.body.detail); // → 422 title is required
