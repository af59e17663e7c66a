import type { Models, TransactionModels } from '@rest-gen/model';
import type { Columns, Model, Repository, Row, Tables } from '@rest-gen/router';
import { assertType, type Equal } from './equal.ts';

declare const models: Models;
const post = models.model('post');

/** Names of tables. */
export const names = async (tx: TransactionModels): Promise<void> => {
  await tx.model('author').find();
  await tx.repository('author').findMany();
  // @ts-expect-error: there is no such table
  models.model('pots');
  // @ts-expect-error: there is no such table
  models.repository('pots');
  // @ts-expect-error: there is no such table
  tx.model('pots');
};

/** What static members name: columns, and fields of relations. */
export const hidden: Columns<'post'> = ['body', 'title'];
export const sortable: Columns<'post'> = ['title', 'author.name', 'author.postCount'];
// @ts-expect-error: there is no such column
export const search: Columns<'post'> = ['titel'];
// @ts-expect-error: there is no such relation
export const filterable: Columns<'post'> = ['autor.name'];

/** Rows have the types that the models return. */
export const rows = async (): Promise<void> => {
  const row = await post.find();
  if (row === undefined) return;
  assertType<Equal<typeof row, Tables['post']['row']>>();
  assertType<Equal<typeof row.id, number>>();
  assertType<Equal<typeof row.title, string>>();
  assertType<Equal<typeof row.body, string | null>>();
  assertType<Equal<typeof row.size, number | bigint | null>>();
  assertType<Equal<typeof row.price, string | null>>();
  assertType<Equal<typeof row.live, boolean>>();
  assertType<Equal<typeof row.at, string | null>>();
  assertType<Equal<typeof row.meta, unknown>>();
  assertType<Equal<typeof row.photo, Uint8Array | null>>();
  // @ts-expect-error: there is no such column
  row.nope;
  const [first] = await post.select();
  assertType<Equal<typeof first, typeof row | undefined>>();
  assertType<Equal<Awaited<ReturnType<typeof post.countSelect>>['rows'], (typeof row)[]>>();
  // Functions for any row take it.
  const any: Row = row;
  await post.after(any).after(row).find();
};

/** Groups have the members that are asked for. */
export const groups = async (): Promise<void> => {
  const asked = { group: ['live'], count: true, sum: ['views'], max: ['title'], order: '-sum.views' } as const;
  const [group] = await post.aggregate(asked);
  if (group === undefined) return;
  assertType<Equal<typeof group.live, boolean>>();
  assertType<Equal<typeof group.count, number>>();
  assertType<Equal<typeof group.sum.views, number | bigint | string | null>>();
  assertType<Equal<typeof group.max.title, string | null>>();
  // @ts-expect-error: it was not asked for
  group.avg;
  // @ts-expect-error: there is no such column
  await post.aggregate({ sum: ['nope'] });
};

/** Filters take the values of their columns. */
export const filters = (author: { id: string }, sent: Record<string, string>): void => {
  post.where({ title: 'a', views: { gte: 10, lt: 20 }, id: [1, 2], body: null, size: 10n, at: new Date() });
  post.where({ body: { null: true }, title: { in: ['a', 'b'] }, views: { gt: [1, 2] }, authorId: author.id });
  post.where({ meta: null }).where(sent).where({});
  // @ts-expect-error: there is no such column
  post.where({ titel: 1 });
  // @ts-expect-error: a number is no title
  post.where({ title: 1 });
  // @ts-expect-error: a number is no title
  post.where({ title: { ne: 1 } });
  // @ts-expect-error: one item is no title
  post.where({ title: ['a', 1] });
  // @ts-expect-error: there is no such operator
  post.where({ views: { above: 1 } });
  // @ts-expect-error: it is never null
  post.where({ title: null });
};

/** Text, alternatives and relations in filters. */
export const related = (): void => {
  post.where({ title: { contains: 'a', startsWith: ['b'] }, or: [{ views: 1 }, { and: [{ id: 2 }] }] });
  post.where({ 'author.name': 'Ann', 'author.postCount': { gte: 2 }, author: { none: { name: { contains: 'x' } } } });
  models.model('author').where({ posts: { every: { views: { gt: 1 }, 'author.name': 'Ann' } }, 'posts.title': ['a'] });
  post.order('author.name', '-author.postCount');
  // @ts-expect-error: a number contains nothing
  post.where({ views: { contains: '1' } });
  // @ts-expect-error: there is no such column
  post.where({ or: [{ titel: 'a' }] });
  // @ts-expect-error: there is no such column
  post.where({ 'author.nmae': 'Ann' });
  // @ts-expect-error: a number is no name
  post.where({ 'author.name': 1 });
  // @ts-expect-error: there is no such column
  post.where({ author: { some: { nmae: 'Ann' } } });
  // @ts-expect-error: a list has no order
  models.model('author').order('posts.title');
};

/** What `include` adds to a row. */
export const included = async (): Promise<void> => {
  const one = await post.include('author.postCount').find();
  type Author = (Pick<Tables['author']['row'], 'id' | 'name'> & { postCount?: number }) | null;
  assertType<Equal<NonNullable<typeof one>['author'], Author>>();
  const other = await models.model('author').include('posts.author, posts').find();
  assertType<Equal<NonNullable<typeof other>['posts'][number]['title'], string>>();
  // @ts-expect-error: it is not shown
  other?.posts[0]?.views;
  // @ts-expect-error: there is no such relation
  post.include('autor');
  // @ts-expect-error: there is no such relation
  post.include('author,tags');
};

/** Orders and lists of fields. */
export const fields = async (): Promise<void> => {
  post.order('-views', 'title').order(['-id']);
  // @ts-expect-error: there is no such column
  post.order('-titel');
  // @ts-expect-error: there is no such column
  post.order(['titel']);
  const one = await post.field('id,title').find();
  assertType<Equal<typeof one, Pick<Tables['post']['row'], 'id' | 'title'> | undefined>>();
  const other = await post.field('id', ' title ').find();
  assertType<Equal<typeof other, typeof one>>();
  const third = await post.field(['id', 'title']).find();
  assertType<Equal<typeof third, typeof one>>();
  // @ts-expect-error: there is no such column
  post.field('id,titel');
  // @ts-expect-error: it has not been read
  one?.body;
  // @ts-expect-error: it has not been read
  (await post.omit('body').find())?.body;
  (await post.omit('body').whole().find())?.body;
  // @ts-expect-error: there is no such column
  post.omit('boddy');
  await post.increment('views');
  // @ts-expect-error: there is no such column
  await post.increment('vews');
};

/** Writes. */
export const writes = async (): Promise<void> => {
  const id = await post.add({ title: 'a', price: '1.50', at: new Date(), body: undefined });
  assertType<Equal<typeof id, number>>();
  await models.model('post').where({ id }).update({ title: 'b', price: 2, body: null });
  assertType<Equal<Awaited<ReturnType<Model<Tables['author']>['addMany']>>, string[]>>();
  const stored = await post.insert({ title: 'a' });
  assertType<Equal<typeof stored.id, number>>();
  assertType<Equal<typeof stored.row, Tables['post']['row']>>();
  const changed = await post.byId(1).updateOne({ views: 1 });
  assertType<Equal<typeof changed, typeof stored | undefined>>();
  // @ts-expect-error: there is no such column
  await post.insert({ title: 'a', nonsense: true });
  // @ts-expect-error: there is no such column
  await post.byId(1).updateOne({ titel: 'a' });
  // @ts-expect-error: there is no such column
  await post.add({ title: 'a', nonsense: true });
  // @ts-expect-error: the title is required
  await post.add({ views: 1 });
  // @ts-expect-error: a number is no title
  await post.add({ title: 1 });
  // @ts-expect-error: it is never null
  await post.byId(1).update({ title: null });
  // @ts-expect-error: there is no such column
  await post.byId(1).update({ titel: 'a' });
};

/** Repositories. */
export const repositories = async (repository: Repository<Tables['post']>): Promise<void> => {
  const [row] = await repository.findMany({ where: { title: 'a' }, orderBy: [['views', 'desc']], fields: ['id'] });
  assertType<Equal<typeof row, Tables['post']['row'] | undefined>>();
  await repository.insert({ title: 'a' });
  // @ts-expect-error: there is no such column
  await repository.findMany({ where: { titel: 'a' } });
  // @ts-expect-error: there is no such column
  await repository.findMany({ orderBy: [['titel', 'asc']] });
  // @ts-expect-error: there is no such column
  await repository.insert({ title: 'a', nonsense: true });
};

/** A model of a table is a model; `Model` and `Repository` alone accept any name, as without types. */
export const untyped = async (): Promise<void> => {
  const model: Model = post.where({ id: 1 });
  const repository: Repository = models.repository('post');
  assertType<Equal<Awaited<ReturnType<typeof model.find>>, Row | undefined>>();
  await model.where({ anything: 1 }).order('-anything').field('a,b').omit('c').select();
  await repository.insert({ anything: true });
  // @ts-expect-error: what holds for any table holds for one
  const typed: Model<Tables['post']> = model;
  return void typed;
};

/** What a write has stored: the fields that the model reads. */
export const stored = async (): Promise<void> => {
  const { id, row } = await post.insert({ title: 'a' });
  assertType<Equal<typeof id, number>>();
  assertType<Equal<typeof row, Tables['post']['row']>>();
  const changed = await post.byId(1).field('id,title').updateOne({ title: 'b' });
  assertType<Equal<typeof changed extends { row: infer R } | undefined ? R : never, { id: number; title: string }>>();
  const [first] = await post.omit('body').insertMany([{ title: 'a' }]);
  // @ts-expect-error: it is omitted
  first?.row.body;
  // @ts-expect-error: there is no such column
  await post.insert({ title: 'a', nope: 1 });
  // @ts-expect-error: there is no such column
  await post.byId(1).updateOne({ nope: 1 });
};
