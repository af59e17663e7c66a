import {
  type AnyTable,
  type Filter,
  type Id,
  inParts,
  insertRows,
  markRecord,
  type Repository,
  type Row,
  updateRows,
} from '@rest-gen/model/core';
import type { RequestContext } from '../contracts/request-context.ts';
import { reportFailure } from '../respond/send-error.ts';
import { runTransaction, whenCommitted } from './in-transaction.ts';
import { PassingRepository } from './passing-repository.ts';
import { runHook } from './run-hook.ts';

/** A record of `table` that is about to be written: change `values` to write something else. A delete has none. */
export type BeforeWrite<T extends AnyTable = AnyTable> = { readonly table: string; readonly values: T['update'] } & (
  | { readonly action: 'create'; readonly before: undefined }
  | { readonly action: 'update' | 'delete'; readonly before: T['row'] }
);

/** A record of `table` that was written, with all columns: as it was, and as it is stored now. */
export type AfterWrite<T extends AnyTable = AnyTable> = { readonly table: string } & (
  | { readonly action: 'create'; readonly before: undefined; readonly after: T['row'] }
  | { readonly action: 'update'; readonly before: T['row']; readonly after: T['row'] }
  | { readonly action: 'delete'; readonly before: T['row']; readonly after: undefined }
);

/** What a class does around each write of its own table. */
export interface WriteHooks {
  beforeWrite?(write: BeforeWrite): unknown;
  afterWrite?(write: AfterWrite): unknown;
  afterCommit?(write: AfterWrite): unknown;
}

/** A table, the hooks of its class, and the request that writes it. */
export interface HookedTable {
  readonly table: string;
  readonly hooks: WriteHooks;
  readonly context: RequestContext;
  /** The same table, in the transaction that the running code belongs to. */
  readonly open: () => Repository;
}

export function hasHooks({ beforeWrite, afterWrite, afterCommit }: WriteHooks): boolean {
  return (beforeWrite ?? afterWrite ?? afterCommit) !== undefined;
}

/**
 * A table whose writes call the hooks of a class for each record, in one transaction with the write.
 *
 * Records are read and locked before they are updated or deleted.
 */
export class HookedRepository extends PassingRepository {
  readonly #hooked: HookedTable;

  constructor(repository: Repository, hooked: HookedTable) {
    super(repository);
    this.#hooked = hooked;
  }

  get deleted(): Repository | undefined {
    const { deleted } = this.repository;
    const open = (): Repository => this.#hooked.open().deleted ?? (deleted as Repository);
    return deleted && new HookedRepository(deleted, { ...this.#hooked, open });
  }

  async update(where: Filter, values: Row): Promise<number> {
    return (await this.updateRows(where, values)).length;
  }

  insertRows(list: readonly Row[]): Promise<Row[]> {
    const { table, hooks } = this.#hooked;
    const { beforeWrite, afterWrite } = hooks;
    const created = { table, action: 'create', before: undefined } as const;
    const insert = async (repository: Repository): Promise<Row[]> => {
      const stored: Row[] = [];
      // What beforeWrite computes may depend on the records before it: one by one then.
      for (const part of inParts(list, beforeWrite ? 1 : list.length)) {
        const first = stored.length;
        const changed: Row[] = [];
        for (const values of part)
          changed.push(await this.#before({ ...created, values: { ...values } }, first + changed.length));
        const rows = await insertRows(repository, changed).catch((error: unknown) => {
          throw part.length < list.length ? markRecord(error, first) : error;
        });
        for (const after of rows) {
          await this.#after({ ...created, after: { ...after } }, stored.length);
          stored.push(after);
        }
      }
      return stored;
    };
    const isOneStatement = !beforeWrite && !afterWrite && this.repository.insertRows !== undefined;
    return isOneStatement ? insert(this.#hooked.open()) : this.#write(insert);
  }

  updateRows(where: Filter, values: Row): Promise<Row[]> {
    return this.#write(async (repository) => {
      const { primaryKey } = await repository.describe();
      const rows: Row[] = [];
      // Each record can get other values from beforeWrite.
      const size = this.#hooked.hooks.beforeWrite ? 1 : undefined;
      for (const part of inParts(await repository.findMany({ where, lock: true }), size)) {
        const [first] = part as [Row];
        const updated = { table: this.#hooked.table, action: 'update' } as const;
        const changed = await this.#before({ ...updated, values: { ...values }, before: first }, rows.length);
        const written = await updateRows(repository, whereKeys(primaryKey, part), changed);
        for (const after of written) {
          const before = findSame(primaryKey, part, after);
          await this.#after({ ...updated, before, after: { ...after } }, rows.length);
          rows.push(after);
        }
      }
      return rows;
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#write(async (repository) => {
      const { primaryKey } = await repository.describe();
      const rows = await repository.findMany({ where, lock: true });
      for (const [index, before] of rows.entries())
        await this.#before({ table: this.#hooked.table, action: 'delete', values: {}, before }, index);
      for (const part of inParts(rows)) await repository.delete(whereKeys(primaryKey, part));
      for (const [index, before] of rows.entries())
        await this.#after({ table: this.#hooked.table, action: 'delete', before, after: undefined }, index);
      return rows.length;
    });
  }

  #write<T>(work: (repository: Repository) => Promise<T>): Promise<T> {
    return runTransaction(this.#hooked.context, () => work(this.#hooked.open()));
  }

  /** @returns the values to write */
  async #before(write: BeforeWrite, index: number): Promise<Row> {
    const { hooks } = this.#hooked;
    if (hooks.beforeWrite) await this.#run(index, () => hooks.beforeWrite?.(write));
    return write.values;
  }

  async #after(write: AfterWrite, index: number): Promise<void> {
    const { hooks, context, table } = this.#hooked;
    if (hooks.afterWrite) await this.#run(index, () => hooks.afterWrite?.(write));
    if (!hooks.afterCommit) return;
    await whenCommitted(context, async () => {
      try {
        await runHook(context, table, () => hooks.afterCommit?.(write));
      } catch (error) {
        const { req, res, params } = context;
        reportFailure('afterCommit has failed; the record is stored.', error, req, res, params);
      }
    });
  }

  /** An error of a hook says for which record of a list it was called. */
  async #run(index: number, hook: () => unknown): Promise<void> {
    try {
      await runHook(this.#hooked.context, this.#hooked.table, hook);
    } catch (error) {
      throw markRecord(error, index);
    }
  }
}

// --- internal ---

function whereKeys(primaryKey: string, rows: readonly Row[]): Filter {
  const ids = rows.map((row) => row[primaryKey] as Id);
  return { [primaryKey]: ids.length === 1 ? (ids[0] as Id) : ids };
}

/** The record as it was; a record that is alone may have got another key. */
function findSame(primaryKey: string, part: readonly Row[], row: Row): Row {
  return part.find((one) => String(one[primaryKey]) === String(row[primaryKey])) ?? (part[0] as Row);
}
