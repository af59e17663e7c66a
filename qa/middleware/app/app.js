// The application that the packages are mounted into, copied beside one major of Express. It has every kind of answer.
import { fileURLToPath } from 'node:url';
import { defineLogic, partial } from '@rest-gen/logic';
import { createModels } from '@rest-gen/model';
import { Controller, createRestRouter, HttpError } from '@rest-gen/router';
import express from 'express';
import createError from 'http-errors';
import multer from 'multer';
import Rest from './rest.js';

export { createRestRouter, express, HttpError };

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const fields = { title: { required: true, string: true, length: { max: 80 } }, body: { string: true } };
const upload = { body: { title: { string: true } }, files: { file: { file: true, required: true } } };
const logics = {
  post: defineLogic({
    params: { id: { int: { min: 1 } } },
    postAction: { body: fields },
    putAction: { body: fields },
    patchAction: { body: partial(fields) },
  }),
  form: defineLogic({ postAction: { body: { name: { required: true, string: true }, age: { int: true } } } }),
  picture: defineLogic({ postAction: upload }),
  drop: defineLogic({ postAction: upload }),
};

class Post extends Rest {
  static lines = true;
  static csv = ['id', 'title'];

  publishAction() {
    return this.change({ body: 'published' });
  }
}

class Form extends Controller {
  static forms = true;
  postAction({ body }) {
    return body;
  }
}

class Picture extends Controller {
  static forms = true;
  async __before() {
    await this.upload(multer({ limits: { fileSize: 1_000 } }).single('file'));
  }
  getAction() {
    return this.download(`${FOLDER}app.js`, { name: 'app.js', type: 'text/javascript' });
  }
  postAction({ body }) {
    const { originalname, size } = this.file('file');
    return this.success({ ...body, name: originalname, size });
  }
}

/** What a middleware before the router has read: multer, or express-fileupload. */
class Drop extends Controller {
  static forms = true;
  postAction({ body }) {
    const { originalname, name = originalname, size } = this.file('file');
    return { ...body, name, size };
  }
}

/** Answers that are no records, by name. */
const ANSWERS = {
  text: (action) => action.success('id;title\n1;a\n', { headers: { 'Content-Type': 'text/csv' } }),
  long: () => ({ text: 'abc '.repeat(5_000) }),
  bytes: () => Buffer.alloc(3_000, 'b'),
  big: () => ({ id: 9_007_199_254_740_993n, title: 'é' }),
  private: (action) => action.success({ id: 1 }, { headers: { 'Cache-Control': 'no-store' } }),
  broken: () => {
    throw new Error('no luck');
  },
  refused: () => {
    throw createError(409, 'Somebody else has it', { expose: true });
  },
  user: (action) => action.user ?? null,
  late: (action) => new Promise((resolve) => void setTimeout(resolve, 300)).then(() => ({ id: action.id })),
  thing: (action) => action.req.answer?.(action),
};

class Answer extends Controller {
  getAction() {
    return this.found(ANSWERS[this.id])(this);
  }
}

class Echo extends Controller {
  postAction({ body }) {
    return this.user ?? body;
  }
}

/**
 * @param {object} [mounted] - what a package adds
 * @param {Function[]} [mounted.before] - before the router, for all requests
 * @param {Function[]} [mounted.inside] - `router.use(…)`
 * @param {Function[]} [mounted.after] - between the router and `router.notFound`
 * @param {Function[]} [mounted.errors] - between `router.notFound` and `router.errors`
 * @param {object} [mounted.options] - of `createRestRouter`
 */
export async function createApplication({ before = [], inside = [], after = [], errors = [], options = {} } = {}) {
  const models = createModels('sqlite::memory:', { migrations: `${FOLDER}migrations`, autoMigrate: true });
  const router = createRestRouter({
    rules: [
      ['/post/:id/publish', 'post#publish', 'rest'],
      ['/post/:id?', 'rest'],
      ['/form', 'rest'],
      ['/picture', 'rest'],
      ['/drop', 'rest'],
      ['/echo', 'rest'],
      ['/answer/:id', 'rest'],
    ],
    controllers: { post: Post, form: Form, picture: Picture, drop: Drop, echo: Echo, answer: Answer },
    logics,
    policies: {},
    model: models,
    log: false,
    ...options,
  });
  await router.ready;
  for (const one of inside) router.use(one);
  const app = express();
  for (const one of before) app.use(one);
  app.use('/api', router);
  for (const one of [...after, router.notFound, ...errors, router.errors]) app.use(one);
  return { app, router, close: () => models.close() };
}
