import {
  type AlterTableColumnAlteringBuilder,
  type ColumnDefinitionBuilder,
  type Compilable,
  type Expression,
  type RawBuilder,
  sql,
} from 'kysely';
import { type ColumnDefinition, columnType, defineTable, type IndexDefinition } from '../migrate/define-table.ts';
import { runStep, type Schema } from '../migrate/schema.ts';
import { execute } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { nameOf } from './name-of.ts';
import type { SqlQuery } from './sql-client.ts';

/** The schema builder of an SQL database, in the transaction of `query`. */
export function createSqlSchema(dialect: Dialect, query: SqlQuery): Schema {
  const { schema } = dialect.compiler;
  const run = async (statement: Compilable | RawBuilder<unknown>): Promise<void> => {
    await execute(dialect.compiler, query, statement);
  };
  return {
    createTable: (name, define) =>
      runStep(`createTable('${name}')`, async () => {
        const { columns, indexes } = defineTable(define);
        let builder = schema.createTable(name);
        for (const column of columns) {
          builder = builder.addColumn(column.name, declared(dialect, column), (one) =>
            describeColumn(dialect, one, column),
          );
        }
        await run(builder);
        for (const index of indexes) await run(createIndex(dialect, name, index));
      }),
    alterTable: (name, change) =>
      runStep(`alterTable('${name}')`, async () => {
        const { columns, indexes, dropped, renamed } = defineTable(change);
        const alter = (): AlterTableColumnAlteringBuilder => schema.alterTable(name) as never;
        for (const column of columns) {
          await run(
            alter().addColumn(column.name, declared(dialect, column), (one) => describeColumn(dialect, one, column)),
          );
        }
        for (const [from, to] of renamed) await run(alter().renameColumn(from, to));
        for (const column of dropped) {
          const statements = (await dialect.dropColumn?.(query, name, column)) ?? [alter().dropColumn(column)];
          for (const statement of statements) await run(statement);
        }
        for (const index of indexes) await run(createIndex(dialect, name, index));
      }),
    dropTable: (name) => runStep(`dropTable('${name}')`, () => run(schema.dropTable(name))),
    raw: (text) =>
      runStep('raw(…)', async () => {
        for (const statement of dialect.splitScript(text)) await query(statement, []);
      }),
  };
}

// --- internal ---

function declared(dialect: Dialect, column: ColumnDefinition): Expression<unknown> & { toOperationNode(): never } {
  return dialect.columnType(column) as never;
}

function describeColumn(
  dialect: Dialect,
  builder: ColumnDefinitionBuilder,
  column: ColumnDefinition,
): ColumnDefinitionBuilder {
  let described = builder;
  if (column.isRequired) described = described.notNull();
  if (column.isPrimary) described = described.primaryKey();
  if (column.kind === 'id') described = described.autoIncrement();
  if (column.fallback === 'now') described = described.defaultTo(dialect.now);
  else if (column.fallback !== undefined)
    described = described.defaultTo(literal(dialect, column, column.fallback.value));
  if (column.reference !== undefined) {
    const { table, column: target, onDelete } = column.reference;
    described = described.references(`${table}.${target}`).onDelete(onDelete);
  }
  return described;
}

function literal(dialect: Dialect, column: ColumnDefinition, value: unknown): Expression<unknown> {
  const { name, kind, precision, scale } = column;
  const stored = { name, type: columnType(kind), nullable: true, hasDefault: true, precision, scale };
  if (value !== null) dialect.check?.(value, stored);
  const encoded = value === null ? null : dialect.encode(value, stored);
  // Bytes and bigints have no literal in Kysely; SQL takes the digits of a bigint as they are.
  return typeof encoded === 'bigint' ? sql.raw(String(encoded)) : sql.lit(encoded);
}

// Unique constraints are indexes too: SQLite can add an index to a table that exists, but no constraint.
function createIndex({ compiler }: Dialect, table: string, { columns, isUnique }: IndexDefinition): Compilable {
  const name = nameOf(table, columns, isUnique ? 'unique' : 'index');
  const builder = compiler.schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);
  return isUnique ? builder.unique() : builder;
}
