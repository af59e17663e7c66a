import { type RawBuilder, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import type { TextCondition } from '../../core/conditions.ts';
import { DataError } from '../../core/data-error.ts';
import { narrowInteger } from '../../core/read-value.ts';
import { createCompiler, execute } from '../../sql/compile.ts';
import type { Dialect } from '../../sql/dialect.ts';
import { firstRow, inParts, type JsonList, type JsonRows } from '../../sql/json-rows.ts';
import type { SchemaSession } from '../../sql/schema-session.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { createSqlSchema } from '../../sql/sql-schema.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { createTableSteps, writeType } from '../../sql/table-steps.ts';
import { writePattern } from '../../sql/text-pattern.ts';
import { findBigColumns } from './big-columns.ts';
import { changeColumn } from './change-column.ts';
import { changeTriggers } from './change-triggers.ts';
import { declaredTypes, resultColumns } from './column-types.ts';
import { alternatives, check, decode, encode } from './convert.ts';
import { describeTable, listTables } from './describe-table.ts';
import { mapSqliteError } from './map-error.ts';
import { readStructures } from './read-structures.ts';

const compiler = createCompiler(
  () => new SqliteQueryCompiler(),
  () => new SqliteAdapter(),
);

/** SQLite: text by code points, times as ISO 8601 text, decimals as text. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  compiler,
  hasTransactionalSchema: true,
  errorsEndTransactions: false,
  describe: describeTable,
  tables: listTables,
  bigColumns: findBigColumns,
  structures: readStructures,
  check,
  encode,
  alternatives,
  cast: (parameter) => parameter,
  shown,
  read: (expression, column) => shown(expression, column) ?? expression,
  increment,
  decode,
  toJson: (expression, column) => toJson(shown(expression, column) ?? expression, column),
  fromJson,
  rowAsJson,
  listAsJson,
  resultColumns,
  sortable,
  textPattern,
  matchesText: (expression, pattern) => sql`${expression} glob ${pattern}`,
  joinsExists: false,
  comparesRows: true,
  order: (key, direction) => (direction === 'desc' ? sql`${key} desc` : sql`${key} asc`),
  add,
  defaultValues: sql`default values`,
  hasDefaultKeyword: false,
  returnsInserted: () => true,
  readsChangedTable: () => true,
  returnsUpdated: true,
  // A transaction holds the only lock for writing from its beginning.
  lock: sql``,
  shareLock: sql``,
  columnType: (type) => writeType(declaredTypes, type),
  now: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
  schema: (query, inBatch, repeat) => createSqlSchema(sqliteDialect, tables, query, inBatch, repeat),
  wipe,
  mapError: mapSqliteError,
};

const tables = createTableSteps(sqliteDialect, {
  bytes: (hex) => sql.raw(`x'${hex}'`),
  counter: sql`autoincrement`,
  countedKind: 'id',
  addsForeignKeys: false,
  freeColumn,
  changeColumn,
  changes: changeTriggers,
});

// --- internal ---

/** Times of other tools have several forms; text that is no day, and numbers, stay as they are. */
function shown(expression: RawBuilder<unknown>, { type, affinity }: StoredColumn): RawBuilder<unknown> | undefined {
  if (type !== 'datetime' || affinity === 'text') return undefined;
  return sql`case when ${expression} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'
    then coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${expression}), ${expression}) else ${expression} end`;
}

// Decimals are text: as such, 10 would come before 9. The order is exact up to 15 digits.
function sortable(expression: RawBuilder<unknown>, { type, affinity }: StoredColumn): RawBuilder<unknown> {
  return type === 'decimal' && affinity === 'text' ? sql`cast(${expression} as real)` : expression;
}

function textPattern(operator: TextCondition['operator'], text: string): string {
  const pattern = writePattern(text, (character) => ('*?['.includes(character) ? `[${character}]` : character));
  const start = operator === 'startsWith' ? '' : '*';
  return start + pattern + (operator === 'endsWith' ? '' : '*');
}

function increment(by: number | bigint, { name, type }: StoredColumn): number | bigint {
  if (type !== 'decimal') return by;
  throw new DataError('invalid_value', `"${name}" is a decimal, which SQLite cannot increment exactly`, {
    field: name,
    hint: 'Read and write it inside transaction(…), or store integers of the smallest unit.',
  });
}

function add(parameter: RawBuilder<unknown>, { name, type }: StoredColumn): RawBuilder<unknown> {
  const sum = sql`${sql.id(name)} + ${parameter}`;
  if (type === 'double') return sum;
  // Past 64 bits SQLite goes on with rounded floating-point numbers; `abs` of the least integer is its error for an overflow.
  return sql`case when typeof(${sum}) = 'real' then abs(-9223372036854775808) else ${sum} end`;
}

async function wipe(query: SqlQuery, keep: readonly string[]): Promise<void> {
  const { rows } = await query(
    "select name, type from sqlite_schema where type in ('view', 'table') and name not like 'sqlite\\_%' escape '\\'",
    [],
  );
  // Tables may refer to each other in circles; all of them are gone when this is looked at.
  await query('pragma defer_foreign_keys = on', []);
  for (const { name, type } of rows) {
    if (keep.includes(String(name))) continue;
    await execute(compiler, query, sql`drop ${sql.raw(String(type))} if exists ${sql.id(String(name))}`);
  }
}

/** SQLite drops no column that has an index. */
async function freeColumn({ query, run }: SchemaSession, table: string, column: string): Promise<void> {
  const { rows } = await query(
    `select distinct list.name from pragma_index_list(?) as list join pragma_index_info(list.name) as part
    where part.name = ? and list.origin = 'c'`,
    [table, column],
  );
  for (const { name } of rows) await run(sql`drop index ${sql.id(String(name))}`);
}

/**
 * A value as JSON holds it. Any column may hold a value of any type: text is a string, a number is a number, bytes and integers past 2^53 are objects.
 *
 * SQLite itself writes numbers with 15 digits and no bytes.
 */
function toJson(expression: RawBuilder<unknown>, { affinity }: StoredColumn): RawBuilder<unknown> {
  // Without the empty text, what a view has made with a JSON function would become a part of the JSON.
  const text = sql`when 'text' then ${expression} || ''`;
  const bytes = sql`when 'blob' then json('{"bytes":"' || hex(${expression}) || '"}')`;
  if (affinity === 'text') return sql`case typeof(${expression}) ${text} ${bytes} end`;
  const isSafe = sql`${expression} between -9007199254740991 and 9007199254740991`;
  return sql`case typeof(${expression})
    when 'integer' then case when ${isSafe} then ${expression} else json('{"integer":"' || ${expression} || '"}') end ${text}
    when 'real' then json(replace(printf('%!.20g', ${expression}), 'Inf', '9e999')) ${bytes} end`;
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { integer, bytes } = value as { integer?: string; bytes: string };
  return integer === undefined ? Buffer.from(bytes, 'hex') : narrowInteger(BigInt(integer));
}

function rowAsJson(rows: JsonRows): RawBuilder<unknown> {
  return firstRow(row(rows), rows);
}

function listAsJson(list: JsonList): RawBuilder<unknown> {
  const { from, where, orderBy, limit } = list;
  return sql`(select '[' || coalesce(group_concat(item, ','), '') || ']' from (
    select ${row(list)} as item from ${from} where ${where} order by ${orderBy} limit ${sql.lit(limit)}))`;
}

/** Related rows are put in as text: as arguments, SQLite would parse them again for each row around them. */
function row({ values, related = [] }: JsonRows): RawBuilder<unknown> {
  const arrays = inParts(values).map((part) => sql`json_array(${sql.join(part)})`);
  if (arrays.length === 1 && related.length === 0) return arrays[0] as RawBuilder<unknown>;
  // No value begins or ends with a bracket.
  const texts = [
    ...arrays.map((array) => sql`trim(${array}, '[]')`),
    ...related.map((one) => sql`coalesce(${one}, 'null')`),
  ];
  return sql`'[' || ${sql.join(texts, sql` || ',' || `)} || ']'`;
}
