import type { Filter, Row } from '../core/types.ts';
import type { TableBuilder, TableChange } from './table-builder.ts';

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
 * @see docs/migrations.md
 */
export type Migration = (schema: Schema) => Promise<void>;

/**
 * The steps of a migration; await each of them. All methods reject with a `ModelsError` `E_MIGRATION`, which names the step.
 *
 * @see docs/migrations.md
 */
export interface Schema {
  /** The kind of database, for SQL that differs. MariaDB is `mysql`. */
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  createTable(name: string, define: (table: TableBuilder) => void): Promise<void>;
  alterTable(name: string, change: (table: TableChange) => void): Promise<void>;
  dropTable(name: string): Promise<void>;
  /**
   * Change records in batches, each found by its primary key. In a migration without a transaction each batch is
   * stored alone; after a failure, those that `where` still matches are changed.
   */
  backfill(table: string, options: BackfillOptions): Promise<void>;
  /**
   * Run SQL of the store unchanged; separate statements with `;`. MySQL runs only one statement, and so does every
   * store with parameters.
   *
   * @param parameters - `$1`, `$2` … in the text for PostgreSQL, `?` for the others
   */
  raw(text: string, parameters?: readonly unknown[]): Promise<void>;
}

/**
 * What `backfill` writes, and into which records.
 *
 * @see docs/migrations.md
 */
export interface BackfillOptions {
  /** The new values, or a function of the record that returns them. */
  set: Row | ((record: Row) => Row | Promise<Row>);
  /** Records to change; those that were changed must not match it. */
  where: Filter;
  /** Records in a batch; default 1,000. */
  batch?: number;
}
