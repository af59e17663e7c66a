import { type RawBuilder, sql } from 'kysely';
import type { ColumnTypeDefinition } from '../../schema/table-definition.ts';
import type { SchemaSession } from '../../sql/schema-session.ts';
import type { ColumnChange } from '../../sql/table-steps.ts';
import { changeDefinition } from './table-text.ts';

/**
 * Change a column in the text that SQLite keeps of a table, then convert its values.
 *
 * The table itself stays, with its rows, keys, indexes, views and the references of other tables: a new table in its place would delete records
 * that refer to the old one with `on delete cascade` (https://www.sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes").
 */
export async function changeColumn(session: SchemaSession, table: string, change: ColumnChange): Promise<void> {
  const { name, type, isRequired } = change;
  const column = sql.id(name);
  if (isRequired && (await hasRow(session, table, sql`${column} is null`))) {
    throw new Error(`"${name}" has nulls: fill them first, with schema.backfill(…)`);
  }
  if (type === undefined) return changeText(session, table, change);
  if ((await session.query(KEY, [table, name])).rows.length > 0)
    throw new Error(`"${name}" is a primary key: its type cannot be changed`);
  const { isValid, value } = conversion(type, column);
  if (await hasRow(session, table, sql`${column} is not null and not coalesce(${isValid}, 0)`)) {
    throw new Error(`"${name}" has values that are not a valid ${type.kind}`);
  }
  if ((await session.query(TRIGGERS, [table])).rows.length > 0) {
    throw new Error(`"${table}" has a trigger for updates: drop it first, and create it again afterwards`);
  }
  // An index finds its entries by their values.
  const { rows: indexes } = await session.query(INDEXES, [table]);
  for (const index of indexes) await session.run(sql`drop index ${sql.id(String(index.name))}`);
  await changeText(session, table, change);
  await session.run(sql`update ${sql.id(table)} set ${column} = ${value} where ${column} is not null`);
  for (const index of indexes) await session.query(String(index.sql), []);
}

// --- internal ---

async function hasRow({ query, toText }: SchemaSession, table: string, where: RawBuilder<unknown>): Promise<boolean> {
  return (await query(toText(sql`select 1 from ${sql.id(table)} where ${where} limit 1`), [])).rows.length > 0;
}

async function changeText({ query, toText }: SchemaSession, table: string, change: ColumnChange): Promise<void> {
  const { name, declaredType, check, isRequired, fallback } = change;
  const [found] = (await query(TABLE, [table])).rows;
  const text = changeDefinition(String(found?.sql ?? ''), name, {
    type: declaredType && toText(declaredType),
    check: check && toText(sql`check (${check})`),
    isRequired,
    fallback: fallback === undefined || fallback === 'none' ? fallback : toText(sql`default ${fallback}`),
  });
  const [version] = (await query('pragma schema_version', [])).rows;
  await query('pragma writable_schema = on', []);
  const [allowed] = (await query('pragma writable_schema', [])).rows;
  if (Number(allowed?.writable_schema) !== 1) {
    throw new Error('the driver refuses `pragma writable_schema`: open the database without the defensive mode');
  }
  await query("update sqlite_schema set sql = ? where type = 'table' and name = ?", [text, found?.name]);
  // Other connections read the schema again, and so does this one.
  await query(`pragma schema_version = ${Number(version?.schema_version) + 1}`, []);
  await query('pragma writable_schema = reset', []);
}

// A virtual table has no root page: its module reads the text.
const TABLE = "select name, sql from sqlite_schema where type = 'table' and name = ? collate nocase and rootpage > 0";
const KEY = 'select 1 from pragma_table_info(?) where name = ? collate nocase and pk > 0';
const INDEXES =
  "select name, sql from sqlite_schema where type = 'index' and tbl_name = ? collate nocase and sql is not null";
const TRIGGERS =
  "select 1 from sqlite_schema where type = 'trigger' and tbl_name = ? collate nocase and sql like '%update%'";

/**
 * How values get another type. Nothing is rounded: 1.5 does not become an integer.
 *
 * @returns a condition that holds for a value that can be converted, and the converted value
 */
function conversion(
  type: ColumnTypeDefinition,
  column: RawBuilder<unknown>,
): { isValid: RawBuilder<unknown>; value: RawBuilder<unknown> } {
  const { kind, length, values = [] } = type;
  const integer = sql`cast(${column} as integer)`;
  const real = sql`cast(${column} as real)`;
  const text = sql`cast(${column} as text)`;
  switch (kind) {
    case 'id':
    case 'reference':
    case 'integer':
    case 'bigint':
      return { isValid: isNumber(column, integer), value: integer };
    case 'boolean':
      return { isValid: sql`${isNumber(column, integer)} and ${integer} in (0, 1)`, value: integer };
    case 'double':
      return { isValid: isNumber(column, real), value: real };
    case 'decimal':
      return decimal(column, type);
    case 'date':
      return { isValid: isTime(column), value: sql`date(${column})` };
    case 'datetime':
      return { isValid: isTime(column), value: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column})` };
    case 'json':
      return { isValid: sql`json_valid(${column})`, value: text };
    case 'binary':
      return { isValid: sql`1`, value: sql`cast(${column} as blob)` };
    case 'enum':
      return { isValid: sql`${text} in (${sql.join(values.map((one) => sql.lit(one)))})`, value: text };
    case 'uuid':
      return { isValid: sql`lower(${text}) glob ${sql.lit(UUID)}`, value: sql`lower(${text})` };
    case 'string':
      return { isValid: sql`typeof(${column}) <> 'blob' and length(${text}) <= ${sql.lit(length)}`, value: text };
    default:
      return { isValid: sql`typeof(${column}) <> 'blob'`, value: text };
  }
}

function isNumber(column: RawBuilder<unknown>, converted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(typeof(${column}) <> 'blob' and ${converted} = ${column})`;
}

const UUID = [8, 4, 4, 4, 12].map((count) => '[0-9a-f]'.repeat(count)).join('-');

/** As decimals are stored: with all digits of the scale, so that filters find them. */
function decimal(
  column: RawBuilder<unknown>,
  { precision, scale }: ColumnTypeDefinition,
): { isValid: RawBuilder<unknown>; value: RawBuilder<unknown> } {
  const text = sql`cast(${column} as text)`;
  const point = sql`instr(${text} || '.', '.')`;
  const whole = sql`substr(${text}, 1, ${point} - 1)`;
  const fraction = sql`substr(${text}, ${point} + 1)`;
  const digits = sql`ltrim(${whole}, '-')`;
  return {
    isValid: sql`${isNumber(column, sql`cast(${column} as real)`)} and ${text} not glob '*[^-0-9.]*'
      and ${digits} <> '' and ${digits} not glob '0?*' and length(ltrim(${digits}, '0')) <= ${sql.lit(precision - scale)}
      and length(rtrim(${fraction}, '0')) <= ${sql.lit(scale)}`,
    value:
      scale === 0
        ? whole
        : sql`${whole} || '.' || substr(${fraction} || ${sql.lit('0'.repeat(scale))}, 1, ${sql.lit(scale)})`,
  };
}

/** ISO 8601 from the year on: SQLite also takes numbers as days of the Julian calendar, `now`, times without a day, and a 31st of February. */
function isTime(column: RawBuilder<unknown>): RawBuilder<unknown> {
  const day = sql`substr(${column}, 1, 10)`;
  return sql`(typeof(${column}) = 'text' and date(${column}) is not null and date(${day}) is ${day})`;
}
