import type { IncomingMessage, ServerResponse } from 'node:http';
import { defineLogic, partial } from '@rest-gen/logic';
import { definePolicy, type Policy } from '@rest-gen/model/core';
import type { Request } from 'express';
import multer from 'multer';
import supertest from 'supertest';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, type Models, sql } from '../../../model/src/index.ts';
import type { ControllerClass, RestRouterOptions, Row } from '../../src/index.ts';
import type { Served } from '../serve.ts';
import type { Ask } from './paths.ts';

/*
 * Folders with documents, and a user table. Ann (1) owns folder 1, the documents 1 and 2 and tag 1, Bob (2) owns folder 2, document 3 and tag 2. Document 2 is
 * public. Each has a tag on a document.
 * A request says with the header `X-User` who it is.
 */

const TABLES = [
  'create table person (id integer primary key, name text not null)',
  'create table folder (id integer primary key, name text not null, owner_id integer not null references person(id))',
  `create table document (id integer primary key, title text not null unique, note text, data json, state text not null default 'private',
    folder_id integer references folder(id), owner_id integer not null references person(id))`,
  'create table cover (id integer primary key, image text not null, folder_id integer not null references folder(id))',
  'create table draft (id integer primary key, title text not null, owner_id integer not null references person(id), deleted_at datetime)',
  'create table tag (id integer primary key, title text not null, owner_id integer not null)',
  `create table document_tag (id integer primary key, title text, document_id integer not null references document(id) on delete cascade,
    tag_id integer not null references tag(id), owner_id integer, unique (document_id, tag_id))`,
  `create table remark (id integer primary key, title text not null, document_id integer not null references document(id) on delete cascade,
    owner_id integer not null)`,
  'create table scan (id integer primary key, title text not null, size integer not null, owner_id integer not null)',
  'create table secret (id integer primary key, text text not null)',
  `create table idempotency_key (id text primary key, fingerprint text not null, status integer, headers json, body text,
    locked_until datetime not null, created_at datetime not null)`,
  "insert into person (name) values ('Ann'), ('Bob')",
  "insert into folder (name, owner_id) values ('Ann''s', 1), ('Bob''s', 2)",
  `insert into document (title, note, data, state, folder_id, owner_id) values
    ('Diary', 'of Ann', '{"a":1,"b":2}', 'private', 1, 1), ('Poem', 'by Ann', null, 'public', 1, 1), ('Plan', 'of Bob', '{"a":1}', 'private', 2, 2)`,
  "insert into cover (image, folder_id) values ('a.png', 1), ('b.png', 2)",
  "insert into draft (title, owner_id, deleted_at) values ('Diary', 1, '2026-01-01 00:00:00'), ('Plan', 2, '2026-01-01 00:00:00')",
  "insert into tag (title, owner_id) values ('Red of Ann', 1), ('Blue of Bob', 2)",
  'insert into document_tag (document_id, tag_id, owner_id) values (1, 1, 1), (3, 2, 2)',
  "insert into secret (text) values ('hush')",
];

const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;

export const policies: Readonly<Record<string, Policy>> = {
  person: definePolicy({ read: 'everyone' }),
  folder: definePolicy({ read: own, create: own, update: own, delete: own }),
  document: definePolicy({
    read: [{ state: 'public' }, own],
    create: own,
    update: own,
    delete: own,
    fields: { note: { read: own, write: own } },
  }),
  // The policy lets everyone read covers: the folder in the URL is what hides them.
  cover: definePolicy({ read: 'everyone', create: 'user', update: 'user', delete: 'user' }),
  // Everyone may read drafts; the deleted ones are for those who may delete them.
  draft: definePolicy({ read: 'everyone', create: own, update: 'user', delete: own }),
  tag: definePolicy({ read: own }),
  document_tag: definePolicy({ read: own, create: own, delete: own }),
  remark: definePolicy({ read: own, create: own }),
  scan: definePolicy({ read: own, create: own }),
  secret: definePolicy('nobody'),
};

export class Person extends Rest {}
export class Folder extends Rest {
  static include = {
    documents: true,
    documentCount: { count: 'document' },
    owner: { table: 'person', key: 'owner_id' },
  } as const;
}
export class Document extends Rest {
  static upsert = true;
  static bulk = ['post', 'patch', 'delete'];
  static idempotent = true;
  static include = { folder: true, tags: { through: 'document_tag' }, remarks: { write: true } } as const;
  static search = ['title', 'note'];

  async publishAction() {
    return this.change({ state: 'public' });
  }
}
export class Tag extends Rest {}
/** Has no rule: it gives the links their hooks. */
export class DocumentTag extends Rest {}
export class Remark extends Rest {}
export class Scan extends Rest {
  static forms = true;

  override async __before() {
    await this.upload(multer().single('file'));
  }
  override async addRecords(list: readonly Row[]) {
    const { size } = this.file('file');
    return super.addRecords(list.map((values) => ({ ...values, size })));
  }
}
export class Cover extends Rest {
  static singleton = true;
  static upsert = true;
}
export class Draft extends Rest {
  static softDelete = 'deleted_at';
}
export class Secret extends Rest {}

const document = {
  title: { required: true, string: true },
  note: { string: true },
  data: { object: true },
  state: { in: ['private', 'public'] },
  folder_id: { int: true },
  owner_id: { required: true, int: true },
  tags: { array: true, children: { int: true } },
} as const;

const title = { required: true, string: true } as const;
const owner_id = { required: true, int: true } as const;

export const logics = {
  folder: defineLogic({ postAction: { body: { name: { required: true, string: true } } } }),
  document: defineLogic({
    postAction: { body: document },
    putAction: { body: document },
    patchAction: { body: partial(document) },
  }),
  cover: defineLogic({
    postAction: { body: { image: { required: true, string: true } } },
    putAction: { body: { image: { required: true, string: true } } },
  }),
  remark: defineLogic({ postAction: { body: { title, owner_id, document_id: { required: true, int: true } } } }),
  scan: defineLogic({ postAction: { body: { title, owner_id }, files: { file: { file: true, required: true } } } }),
  secret: defineLogic({ postAction: { body: { text: { required: true, string: true } } } }),
};

class Probe extends Rest {}

const controllers: Record<string, ControllerClass> = {
  person: Person,
  folder: Folder,
  document: Document,
  cover: Cover,
  draft: Draft,
  tag: Tag,
  'document-tag': DocumentTag,
  remark: Remark,
  scan: Scan,
  secret: Secret,
  probe: Probe,
};

const rules = [
  ['/folder/:folder_id/document/:id?', '/document', 'rest'],
  ['/folder/:folder_id/cover', '/cover', 'rest'],
  ['/probe', 'rest'],
  ['/draft/:id/restore', '/draft#restore', 'rest'],
  ['/document/:id/publish', '/document#publish', 'rest'],
  ['/:controller(draft|person|folder|document|tag|remark|scan|secret)/:id?', '/:controller', 'rest'],
] as const;

/** An archive that is served, with its store. */
export interface Archive extends Served {
  readonly stored: Models;
}

type Serve = (options: RestRouterOptions) => Served;

/** Serve the archive with a store in memory; call `stored.close()` at the end. */
export async function openArchive(serve: Serve, options: Partial<RestRouterOptions> = {}): Promise<Archive> {
  const stored = createModels('sqlite::memory:');
  for (const statement of TABLES) await sql.raw(statement).execute(stored.kysely);
  const { controllers: changed, ...others } = options;
  const served = serve({
    rules,
    logics,
    policies,
    controllers: { ...controllers, ...changed },
    user: readUser as never,
    model: stored,
    ...others,
  });
  return { ...served, stored };
}

/** `X-User: 1` */
function readUser({ headers }: Request): { readonly id: number } | undefined {
  const id = headers['x-user'];
  return id === undefined ? undefined : { id: Number(id) };
}

/** Header fields of a request of Ann, Bob or nobody. */
export const ANN = { 'X-User': '1' };
export const BOB = { 'X-User': '2' };
export const GUEST = {};

/** Send requests to an archive as a user; the answer is a text with its status, header fields and body. */
export function askOf({ app }: Archive, user: Record<string, string>): Ask {
  const agent = supertest(((req: IncomingMessage, res: ServerResponse) => {
    // Not every version of Node has a client that sends QUERY.
    const method = req.headers['x-method'];
    if (method !== undefined) req.method = String(method);
    app(req as never, res as never);
  }) as never);
  return async (method, path, body, headers = {}) => {
    const verb = method === 'QUERY' ? 'post' : (method.toLowerCase() as 'get');
    const test = agent[verb](path).set({ ...user, ...headers, ...(method === 'QUERY' && { 'X-Method': 'QUERY' }) });
    const { status, headers: fields, text = '' } = await (body === undefined ? test : test.send(body));
    const { date: _, connection: __, 'transfer-encoding': ___, ...others } = fields;
    return `${status} ${JSON.stringify(others)} ${text}`;
  };
}
