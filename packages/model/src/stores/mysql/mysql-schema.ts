import { type RawBuilder, sql } from 'kysely';
import { defineTable } from '../../migrate/define-table.ts';
import { runStep, type Schema } from '../../migrate/schema.ts';
import { ModelsError } from '../../models-error.ts';
import { execute } from '../../sql/compile.ts';
import type { Dialect } from '../../sql/dialect.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { findServerError } from './error-numbers.ts';
import { TableWriter } from './table-writer.ts';

/**
 * The schema builder of MySQL and MariaDB.
 *
 * Definitions commit at once here: every step is exactly one statement, which happens whole or not at all, so that a migration that has failed can go on
 * behind the last good step.
 */
export function createMysqlSchema(dialect: Dialect, query: SqlQuery): Schema {
  const run = async (statement: RawBuilder<unknown>): Promise<void> => {
    await execute(dialect.compiler, query, statement);
  };
  return {
    createTable: (name, define) =>
      runStep(`createTable('${name}')`, async () => {
        const definition = defineTable(define);
        const writer = await TableWriter.open(query, name, definition);
        const parts = [...writer.columns(), ...writer.keys()];
        await run(sql`create table ${sql.id(name)} (${sql.join(parts)})
          engine = InnoDB default character set utf8mb4 collate ${sql.raw(writer.collation)}`);
      }),
    alterTable: (name, change) =>
      runStep(`alterTable('${name}')`, async () => {
        const definition = defineTable(change);
        const writer = await TableWriter.open(query, name, definition);
        const clauses = [
          ...writer.columns().map((one) => sql`add column ${one}`),
          ...definition.renamed.map(([from, to]) => sql`rename column ${sql.id(from)} to ${sql.id(to)}`),
          ...writer.droppedReferences.map((one) => sql`drop foreign key ${sql.id(one)}`),
          ...definition.dropped.map((one) => sql`drop column ${sql.id(one)}`),
          ...writer.keys().map((one) => sql`add ${one}`),
        ];
        if (clauses.length > 0) await run(sql`alter table ${sql.id(name)} ${sql.join(clauses)}`);
      }),
    dropTable: (name) => runStep(`dropTable('${name}')`, () => run(sql`drop table ${sql.id(name)}`)),
    raw: (text) => runStep('raw(…)', () => runRaw(query, text)),
  };
}

// --- internal ---

/** The server takes one statement at a time; the bodies of triggers and procedures have semicolons of their own. */
async function runRaw(query: SqlQuery, text: string): Promise<void> {
  try {
    await query(text, []);
  } catch (error) {
    const isSyntax = findServerError(error)?.number === 1064;
    if (!isSyntax || !/;\s*\S/.test(text)) throw error;
    throw new ModelsError('E_MIGRATION', (error as Error).message, {
      hint: 'MySQL runs one statement at a time: call raw(…) once for each.',
      cause: error,
    });
  }
}
