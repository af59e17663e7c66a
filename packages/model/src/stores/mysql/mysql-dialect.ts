import { setTimeout as sleep } from 'node:timers/promises';
import { MysqlAdapter, MysqlQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { TextCondition } from '../../core/conditions.ts';
import { DataError } from '../../core/data-error.ts';
import { readValue } from '../../core/read-value.ts';
import { createCompiler, execute } from '../../sql/compile.ts';
import { type Dialect, MIGRATION_MARK } from '../../sql/dialect.ts';
import type { SqlQuery, SqlResult } from '../../sql/sql-client.ts';
import { createSqlSchema } from '../../sql/sql-schema.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { writeExpression } from '../../sql/text-pattern.ts';
import { declaredType, resultColumns } from './column-types.ts';
import { check, decode, encode } from './convert.ts';
import { describeTable, listTables } from './describe-table.ts';
import { fromJson, listAsJson, rowAsJson, toJson } from './json-rows.ts';
import { findServerError, mapMysqlError } from './map-error.ts';
import { mysqlTables } from './mysql-schema.ts';
import { readStructures } from './read-structures.ts';

/** MySQL 8.0.17 and MariaDB 10.6, and what came after them. */
export const mysqlDialect: Dialect = {
  name: 'mysql',
  compiler: createCompiler(
    () => new MysqlQueryCompiler(),
    () => new MysqlAdapter(),
  ),
  // Every definition commits the transaction that it stands in.
  hasTransactionalSchema: false,
  errorsEndTransactions: false,
  describe: describeTable,
  tables: listTables,
  structures: readStructures,
  check,
  encode,
  // Digits are a number in every column but one of bits, and 5 microseconds less than a typed parameter; -0 has another sign as digits.
  bulk: (value, { type, nativeType }) =>
    Number.isSafeInteger(value) && type !== 'double' && nativeType !== 'bit' ? String(value) : value,
  cast,
  increment,
  decode,
  toJson,
  fromJson,
  rowAsJson,
  listAsJson,
  resultColumns,
  shown,
  hasMicroseconds: true,
  read,
  sortable,
  textPattern,
  matchesText,
  joinsExists: true,
  // https://dev.mysql.com/doc/refman/8.4/en/row-constructor-optimization.html
  comparesRows: false,
  // For `score is null and id < ?` it would look up the null only, and read all rows up to the id.
  useIndex: (name) => sql` force index (${sql.id(name)})`,
  order: (key, direction) => (direction === 'desc' ? sql`${key} desc` : sql`${key} asc`),
  defaultValues: sql`() values ()`,
  hasDefaultKeyword: true,
  // https://mariadb.com/kb/en/insertreturning/
  returnsInserted: ({ isMariaDb = false }) => isMariaDb,
  returnsUpdated: false,
  insertedKey,
  // Servers that replicate to each other skip the keys of the others: https://dev.mysql.com/doc/refman/8.4/en/replication-options-source.html
  keyStep: async (query) =>
    Number((await query('select @@session.auto_increment_increment as step', [])).rows[0]?.step),
  // https://dev.mysql.com/doc/refman/8.4/en/update.html
  readsChangedTable: ({ isMariaDb = false }) => isMariaDb,
  lock: sql` for update`,
  shareLock: sql` lock in share mode`,
  columnType: declaredType,
  now: sql`(utc_timestamp(3))`,
  schema: (query, inBatch, repeat) => createSqlSchema(mysqlDialect, mysqlTables, query, inBatch, repeat),
  // Names of files differ where their letters do, whatever the database compares by. Both servers know this one.
  tableOptions: sql` engine = InnoDB character set utf8mb4 collate utf8mb4_bin`,
  endOrphans,
  wipe,
  mapError: mapMysqlError,
};

// --- internal ---

const NO_SUCH_THREAD = 1094;

// Next to text, a decimal would be compared as a floating-point number. It keeps the digits that the column does not have, and that matter to `<`.
function cast(parameter: RawBuilder<unknown>, { type, precision = 65, scale = 0 }: StoredColumn): RawBuilder<unknown> {
  if (type !== 'decimal') return parameter;
  const places = Math.min(30, 65 - precision + scale);
  return sql`cast(${parameter} as decimal(65, ${sql.raw(String(places))}))`;
}

/** Times are shown without microseconds, but in keys. As text, because a day such as 0000-00-00 is none for the functions of times. */
function shown(
  expression: RawBuilder<unknown>,
  { type, scale = 0, isMicroseconds }: StoredColumn,
): RawBuilder<unknown> | undefined {
  return type === 'datetime' && scale > 3 && !isMicroseconds ? sql`left(cast(${expression} as char), 23)` : undefined;
}

/** MariaDB sends the bits of an expression such as `case … end` as the text of a number, with the type of the column, whose values are bytes. */
function read(expression: RawBuilder<unknown>, { nativeType, isMicroseconds }: StoredColumn): RawBuilder<unknown> {
  // Some drivers make it a `Date`.
  if (isMicroseconds) return sql`cast(${expression} as char)`;
  return nativeType === 'bit' ? sql`${expression} + 0` : expression;
}

function sortable(expression: RawBuilder<unknown>, { nativeType }: StoredColumn): RawBuilder<unknown> {
  // These are sorted by their place in the definition, and compared as text.
  if (nativeType === 'enum' || nativeType === 'set') return sql`cast(${expression} as char)`;
  return expression;
}

/** MySQL refuses an empty expression. */
function textPattern(operator: TextCondition['operator'], text: string): string {
  const pattern = writeExpression(text);
  if (operator === 'contains') return pattern || '\\A';
  return operator === 'startsWith' ? `\\A${pattern}` : `${pattern}\\z`;
}

/** The collation decides whether an expression tells upper from lower case. */
function matchesText(expression: RawBuilder<unknown>, pattern: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`convert(${expression} using utf8mb4) collate utf8mb4_bin regexp ${pattern}`;
}

function increment(by: number | bigint, column: StoredColumn): unknown {
  if (column.type !== 'decimal') return by;
  const text = readValue(by, { type: 'decimal' });
  if (text === undefined) {
    throw new DataError('invalid_value', `"${column.name}" cannot be incremented by such a small number`, {
      field: column.name,
    });
  }
  check(text, column, true);
  return encode(text, column);
}

function insertedKey({ insertId }: SqlResult, key: string): unknown {
  if (insertId !== undefined && Number(insertId) !== 0) return insertId;
  throw new DataError('unavailable', `The database does not report the key of the new record: "${key}"`, {
    hint: 'Set the key in the record, or use an auto-increment key.',
  });
}

/** The server notices that a client is gone only when its statement has ended. */
async function endOrphans(query: SqlQuery): Promise<void> {
  const own = (await query('select connection_id() as id, database() as db', [])).rows[0];
  for (;;) {
    // MySQL cannot select from information_schema.processlist while any session runs a statement with characters of four bytes.
    const { rows } = await query('show full processlist', []);
    const running = rows.filter(
      ({ Id, db, Info }) => db === own?.db && Number(Id) !== Number(own?.id) && String(Info).endsWith(MIGRATION_MARK),
    );
    if (running.length === 0) return;
    for (const { Id } of running) {
      await query(`kill ${Number(Id)}`, []).catch((error: unknown) => {
        if (findServerError(error)?.number !== NO_SUCH_THREAD) throw error;
      });
    }
    await sleep(50);
  }
}

async function wipe(query: SqlQuery, keep: readonly string[]): Promise<void> {
  const { compiler } = mysqlDialect;
  const { rows } = await query(
    'select table_name as name, table_type as type from information_schema.tables where table_schema = database()',
    [],
  );
  await query('set foreign_key_checks = 0', []);
  try {
    for (const { name, type } of rows) {
      const kind = type === 'VIEW' ? sql`view` : sql`table`;
      if (!keep.includes(String(name)))
        await execute(compiler, query, sql`drop ${kind} if exists ${sql.id(String(name))}`);
    }
  } finally {
    await query('set foreign_key_checks = 1', []);
  }
}
