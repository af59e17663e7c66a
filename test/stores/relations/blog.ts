import { fileURLToPath } from 'node:url';
import type { ModelProvider, Row } from '@rest-gen/model/core';
import type { Tables } from '../../../packages/router/test/memory-models.ts';
import type { DeclaredRelations } from './resolve-relations.ts';

/** The folder of the migration that creates the tables of {@link blogRows}. */
export const blogMigrations: string = fileURLToPath(new URL('../fixtures/relations', import.meta.url));

/** The same tables for a store in memory. */
export const blogTables: Tables = {
  author: { id: 'integer', name: 'string?', city: 'string?', boss_id: 'integer? -> author.id' },
  post: {
    id: 'integer',
    title: 'string',
    views: 'integer?',
    author_id: 'integer? -> author.id',
    editor_id: 'integer? -> author.id',
  },
  comment: {
    id: 'integer',
    post_id: 'integer -> post.id',
    author_id: 'integer? -> author.id',
    text: 'string?',
    open: 'boolean?',
  },
  tag: { id: 'integer', name: 'string' },
  post_tag: { id: 'integer', post_id: 'integer -> post.id', tag_id: 'integer -> tag.id' },
  detail: {
    id: 'integer',
    post_id: 'integer -> post.id',
    size: 'bigint?',
    price: 'decimal?',
    ratio: 'double?',
    live: 'boolean?',
    day: 'date?',
    at: 'datetime?',
    meta: 'json?',
    photo: 'binary?',
  },
};

/** Values of every type, in the form that a store gives them. */
const detail: Row = {
  id: 1,
  post_id: 2,
  size: 9_007_199_254_740_993n,
  price: '1234567890.12',
  ratio: 0.1,
  live: true,
  day: '0001-01-01',
  at: '2026-03-29T02:30:00.001Z',
  meta: { b: { c: '"\\' }, a: [1.5, null, 'é 👍'] },
  photo: Uint8Array.from([0, 39, 92, 255]),
};

/** All details are of post 2. */
export const details: readonly Row[] = [
  detail,
  {
    ...detail,
    id: 2,
    size: -9_223_372_036_854_775_808n,
    price: '-0.05',
    ratio: 1.797_693_134_862_315_7e308,
    live: false,
    day: '9999-12-31',
    at: '9999-12-31T23:59:59.999Z',
    meta: 'text',
    photo: new Uint8Array(),
  },
  {
    ...{ id: 3, post_id: 2, size: null, price: null, ratio: null, live: null, day: null, at: null, meta: null },
    photo: null,
  },
];

/** Post 3 has nobody and nothing; author 4 is without a name, and refers to itself; post 4 has tag 1 twice. */
export const blogRows: Readonly<Record<string, readonly Row[]>> = {
  author: [
    { id: 1, name: 'Ann', city: 'Rome', boss_id: null },
    { id: 2, name: 'Bob', city: null, boss_id: 1 },
    { id: 3, name: 'ann', city: 'Oslo', boss_id: 2 },
    { id: 4, name: null, city: 'Rome', boss_id: 4 },
  ],
  post: [
    { id: 1, title: 'One', views: 10, author_id: 1, editor_id: 2 },
    { id: 2, title: 'Two', views: 5, author_id: 2, editor_id: null },
    { id: 3, title: 'Three', views: null, author_id: null, editor_id: 1 },
    { id: 4, title: 'Four', views: 10, author_id: 4, editor_id: 4 },
    { id: 5, title: '50% off', views: 0, author_id: 3, editor_id: 3 },
  ],
  comment: [
    { id: 1, post_id: 1, author_id: 2, text: 'Yes', open: true },
    { id: 2, post_id: 1, author_id: null, text: 'no', open: true },
    { id: 3, post_id: 1, author_id: 1, text: 'Maybe', open: false },
    { id: 4, post_id: 2, author_id: 2, text: 'no', open: false },
    { id: 5, post_id: 4, author_id: 4, text: 'YES', open: true },
    { id: 6, post_id: 4, author_id: 2, text: null, open: null },
  ],
  tag: [
    { id: 1, name: 'x' },
    { id: 2, name: 'y' },
    { id: 3, name: 'z' },
    { id: 4, name: 'unused' },
  ],
  post_tag: [
    { id: 1, post_id: 1, tag_id: 1 },
    { id: 2, post_id: 1, tag_id: 2 },
    { id: 3, post_id: 2, tag_id: 2 },
    { id: 4, post_id: 4, tag_id: 1 },
    { id: 5, post_id: 4, tag_id: 1 },
    { id: 6, post_id: 4, tag_id: 3 },
  ],
  detail: details,
};

/** Add the rows of the blog to empty tables. */
export async function fillBlog(provider: ModelProvider): Promise<void> {
  await provider.transaction(async (tx) => {
    for (const [table, rows] of Object.entries(blogRows)) {
      for (const row of rows) await tx.repository(table).insert(row);
    }
  });
}

const author = {
  kind: 'one',
  table: 'author',
  from: 'author_id',
  to: 'id',
  fields: ['id', 'name'],
  relations: {
    boss: { kind: 'one', table: 'author', from: 'boss_id', to: 'id', fields: ['name'] },
    teamCount: { kind: 'count', table: 'author', from: 'id', to: 'boss_id' },
  },
} as const;

const comments = {
  kind: 'many',
  table: 'comment',
  from: 'id',
  to: 'post_id',
  // Without the key: it is read all the same, because the list is ordered by it.
  fields: ['text'],
  orderBy: [['id', 'desc']],
  max: 1,
  relations: { author },
} as const;

const toTags = { through: { table: 'post_tag', from: 'post_id', to: 'tag_id' }, from: 'id', to: 'id' } as const;

/** The relations of each table. */
export const blogRelations: Readonly<Record<'author' | 'post' | 'comment' | 'tag', DeclaredRelations>> = {
  author: {
    boss: author.relations.boss,
    team: { kind: 'many', table: 'author', from: 'id', to: 'boss_id' },
    colleagues: { kind: 'many', table: 'author', from: 'boss_id', to: 'boss_id' },
    teamCount: author.relations.teamCount,
    posts: { kind: 'many', table: 'post', from: 'id', to: 'author_id', relations: { comments } },
  },
  post: {
    author,
    roman: { ...author, where: { city: 'Rome' } },
    editor: { kind: 'one', table: 'author', from: 'editor_id', to: 'id' },
    comments,
    openComments: { ...comments, where: { open: true } },
    commentCount: { kind: 'count', table: 'comment', from: 'id', to: 'post_id' },
    openCount: { kind: 'count', table: 'comment', from: 'id', to: 'post_id', where: { open: true } },
    tags: {
      kind: 'many',
      table: 'tag',
      ...toTags,
      orderBy: [
        ['name', 'desc'],
        ['id', 'asc'],
      ],
    },
    tagCount: { kind: 'count', table: 'tag', ...toTags },
    details: { kind: 'many', table: 'detail', from: 'id', to: 'post_id' },
  },
  comment: { post: { kind: 'one', table: 'post', from: 'post_id', to: 'id', relations: { author } } },
  tag: {
    posts: {
      kind: 'many',
      table: 'post',
      from: 'id',
      to: 'id',
      through: { table: 'post_tag', from: 'tag_id', to: 'post_id' },
    },
  },
};
