import Ajv from 'ajv';
import express from 'express';
import { listen } from '../../http/contestants/shared/listen.js';
import { openStore } from './shared/open-store.js';
import { AJV_OPTIONS, BODY } from './shared/schema.js';

const store = await openStore(process.env.DATABASE_URL);
const validate = new Ajv(AJV_OPTIONS).compile(BODY);
const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.get('/post', async (_, res) => res.json(await store.list()));
app.get('/post/:id', async ({ params }, res) => {
  const record = /^[1-9]\d{0,14}$/.test(params.id) ? await store.find(Number(params.id)) : undefined;
  if (record === undefined) res.status(404).json({ message: 'There is no such record' });
  else res.json(record);
});
app.post('/post', async ({ body }, res) => {
  if (!validate(body)) return res.status(422).json({ errors: validate.errors });
  const record = await store.add(body);
  res.status(201).location(`/post/${record.id}`).json(record);
});
listen(app);
