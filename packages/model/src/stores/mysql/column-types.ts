import { type RawBuilder, sql } from 'kysely';
import type { FieldPacket } from 'mysql2';
import type { ColumnType } from '../../core/types.ts';
import type { ColumnKind, ColumnTypeDefinition } from '../../schema/table-definition.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { writeType } from '../../sql/table-steps.ts';

/**
 * The type to declare for a column.
 *
 * Keys that count up have 64 bits. JSON is kept as text, because the type `json` of MySQL sorts the keys of objects.
 */
export function declaredType(type: ColumnTypeDefinition): RawBuilder<unknown> {
  if (type.kind === 'binary' && type.length > 0) return sql.raw(`varbinary(${type.length})`);
  if (type.kind !== 'enum') return writeType(declared, type);
  return sql`enum(${sql.join((type.values ?? []).map((value) => sql.lit(value)))})`;
}

/** Kinds of column that an index takes only the beginning of. */
export function isLong({ kind, length }: ColumnTypeDefinition): boolean {
  if (kind === 'binary') return length === 0 || length > longestBytes;
  return kind === 'text' || kind === 'json' || (kind === 'string' && length > longestKey);
}

/** The type that a stored one stands for, whoever made it: ours, and those of other tools. */
export function parseStoredType(name: string, declaredAs: string): ColumnType {
  // How MySQL itself writes `boolean`, and how drivers understand one bit.
  if (declaredAs.startsWith('tinyint(1)') || declaredAs === 'bit(1)') return 'boolean';
  return types.get(name) ?? 'string';
}

/** Types whose values the driver gives as objects without their spatial reference system; the server takes no text for them. */
export function isGeometry(name: string): boolean {
  return geometries.has(name);
}

/** What a column holds beyond the form of its type: numbers past the signed ones, other numbers than 0 and 1, and days without a day or month. */
export function specialOf(type: ColumnType, declaredAs: string): RegExp | undefined {
  if (declaredAs.startsWith('tinyint(1)')) return /^-?\d{1,3}$/;
  if (type === 'bigint')
    return declaredAs.includes('unsigned') || declaredAs.startsWith('bit') ? /^\d{1,20}$/ : undefined;
  if (type === 'date') return /^\d{4}-(?:00-\d\d|\d\d-00)$/;
  return type === 'datetime' ? /^\d{4}-(?:00-\d\d|\d\d-00) \d\d:\d\d:\d\d(?:\.\d{1,6})?$/ : undefined;
}

/** The columns of a result, by the numbers of their types: https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
export function resultColumns(fields: unknown): StoredColumn[] {
  return ((fields ?? []) as readonly FieldPacket[]).map((field) => {
    return { name: field.name, type: resultType(field), nullable: true, hasDefault: false };
  });
}

// --- internal ---

const geometries: ReadonlySet<string> = new Set([
  ...['geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon'],
  // MariaDB and MySQL.
  ...['geometrycollection', 'geomcollection'],
]);

const TINY = 1;
const BIT = 16;
const typesByNumber: ReadonlyMap<number, ColumnType> = new Map<number, ColumnType>([
  ...[0, 246].map((number) => [number, 'decimal'] as const),
  ...[1, 2, 3, 9, 13].map((number) => [number, 'integer'] as const),
  ...[8, 16].map((number) => [number, 'bigint'] as const),
  ...[4, 5].map((number) => [number, 'double'] as const),
  ...[7, 12].map((number) => [number, 'datetime'] as const),
  [10, 'date'],
  // Also text; the driver gives bytes for those that are.
  ...[249, 250, 251, 252, 253, 254].map((number) => [number, 'binary'] as const),
]);

/** JSON is text here: MariaDB does not tell it from other text. */
function resultType({ columnType = -1, columnLength }: FieldPacket): ColumnType {
  if ((columnType === TINY || columnType === BIT) && columnLength === 1) return 'boolean';
  return typesByNumber.get(columnType) ?? 'string';
}

const longestBytes = 3_072;

/** Characters of four bytes that fit into the bytes of a key. */
const longestKey = 768;

const declared: Readonly<Record<ColumnKind, string>> = {
  id: 'bigint',
  reference: 'bigint',
  uuid: 'char(36) character set ascii collate ascii_bin',
  string: 'varchar($length)',
  text: 'longtext',
  integer: 'int',
  bigint: 'bigint',
  decimal: 'decimal($precision, $scale)',
  double: 'double',
  boolean: 'tinyint(1)',
  date: 'date',
  datetime: 'datetime(3)',
  json: 'longtext',
  binary: 'longblob',
  enum: '',
};

const types: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ...list('integer', 'tinyint', 'smallint', 'mediumint', 'int', 'year'),
  ...list('bigint', 'bigint', 'bit'),
  ...list('decimal', 'decimal'),
  ...list('double', 'float', 'double'),
  ...list('date', 'date'),
  ...list('datetime', 'datetime', 'timestamp'),
  ...list('json', 'json'),
  ...list('binary', 'binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'),
]);

function list(type: ColumnType, ...names: readonly string[]): (readonly [string, ColumnType])[] {
  return names.map((name) => [name, type]);
}
