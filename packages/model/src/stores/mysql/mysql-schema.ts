import { type RawBuilder, sql } from 'kysely';
import { ModelsError } from '../../models-error.ts';
import type { TableSteps } from '../../sql/sql-schema.ts';
import { indexName } from '../../sql/table-keys.ts';
import { changeTriggers } from './change-triggers.ts';
import { findServerError } from './map-error.ts';
import { TableWriter } from './table-writer.ts';

/**
 * Tables of MySQL and MariaDB.
 *
 * Definitions commit at once here: every step is exactly one statement, which is applied whole or not at all, so that
 * a migration that has failed can continue after the last step that succeeded.
 */
export const mysqlTables: TableSteps = {
  create: async ({ query, run }, name, definition) => {
    const writer = await TableWriter.open(query, name, definition);
    await run(sql`create table ${sql.id(name)} (${sql.join([...writer.columns(), ...writer.keys()])})
      engine = InnoDB default character set utf8mb4 collate ${sql.raw(writer.collation)}`);
  },
  alter: async ({ query, run }, name, definition) => {
    const writer = await TableWriter.open(query, name, definition);
    const clauses: RawBuilder<unknown>[] = [
      ...writer.columns().map((one) => sql`add column ${one}`),
      ...writer.changes().map((one) => sql`modify column ${one}`),
      ...definition.renamed.map(([from, to]) => sql`rename column ${sql.id(from)} to ${sql.id(to)}`),
      ...writer.droppedReferences.map((one) => sql`drop foreign key ${sql.id(one)}`),
      ...definition.dropped.map((one) => sql`drop column ${sql.id(one)}`),
      ...definition.droppedIndexes.map((one) => sql`drop index ${sql.id(indexName(name, one))}`),
      ...writer.keys().map((one) => sql`add ${one}`),
    ];
    if (clauses.length > 0) await run(sql`alter table ${sql.id(name)} ${sql.join(clauses)}`);
  },
  changes: changeTriggers,
  // The server takes one statement at a time; the bodies of triggers and procedures have semicolons of their own.
  explain: (error, text) => {
    if (findServerError(error)?.number !== 1064 || !/;\s*\S/.test(text)) return error;
    return new ModelsError('E_MIGRATION', (error as Error).message, {
      hint: 'MySQL runs one statement at a time: call raw(…) once for each.',
      cause: error,
    });
  },
};
