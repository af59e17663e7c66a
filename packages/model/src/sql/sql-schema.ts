import { type RawBuilder, sql } from 'kysely';
import { keyOf, whereKeys } from '../core/key.ts';
import { totalOrder } from '../core/request.ts';
import type { Row } from '../core/types.ts';
import { defineTable } from '../schema/define-table.ts';
import type { BackfillOptions, Schema } from '../schema/schema.ts';
import type { TableDefinition } from '../schema/table-definition.ts';
import { execute } from './compile.ts';
import type { Batch, Dialect } from './dialect.ts';
import type { KnownStore } from './known-table.ts';
import type { SqlQuery } from './sql-client.ts';
import { TableRepository } from './table-repository.ts';

/** The connection of a migration. */
export interface SchemaSession {
  readonly query: SqlQuery;
  run(statement: RawBuilder<unknown>): Promise<void>;
  /** A statement without parameters, or a part of one, as text. */
  toText(part: RawBuilder<unknown>): string;
}

/** How a database creates and changes tables. */
export interface TableSteps {
  create(session: SchemaSession, name: string, definition: TableDefinition): Promise<void>;
  alter(session: SchemaSession, name: string, definition: TableDefinition): Promise<void>;
  /** The error of `raw` with a hint, where there is one. */
  explain?(error: unknown, text: string): unknown;
}

/** The schema of an SQL database, in the transaction of `query` if there is one. Names are written as they are: those of Kysely's builder have dots and words that mean something. */
export function createSqlSchema(
  dialect: Dialect,
  { create, alter, explain = (error) => error }: TableSteps,
  query: SqlQuery,
  inBatch: Batch = (work) => work(query),
): Schema {
  const run = async (statement: RawBuilder<unknown>): Promise<void> => {
    await execute(dialect.compiler, query, statement);
  };
  const session: SchemaSession = { query, run, toText: (part) => part.compile(dialect.compiler).sql };
  return {
    dialect: dialect.name,
    createTable: async (name, define) => create(session, name, defineTable(define)),
    alterTable: async (name, change) => alter(session, name, defineTable(change)),
    dropTable: (name) => run(sql`drop table ${sql.id(name)}`),
    backfill: (name, options) => backfill(dialect, inBatch, name, options),
    raw: async (text, parameters = []) => {
      await query(text, parameters).catch((error: unknown) => Promise.reject(explain(error, text)));
    },
  };
}

// --- internal ---

/** By the primary key, so that a batch costs the same wherever it is, and no record comes twice. */
async function backfill(
  dialect: Dialect,
  inBatch: Batch,
  name: string,
  { set, where, batch = 1_000 }: BackfillOptions,
): Promise<void> {
  if (!Number.isInteger(batch) || batch < 1) throw new RangeError('`batch` must be a whole number from 1');
  const store: KnownStore = { dialect, tables: new Map() };
  let last: Row | undefined;
  for (let rows: Row[] | undefined; rows === undefined || rows.length === batch; ) {
    await inBatch(async (query) => {
      const table = new TableRepository(name, store, async ({ text, parameters, table: about }) => {
        try {
          return await query(text, parameters);
        } catch (error) {
          throw dialect.mapError(error, about, text, parameters);
        }
      });
      const { primaryKey } = await table.describe();
      rows = await table.findMany({
        where,
        orderBy: totalOrder([], primaryKey),
        limit: batch,
        ...(typeof set === 'object' && { fields: primaryKey }),
        ...(last && { after: primaryKey.map((name) => last?.[name]) }),
      });
      if (typeof set === 'function') {
        for (const row of rows) await table.update(whereKeys([keyOf(row, primaryKey)], primaryKey), await set(row));
      } else if (rows.length > 0) {
        const ids = rows.map((row) => keyOf(row, primaryKey));
        await table.update(whereKeys(ids, primaryKey), set);
      }
    });
    last = rows?.at(-1);
  }
}
