import { fileURLToPath } from 'node:url';
import { defineLogic, type Fields, partial } from '@rest-gen/logic';
import { createModels, type Models } from '@rest-gen/model';
import { createRestRouter, type RestRouter } from '@rest-gen/router';
import Rest from '../../../../test/fixture/rest.ts';

export interface Service {
  readonly router: RestRouter;
  readonly models: Models;
}

/** The example: two versions of one resource, a resource below another one, text ids, one rule for several controllers. */
export async function createBlog(): Promise<Service> {
  const blog = new URL('../../../../examples/blog/', import.meta.url);
  const migrations = fileURLToPath(new URL('migrations', blog));
  const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
  return {
    router: createRestRouter({ root: fileURLToPath(new URL('dist', blog)), model: models, log: false }),
    models,
  };
}

/** A service with resources of every kind, each on the base class of the generator. */
export async function createService(): Promise<Service> {
  const models = createModels('sqlite::memory:', {
    migrations: fileURLToPath(new URL('migrations', import.meta.url)),
    autoMigrate: true,
  });
  await models.repository('setting').insert({ theme: 'dark', size: 12 });
  const router = createRestRouter({ rules, controllers, logics, model: models, log: false });
  return { router, models };
}

// --- internal ---

const rules = [
  ['/article/:id(\\d+)?', 'rest'],
  [/\/article\/(\d+)\/remarks(?:\/(\d+))?/, 'remark?articleId=:1&id=:2', 'rest'],
  ['/paper/:id?', 'rest'],
  ['/batch/:id?', 'rest'],
  ['/setting', 'rest'],
] as const;

class Article extends Rest {
  static aggregate = ['status', 'views', 'rating', 'live', 'day', 'at', 'price'];
  static hidden = ['secret'];
}

class Remark extends Rest {}

class Paper extends Rest {
  static upsert = true;
  static requirePrecondition = true;
}

class Batch extends Rest {
  static bulk = ['post', 'patch', 'delete'];
  static idempotent = true;
}

class Setting extends Rest {
  static singleton = true;
}

const controllers = { article: Article, remark: Remark, paper: Paper, batch: Batch, setting: Setting };

const article = {
  title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  slug: { string: true, regexp: /^[a-z]{1,20}$/ },
  body: { string: true, nullable: true },
  views: { int: { min: 0, max: 1_000_000 }, default: 0 },
  rating: { float: { min: 0, max: 5 }, nullable: true },
  live: { boolean: true, default: false },
  status: { in: ['draft', 'live', 'gone'], default: 'draft' },
  day: { date: true },
  at: { iso8601: true },
  mail: { email: true },
  uuid: { uuid: true },
  tags: { array: true, maxItems: 5, children: { string: true, length: { max: 20 } } },
  author: { object: true, children: { name: { required: true, string: true }, age: { int: { min: 0, max: 150 } } } },
  price: { decimal: true, length: { max: 8 } },
} as const;
const remark = { text: { required: true, string: true, length: { min: 1, max: 40 } } } as const;
const paper = {
  name: { required: true, alpha: true, length: { max: 20 } },
  size: { int: true, divisibleBy: 5, min: 0, max: 100 },
} as const;
const batch = { name: { required: true, string: true, length: { min: 2, max: 20 } } } as const;
const setting = {
  theme: { in: ['dark', 'light'], required: true },
  size: { required: true, int: { min: 8, max: 40 } },
} as const;

function resource<F extends Fields>(fields: F) {
  return { postAction: { body: fields }, putAction: { body: fields }, patchAction: { body: partial(fields) } };
}

const logics = {
  article: defineLogic({ params: { id: { int: { min: 1 } } }, ...resource(article) }),
  remark: defineLogic({ params: { id: { int: { min: 1 } }, articleId: { int: { min: 1 } } }, ...resource(remark) }),
  paper: defineLogic({ params: { id: { regexp: /^[\w-]{1,36}$/ } }, ...resource(paper) }),
  batch: defineLogic(resource(batch)),
  setting: defineLogic(resource(setting)),
};
