import { fileURLToPath } from 'node:url';
import { defineLogic, partial } from '@rest-gen/logic';
import type { BeforeWrite, PolicyCondition } from '@rest-gen/model/core';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, type Models } from '../../../model/src/index.ts';
import { type ControllerClass, createRestRouter, definePolicy, type RestRouter } from '../../src/index.ts';

const item = {
  title: { required: true, string: true, length: { max: 5 } },
  body: { string: true, nullable: true },
  slug: { required: true, string: true },
  views: { int: true, nullable: true },
  data: { object: true, nullable: true },
  author_name: { string: true, nullable: true },
} as const;
const note = { item_id: { required: true, int: true }, text: { required: true, string: true } } as const;

/** The logic of the old release, which the version keeps. */
const LOGICS = {
  'v1/item': defineLogic({
    params: { id: { int: true } },
    postAction: { body: item },
    putAction: { body: item },
    patchAction: { body: partial(item) },
  }),
  'v1/note': defineLogic({ postAction: { body: note }, patchAction: { body: partial(note) } }),
};

const RULES = [
  ['/v1/item/:id?', 'rest'],
  ['/v1/item/:item_id/note/:id?', '/v1/note', 'rest'],
  ['/v1/note/:id?', 'rest'],
] as const;

/** The class of the old release. Its hook does nothing, as that of the version: both write lists record by record. */
class OldItem extends Rest {
  static include = { notes: { max: 2, order: '-text,id', write: true }, noteCount: { count: 'note' } };
  static search = ['title', 'body', 'author_name'];
  static bulk = ['post', 'patch', 'delete'];
  static csv = ['id', 'body', 'author_name'];
  override async beforeWrite(_write: BeforeWrite): Promise<void> {}
}

class OldNote extends Rest {
  static include = { item: true };
}

/** The class of the old release, and what a reader of it adds for the new tables. */
class Item extends OldItem {
  static names = { body: 'text', slug: 'handle', author_name: 'author.name' };
  static hidden = ['author_id'];

  override async beforeWrite({ values }: BeforeWrite): Promise<void> {
    const { author_name: name } = values;
    if (name === undefined) return;
    delete values.author_name;
    values.author_id = name === null ? null : await this.findAuthor(String(name));
  }

  async findAuthor(name: string): Promise<unknown> {
    const authors = this.model('author').unrestricted();
    return (await authors.where({ name }).find())?.id ?? authors.add({ name });
  }
}

class Note extends OldNote {
  static names = { item_id: 'entry_id', text: 'words' };
}

/** A service on a database of its own. */
export interface Release {
  readonly router: RestRouter;
  readonly models: Models;
  close(): Promise<void>;
}

/** What both releases may do with policies: a field that guests do not see, one that is set, and records of others. */
export interface Rules {
  /** Who reads and writes the field `body`. */
  readonly body?: PolicyCondition;
  readonly read?: PolicyCondition;
}

/** Start the old release, or the version that keeps its names on the tables of today. */
export async function openRelease(kind: 'old' | 'new', url: string, rules?: Rules): Promise<Release> {
  const models = createModels(url, { migrations: fileURLToPath(new URL(kind, import.meta.url)) });
  await models.migrate();
  const isOld = kind === 'old';
  const controllers = {
    'v1/item': (isOld ? OldItem : Item) as ControllerClass,
    'v1/note': (isOld ? OldNote : Note) as ControllerClass,
  };
  const { body = 'everyone', read = 'everyone' } = rules ?? {};
  const policies = rules && {
    ...(!isOld && { author: definePolicy('everyone') }),
    note: definePolicy('everyone'),
    item: definePolicy({
      ...{ read, create: { views: 1 }, update: 'everyone', delete: 'everyone' },
      fields: { [isOld ? 'body' : 'text']: { read: body, write: body } },
    }),
  };
  const router = createRestRouter({
    rules: RULES,
    controllers,
    logics: LOGICS,
    model: models,
    log: false,
    ...(policies && { policies }),
  });
  await router.ready;
  return { router, models, close: () => models.close() };
}
