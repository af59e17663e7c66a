import { type AlterTableColumnAlteringBuilder, type ColumnDefinitionBuilder, type Expression, sql } from 'kysely';
import { ModelsError } from '../models-error.ts';
import type { Database, Store } from '../stores/store.ts';
import {
  type ColumnDefinition,
  columnType,
  defineTable,
  type IndexDefinition,
  type TableBuilder,
  type TableChange,
} from './define-table.ts';

/**
 * One direction of a migration: `up` or `down`.
 *
 * @example
 * export const up: Migration = async (schema) => {
 *   await schema.createTable('post', (t) => {
 *     t.id();
 *     t.string('title').notNull();
 *     t.references('authorId', 'author');
 *     t.timestamps();
 *   });
 * };
 */
export type Migration = (schema: Schema) => Promise<void>;

/** What a migration can do to the tables; each step must be awaited. All methods reject with {@link ModelsError} `E_MIGRATION`, naming the step. */
export interface Schema {
  createTable(name: string, define: (table: TableBuilder) => void): Promise<void>;
  alterTable(name: string, change: (table: TableChange) => void): Promise<void>;
  dropTable(name: string): Promise<void>;
  /** Run SQL of the store as it is; several statements are separated by `;`. */
  raw(text: string): Promise<void>;
}

/** The schema builder on an open transaction of a store. */
export function createSchema(store: Store, db: Database): Schema {
  return {
    createTable: (name, define) =>
      runStep(`createTable('${name}')`, async () => {
        const { columns, indexes } = defineTable(define);
        let builder = db.schema.createTable(name);
        for (const column of columns) {
          builder = builder.addColumn(column.name, declared(store, column), (one) =>
            describeColumn(store, one, column),
          );
        }
        await builder.execute();
        await createIndexes(db, name, indexes);
      }),
    alterTable: (name, change) =>
      runStep(`alterTable('${name}')`, async () => {
        const { columns, indexes, dropped, renamed } = defineTable(change);
        const alter = (): AlterTableColumnAlteringBuilder => db.schema.alterTable(name) as never;
        for (const column of columns) {
          await alter()
            .addColumn(column.name, declared(store, column), (one) => describeColumn(store, one, column))
            .execute();
        }
        for (const [from, to] of renamed) await alter().renameColumn(from, to).execute();
        for (const column of dropped) await alter().dropColumn(column).execute();
        await createIndexes(db, name, indexes);
      }),
    dropTable: (name) => runStep(`dropTable('${name}')`, () => db.schema.dropTable(name).execute()),
    raw: (text) => runStep('raw(…)', () => store.runScript(db, text)),
  };
}

// --- internal ---

async function runStep(step: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new ModelsError('E_MIGRATION', `${step} failed: ${(error as Error).message}`, { step, cause: error });
  }
}

function declared(store: Store, column: ColumnDefinition): Expression<unknown> & { toOperationNode(): never } {
  return store.columnType(column) as never;
}

function describeColumn(
  store: Store,
  builder: ColumnDefinitionBuilder,
  column: ColumnDefinition,
): ColumnDefinitionBuilder {
  let described = builder;
  if (column.isRequired) described = described.notNull();
  if (column.isPrimary) described = described.primaryKey();
  if (column.kind === 'id') described = described.autoIncrement();
  if (column.fallback === 'now') described = described.defaultTo(store.now);
  else if (column.fallback !== undefined)
    described = described.defaultTo(literal(store, column, column.fallback.value));
  if (column.reference !== undefined) {
    const { table, column: target, onDelete } = column.reference;
    described = described.references(`${table}.${target}`).onDelete(onDelete);
  }
  return described;
}

function literal(store: Store, column: ColumnDefinition, value: unknown): Expression<unknown> {
  const { name, kind, precision, scale } = column;
  const stored = { name, type: columnType(kind), nullable: true, hasDefault: true, precision, scale };
  const encoded = value === null ? null : store.encode(value, stored);
  // Bytes and bigints have no literal in Kysely; SQL takes the digits of a bigint as they are.
  return typeof encoded === 'bigint' ? sql.raw(String(encoded)) : sql.lit(encoded);
}

// Unique constraints are indexes too: SQLite can add an index to a table that exists, but no constraint.
async function createIndexes(db: Database, table: string, indexes: readonly IndexDefinition[]): Promise<void> {
  for (const { columns, isUnique } of indexes) {
    const name = `${table}_${columns.join('_')}_${isUnique ? 'unique' : 'index'}`;
    const builder = db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns]);
    await (isUnique ? builder.unique() : builder).execute();
  }
}
