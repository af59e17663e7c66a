import type { FieldDef } from 'pg';
import type { ColumnType } from '../../core/types.ts';
import type { ColumnKind } from '../../schema/table-definition.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';

/**
 * The types to declare.
 *
 * Keys that count up have 64 bits. Text has the collation of code points. `json` keeps the text of a value, `jsonb` would sort its keys.
 */
export const declaredTypes: Readonly<Record<ColumnKind, string>> = {
  id: 'bigint',
  reference: 'bigint',
  uuid: 'uuid',
  string: 'varchar($length) collate "C"',
  text: 'text collate "C"',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'numeric($precision, $scale)',
  double: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp(3) with time zone',
  json: 'json',
  binary: 'bytea',
  enum: 'varchar($length) collate "C"',
};

/** The type that one of PostgreSQL stands for; what is not known is read and written as text. */
export function parseNativeType(name: string): ColumnType {
  return types.get(name) ?? 'string';
}

/** The type of the items of an array. Bytes in one are read and written as PostgreSQL shows them, `\x00ff`. */
export function parseItemType(name: string): ColumnType | undefined {
  if (!name.endsWith('[]')) return undefined;
  const type = parseNativeType(name.slice(0, -2));
  return type === 'binary' ? 'string' : type;
}

/** Types of text, which sort by their collation. */
export function isCollated(nativeType: string | undefined): boolean {
  return nativeType !== undefined && collated.has(nativeType);
}

/** What a column of this type holds beyond the usual form: https://www.postgresql.org/docs/current/datatype-datetime.html */
export function specialOf(type: ColumnType): RegExp | undefined {
  return specials[type];
}

/** The columns of a result, by the OIDs of their types: https://github.com/postgres/postgres, `pg_type.dat`. */
export function resultColumns(fields: unknown): StoredColumn[] {
  return ((fields ?? []) as readonly FieldDef[]).map(({ name, dataTypeID }) => {
    const items = itemsById.get(dataTypeID);
    const type = items === undefined ? (typesById.get(dataTypeID) ?? 'string') : 'json';
    return { name, type, nullable: true, hasDefault: false, ...(items !== undefined && { items }) };
  });
}

// --- internal ---

const typesById: ReadonlyMap<number, ColumnType> = new Map([
  [16, 'boolean'],
  [17, 'binary'],
  [20, 'bigint'],
  [21, 'integer'],
  [23, 'integer'],
  [114, 'json'],
  [700, 'double'],
  [701, 'double'],
  [1082, 'date'],
  [1114, 'datetime'],
  [1184, 'datetime'],
  [1700, 'decimal'],
  [3802, 'json'],
]);

/** Arrays; those of types that are not built in have no fixed number. */
const itemsById: ReadonlyMap<number, ColumnType> = new Map([
  ...ids('boolean', 1000),
  ...ids('binary', 1001),
  ...ids('integer', 1005, 1007),
  ...ids('bigint', 1016),
  ...ids('double', 1021, 1022),
  ...ids('decimal', 1231),
  ...ids('date', 1182),
  ...ids('datetime', 1115, 1185),
  ...ids('json', 199, 3807),
  // char, name, text, bpchar, varchar, uuid, time, timetz, interval, cidr, inet, macaddr, oid, xml
  ...ids('string', 1002, 1003, 1009, 1014, 1015, 2951, 1183, 1270, 1187, 651, 1041, 1040, 1028, 143),
]);

function ids(type: ColumnType, ...numbers: number[]): [number, ColumnType][] {
  return numbers.map((number) => [number, type]);
}

const specials: Partial<Record<ColumnType, RegExp>> = {
  decimal: /^(?:NaN|-?Infinity)$/,
  double: /^(?:NaN|-?Infinity)$/,
  date: /^(?:-?infinity|\d{5,7}-\d\d-\d\d|\d{4,7}-\d\d-\d\d BC)$/,
  datetime:
    /^(?:-?infinity|\d{5,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? BC)$/,
};

/** By the name that `format_type` gives without a length. */
const types: ReadonlyMap<string, ColumnType> = new Map([
  ['smallint', 'integer'],
  ['integer', 'integer'],
  ['bigint', 'bigint'],
  ['numeric', 'decimal'],
  ['real', 'double'],
  ['double precision', 'double'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['timestamp without time zone', 'datetime'],
  ['timestamp with time zone', 'datetime'],
  ['json', 'json'],
  ['jsonb', 'json'],
  ['bytea', 'binary'],
]);

const collated: ReadonlySet<string> = new Set(['text', 'character varying', 'bpchar', 'citext']);
