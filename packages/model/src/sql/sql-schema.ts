import { type RawBuilder, sql } from 'kysely';
import { defineTable } from '../migrate/define-table.ts';
import { runStep, type Schema } from '../migrate/schema.ts';
import { type ColumnDefinition, columnType, type IndexDefinition } from '../migrate/table-definition.ts';
import { execute } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { nameOf } from './name-of.ts';
import type { SqlQuery } from './sql-client.ts';

/** The schema builder of an SQL database, in the transaction of `query`. Names are written as they are: those of Kysely's builder have dots and words that mean something. */
export function createSqlSchema(dialect: Dialect, query: SqlQuery): Schema {
  const run = async (statement: RawBuilder<unknown>): Promise<void> => {
    await execute(dialect.compiler, query, statement);
  };
  const addIndexes = async (table: string, indexes: readonly IndexDefinition[]): Promise<void> => {
    const withNulls = indexes.length === 0 ? [] : ((await dialect.columnsWithNulls?.(query, table)) ?? []);
    for (const index of indexes) await run(createIndex(table, index, withNulls));
  };
  return {
    createTable: (name, define) =>
      runStep(`createTable('${name}')`, async () => {
        const { columns, indexes } = defineTable(define);
        await run(
          sql`create table ${sql.id(name)} (${sql.join(columns.map((column) => describeColumn(dialect, column)))})`,
        );
        await addIndexes(name, indexes);
      }),
    alterTable: (name, change) =>
      runStep(`alterTable('${name}')`, async () => {
        const { columns, indexes, dropped, renamed } = defineTable(change);
        const alter = (part: RawBuilder<unknown>): RawBuilder<unknown> => sql`alter table ${sql.id(name)} ${part}`;
        for (const column of columns) await run(alter(sql`add column ${describeColumn(dialect, column)}`));
        for (const [from, to] of renamed) await run(alter(sql`rename column ${sql.id(from)} to ${sql.id(to)}`));
        for (const column of dropped) {
          const statements = (await dialect.dropColumn?.(query, name, column)) ?? [
            alter(sql`drop column ${sql.id(column)}`),
          ];
          for (const statement of statements) await run(statement);
        }
        await addIndexes(name, indexes);
      }),
    dropTable: (name) => runStep(`dropTable('${name}')`, () => run(sql`drop table ${sql.id(name)}`)),
    raw: (text) =>
      runStep('raw(…)', async () => {
        for (const statement of dialect.splitScript(text)) await query(statement, []);
      }),
  };
}

// --- internal ---

function describeColumn(dialect: Dialect, column: ColumnDefinition): RawBuilder<unknown> {
  const parts = [sql`${sql.id(column.name)} ${dialect.columnType(column)}`];
  if (column.fallback === 'now') parts.push(sql`default ${dialect.now}`);
  else if (column.fallback !== undefined) {
    parts.push(sql`default ${literal(dialect, column, column.fallback.value)}`);
  }
  if (column.isRequired) parts.push(sql`not null`);
  if (column.isPrimary) parts.push(sql`primary key`);
  if (column.kind === 'id') parts.push(dialect.counter ?? sql``);
  if (column.reference !== undefined) {
    const { table, column: target, onDelete } = column.reference;
    parts.push(sql`references ${sql.id(table)} (${sql.id(target)}) on delete ${sql.raw(onDelete)}`);
  }
  return sql.join(parts, sql` `);
}

function literal(dialect: Dialect, column: ColumnDefinition, value: unknown): RawBuilder<unknown> {
  const { name, kind, precision, scale } = column;
  const stored = { name, type: columnType(kind), nullable: true, hasDefault: true, precision, scale };
  if (value !== null) dialect.check?.(value, stored, true);
  const encoded = value === null ? null : dialect.encode(value, stored);
  if (encoded instanceof Uint8Array && dialect.bytes) return dialect.bytes(Buffer.from(encoded).toString('hex'));
  // Kysely has no literal for bigints; SQL accepts their digits.
  return typeof encoded === 'bigint' ? sql.raw(String(encoded)) : sql.lit(encoded);
}

// Unique constraints are indexes too: SQLite can add an index to a table that exists, but no constraint.
function createIndex(
  table: string,
  { columns, isUnique }: IndexDefinition,
  withNulls: readonly string[],
): RawBuilder<unknown> {
  const name = nameOf(table, columns, isUnique ? 'unique' : 'index');
  const fields = sql.join(
    columns.map((column) => (withNulls.includes(column) ? sql`${sql.id(column)} nulls first` : sql.id(column))),
  );
  return sql`create ${isUnique ? sql`unique index` : sql`index`} ${sql.id(name)} on ${sql.id(table)} (${fields})`;
}
