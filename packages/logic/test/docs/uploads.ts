import { asMiddleware, defineLogic, defineRule, ValidationError } from '@rest-gen/logic';
import express, { type ErrorRequestHandler } from 'express';
import multer from 'multer';
import supertest from 'supertest';

const maxSize = defineRule('maxSize', {
  on: 'file',
  refuse: (argument) => (typeof argument === 'number' ? undefined : 'takes a number of bytes'),
  test: ({ size }, { argument }: { argument: number }) => Number(size) <= argument,
  message: '{name} must have at most {args} bytes',
});

const logic = defineLogic({
  rules: [maxSize],
  postAction: {
    body: { title: { string: true, required: true } },
    files: {
      photo: { file: true, image: true, maxSize: 100_000 },
      docs: { array: true, maxItems: 3, children: { file: true, maxSize: 5 } },
    },
  },
});

const app = express();
// What may be read at all is for multer to say; what it refuses goes to the error handler too.
const upload = multer({ limits: { fileSize: 1_000_000, files: 4 } });
app.post('/post', upload.any(), asMiddleware(logic, 'postAction'), (_req, res) => {
  const { files } = res.locals.input;
  res.status(201).json(Object.keys(files));
});

const refuse: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof ValidationError)) return next(error);
  res.status(error.status).type('application/problem+json').send(error.toProblem());
};
app.use(refuse);

const send = () => supertest(app).post('/post').field('title', 'Hello');

const one = await send().attach('photo', Buffer.from('…'), 'a.png').attach('docs', Buffer.from('one'), 'one.txt');
console.log(one.status, one.body); // → 201 [ 'photo', 'docs' ]

const two = await send()
  .attach('docs', Buffer.from('one'), 'one.txt')
  .attach('docs', Buffer.from('too long'), 'two.txt');
for (const { pointer, rule, message } of two.body.errors) console.log(pointer, rule, message);
// → /docs/1 maxSize item of docs must have at most 5 bytes
