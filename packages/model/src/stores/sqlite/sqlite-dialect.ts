import { DataError } from '@rest-gen/router/model';
import { type RawBuilder, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import { createCompiler, execute } from '../../sql/compile.ts';
import type { Dialect, StoredColumn } from '../../sql/dialect.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { createSqlSchema } from '../../sql/sql-schema.ts';
import { declaredType } from './column-types.ts';
import { decode, encode } from './convert.ts';
import { describeTable } from './describe-table.ts';
import { mapSqliteError } from './map-error.ts';

/** SQLite: text by code points, times as ISO 8601 text, decimals as text. */
export const sqliteDialect: Dialect = {
  compiler: createCompiler(
    () => new SqliteQueryCompiler(),
    () => new SqliteAdapter(),
  ),
  hasTransactionalSchema: true,
  errorsEndTransactions: false,
  describe: describeTable,
  encode,
  cast: (parameter) => parameter,
  decode,
  sortable,
  order: (key, direction) => (direction === 'desc' ? sql`${key} desc` : sql`${key} asc`),
  add,
  defaultValues: sql`default values`,
  returning: (key) => sql` returning ${sql.id(key)}`,
  insertedKey: ({ rows }, key) => rows[0]?.[key],
  // A transaction holds the only lock for writing from its beginning.
  lock: sql``,
  columnType: declaredType,
  now: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
  schema: (query) => createSqlSchema(sqliteDialect, query),
  splitScript: (text) => [text],
  wipe,
  mapError: mapSqliteError,
};

// --- internal ---

// Decimals are text: as such, 10 would come before 9. The order is exact up to 15 digits.
function sortable(expression: RawBuilder<unknown>, { type }: StoredColumn): RawBuilder<unknown> {
  return type === 'decimal' ? sql`cast(${expression} as real)` : expression;
}

function add({ name, type }: StoredColumn, by: number | bigint): RawBuilder<unknown> {
  if (type === 'decimal') {
    throw new DataError('invalid_value', `"${name}" is a decimal, which SQLite cannot add to exactly`, {
      field: name,
      hint: 'Read and write it inside of transaction(…), or keep whole numbers of the smallest unit.',
    });
  }
  const sum = sql`${sql.id(name)} + ${by}`;
  if (type === 'double') return sum;
  // Past 64 bits SQLite goes on with rounded floating-point numbers; `abs` of the least integer is its error for an overflow.
  return sql`case when typeof(${sum}) = 'real' then abs(-9223372036854775808) else ${sum} end`;
}

async function wipe(query: SqlQuery): Promise<void> {
  const { compiler } = sqliteDialect;
  const { rows } = await query(
    "select name, type from sqlite_schema where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'",
    [],
  );
  await query('pragma foreign_keys = off', []);
  try {
    for (const { name, type } of rows) {
      await execute(compiler, query, sql`drop ${sql.raw(String(type))} if exists ${sql.id(String(name))}`);
    }
  } finally {
    await query('pragma foreign_keys = on', []);
  }
}
