import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineLogic, type Input, partial } from '@rest-gen/logic';
import { createModels } from '@rest-gen/model';
import type { OpenApiOptions } from '@rest-gen/openapi';
import {
  type BeforeWrite,
  Controller,
  createRestRouter,
  type RestRouter,
  type Row,
  type Stored,
} from '@rest-gen/router';
// @ts-expect-error: it has no types
import multer from 'multer';
import Rest from '../../test/fixture/rest.ts';

/** What documents can have and examples/tracker has not: every way to write, fields beside uploads, enums that may be null, versions. */
export interface Library {
  readonly router: RestRouter;
  close(): Promise<void>;
}

export const options: OpenApiOptions = {
  info: {
    title: 'Library',
    version: '1.0.0',
    description: 'A fixture of the tools.',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Ada', email: 'ada@example.org' },
  },
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  security: [{ bearer: [] }],
};

export async function openLibrary(): Promise<Library> {
  const migrations = fileURLToPath(new URL('migrations', import.meta.url));
  const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
  await models.repository('shelf').insert({ name: 'A' });
  const router = createRestRouter({ rules, controllers, logics, model: models, log: false });
  await router.ready;
  return {
    router,
    async close() {
      await router.close();
      await models.close();
    },
  };
}

// --- internal ---

const uploads = mkdtempSync(join(tmpdir(), 'qa-openapi-'));
process.once('exit', () => rmSync(uploads, { recursive: true, force: true }));
const upload = multer({ dest: uploads, defParamCharset: 'utf8' }).single('picture');

const rules = [
  ['/book/:id/lend', 'book#lend', 'rest'],
  ['/book/:id/restore', 'book#restore', 'rest'],
  ['/book/:id?', 'rest'],
  ['/shelf/:id?', 'rest'],
  ['/shelf/:shelf_id/book/:id?', '/book', 'rest'],
  ['/cover/:id/file', '/cover-file', 'rest'],
  ['/cover/:id?', 'rest'],
  ['/v1/member/:id?', 'v1/member', 'rest'],
  ['/v2/member/:id?', 'v2/member', 'rest'],
  ['/report', 'rest'],
  ['/job', 'rest'],
] as const;

const book = {
  shelf_id: { int: true, nullable: true, description: 'Where it stands.' },
  title: { string: true, required: true, trim: true, length: { min: 1, max: 80 }, example: 'Moby-Dick' },
  slug: { string: true, regexp: /^[a-z"'`-]{1,80}$/ },
  state: { in: ['new', 'used'], nullable: true },
  kind: { in: ['novel', 'atlas'], required: true },
  printed_on: { date: true },
  read_at: { date: true },
  price: { decimal: true },
  barcode: { bigint: true },
  is_lent: { boolean: true, default: false },
  tags: { array: true, maxItems: 5, children: { string: true } },
} as const;
const member = { name: { string: true, required: true }, mail: { email: true } } as const;

const logics = {
  book: defineLogic({
    postAction: { body: book },
    putAction: { body: book },
    patchAction: { body: partial(book) },
    lendAction: { body: { until: { date: true, required: true } } },
  }),
  shelf: defineLogic({ postAction: { body: { name: { string: true, required: true } } } }),
  cover: defineLogic({
    postAction: {
      body: {
        title: { string: true, required: true },
        place: { object: true, children: { city: { string: true, required: true }, page: { int: true } } },
      },
      files: { picture: { file: true, required: true } },
    },
  }),
  'v1/member': defineLogic({ postAction: { body: member }, patchAction: { body: partial(member) } }),
  'v2/member': defineLogic({ postAction: { body: member }, patchAction: { body: partial(member) } }),
};

class Book extends Rest {
  static bulk = ['post', 'patch', 'delete'];
  static idempotent = true;
  static lines = true;
  static csv = ['id', 'title'];
  static softDelete = 'deleted_at';
  static include = { shelf: true };
  static search = ['title'];
  static forms = true;
  static openapi = { lendAction: { summary: 'Lend a book' } };

  override beforeWrite({ action, values }: BeforeWrite): void {
    if (action === 'create') values.slug ??= String(values.title).toLowerCase();
  }

  async lendAction({ body }: Input<typeof logics.book, 'lendAction'>): Promise<unknown> {
    return { until: body.until, ...this.found(await this.record.find()) };
  }
}

class Shelf extends Rest {
  static actions = ['get', 'query', 'post', 'delete'];
  static include = { books: true };
}

class Cover extends Rest {
  static actions = ['get', 'query', 'post', 'delete'];
  static forms = true;
  static hidden = ['path'];

  override async __before(): Promise<void> {
    await this.upload(upload);
  }

  override async addRecords(list: readonly Row[]): Promise<Stored[]> {
    const { originalname: name, path } = this.file('picture');
    return super.addRecords(list.map((values) => ({ ...values, name, path })));
  }
}

class CoverFile extends Controller {
  static shown = { type: 'string', format: 'binary' };

  async getAction(): Promise<unknown> {
    const { path, name } = this.found(await this.model('cover').byId(this.get('id')).find());
    return this.download(String(path), { name: String(name) });
  }
}

class FirstMember extends Rest {
  static deprecated = true;
}
class Member extends Rest {
  static upsert = true;
  static requirePrecondition = true;
}

class Report extends Controller {
  static shown = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      books: { type: 'integer' },
      mood: { type: ['string', 'null'], enum: ['good', 'bad', null] },
    },
    required: ['day', 'books', 'mood'],
  };

  async getAction(): Promise<unknown> {
    return { day: '2026-01-31', books: await this.model('book').count(), mood: null };
  }
}

/** What it answers is not described. */
class Job extends Controller {
  async postAction(): Promise<unknown> {
    return { started: true };
  }
}

const controllers = {
  book: Book,
  shelf: Shelf,
  cover: Cover,
  'cover-file': CoverFile,
  'v1/member': FirstMember,
  'v2/member': Member,
  report: Report,
  job: Job,
};
