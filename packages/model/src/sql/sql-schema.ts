import { sql } from 'kysely';
import { keyOf, whereKeys } from '../core/key.ts';
import { totalOrder } from '../core/request.ts';
import type { Row } from '../core/types.ts';
import { defineTable } from '../schema/define-table.ts';
import type { BackfillOptions, Schema } from '../schema/schema.ts';
import type { TableDefinition } from '../schema/table-definition.ts';
import { execute } from './compile.ts';
import type { Batch, Dialect, Repeat } from './dialect.ts';
import type { KnownStore } from './known-table.ts';
import { applyChanges, type ChangeTriggers, forgetChanges } from './record-changes.ts';
import type { SchemaSession } from './schema-session.ts';
import type { SqlQuery } from './sql-client.ts';
import { TableRepository } from './table-repository.ts';

/** How a database creates and changes tables. */
export interface TableSteps {
  create(session: SchemaSession, name: string, definition: TableDefinition): Promise<void>;
  alter(session: SchemaSession, name: string, definition: TableDefinition): Promise<void>;
  readonly changes: ChangeTriggers;
  /** The error of `raw` with a hint, where there is one. */
  explain?(error: unknown, text: string): unknown;
}

/** The schema of an SQL database, in the transaction of `query` if there is one. Names are written as they are: those of Kysely's builder have dots and words that mean something. */
export function createSqlSchema(
  dialect: Dialect,
  { create, alter, changes, explain = (error) => error }: TableSteps,
  query: SqlQuery,
  inBatch: Batch = (work) => work(query),
  repeat: Repeat = (work) => work(query),
): Schema {
  const open = (query: SqlQuery): SchemaSession => ({
    query,
    run: async (statement) => {
      await execute(dialect.compiler, query, statement);
    },
    toText: (part) => part.compile(dialect.compiler).sql,
  });
  const session = open(query);
  const apply = (name: string, definition: TableDefinition) =>
    repeat((query) => applyChanges(dialect, changes, open(query), name, definition));
  return {
    dialect: dialect.name,
    createTable: async (name, define) => {
      const definition = defineTable(define);
      await create(session, name, definition);
      if (definition.changes !== undefined) await apply(name, definition);
    },
    alterTable: async (name, change) => {
      const definition = defineTable(change);
      if (changes.dropsFirst) await changes.drop(session, name);
      await alter(session, name, definition);
      await apply(name, definition);
    },
    dropTable: async (name) => {
      await session.run(sql`drop table ${sql.id(name)}`);
      await repeat((query) => forgetChanges(dialect, changes, open(query), name));
    },
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
