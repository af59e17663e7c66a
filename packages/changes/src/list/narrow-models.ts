import type { ChangeLog } from '@rest-gen/model';
import { keyOf, type ModelProvider, notDeleted, type Query, type Repository, whereKeys } from '@rest-gen/model/core';
import { LISTING } from '@rest-gen/router/part';
import type { Rows, Selection } from '../types.ts';
import { findReach } from './reach.ts';
import { recordKey, splitKey } from './record-key.ts';

/** A list that is read for a stream: which rows, and what came of it. */
export interface ListRead {
  readonly selection: Selection;
  readonly log: ChangeLog;
  /** The class that answers, and its table, from the beginning of the request on: requests that this one sends itself read what they ask for. */
  answeredBy: { readonly controller: string; readonly table: string } | undefined;
  rows: Rows | undefined;
}

/** Models whose list of one table has other rows. What else an action reads is as it is. */
export function narrowModels(models: ModelProvider, read: ListRead): ModelProvider {
  return overriding(models, {
    repository: (...args: Parameters<ModelProvider['repository']>) => {
      const repository = models.repository(...args);
      return args[0] === read.answeredBy?.table ? narrow(repository, read, args, false) : repository;
    },
  });
}

// --- internal ---

/** @param isDeleted - it has the deleted records of `static softDelete` */
function narrow(
  repository: Repository,
  read: ListRead,
  args: Parameters<ModelProvider['repository']>,
  isDeleted: boolean,
): Repository {
  const deleted = isDeleted ? undefined : repository.deleted;
  return overriding(repository, {
    findMany: (query: Query = {}) => findRows(repository, query, read, args, isDeleted),
    ...(deleted && { deleted: narrow(deleted, read, args, true) }),
  });
}

async function findRows(
  repository: Repository,
  query: Query,
  read: ListRead,
  [table, , relations, view]: Parameters<ModelProvider['repository']>,
  isDeleted: boolean,
): Promise<Awaited<ReturnType<Repository['findMany']>>> {
  if (LISTING.getStore() === undefined) return repository.findMany(query);
  // A list asks again until there are no more rows.
  if (read.rows !== undefined) return [];
  const description = await repository.describe();
  const { primaryKey } = description;
  const { limit: _limit, after: _after, offset: _offset, ...all } = query;
  const { selection } = read;
  let rows: Awaited<ReturnType<Repository['findMany']>> = [];
  let next: readonly unknown[] | undefined;
  const places: number[] = [];
  if (selection.kind === 'page') {
    const { after, limit } = selection;
    rows = await repository.findMany({ ...all, limit, ...(after && { after }) });
    const last = rows.at(-1);
    if (last !== undefined && rows.length === limit) next = query.orderBy?.map(([name]) => last[name]);
  } else if (selection.kind === 'keys') {
    if (selection.keys.length > 0) {
      const { keys, column } = selection;
      const columns = column === undefined ? primaryKey : [column];
      const ids = keys.map((key) => (columns.length === 1 ? key : splitKey(key, columns.length)));
      rows = await repository.findMany({ ...all, where: both(query, whereKeys(ids, columns)) });
    }
  } else {
    const { include: _include, orderBy: _order, ...plain } = all;
    const { deletedAt } = description;
    const where =
      isDeleted && deletedAt !== undefined
        ? both(query, { [deletedAt]: { ne: null } })
        : notDeleted(description, query.where);
    rows = await read.log
      .images(table, selection.images, relations, view, places)
      .findMany({ ...plain, ...(where && { where }), orderBy: primaryKey.map((name) => [name, 'asc']) });
  }
  const keys = rows.map((row) => recordKey(keyOf(row, primaryKey)));
  const seen = view === undefined ? description : view(description);
  read.rows = { keys, places, next, reach: findReach(query, seen, relations) };
  return rows;
}

function both({ where }: Query, other: NonNullable<Query['where']>): NonNullable<Query['where']> {
  return where === undefined ? other : { and: [where, other] };
}

/** The same object with other members. Its methods keep their own `this`, which has private members. */
function overriding<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(of, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof T];
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}
