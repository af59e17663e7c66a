import type { Column, ColumnType } from '../../core/types.ts';
import type { ColumnKind } from '../../schema/table-definition.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import type { SqliteStatement } from './load-driver.ts';

/**
 * The types to declare.
 *
 * SQLite derives how it stores a value from the letters of the type: what contains TEXT stays text, which keeps decimals, times and JSON exact. It also tells
 * our columns from those of other tools, which store times in several forms. A key that is declared as INTEGER counts up, one of INT does not.
 */
export const declaredTypes: Readonly<Record<ColumnKind, string>> = {
  id: 'INTEGER',
  reference: 'INT',
  uuid: 'CHAR(36)',
  string: 'VARCHAR($length)',
  text: 'TEXT',
  integer: 'INT',
  bigint: 'BIGINT',
  decimal: 'DECIMAL_TEXT($precision, $scale)',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'DATETIME_TEXT',
  json: 'JSON_TEXT',
  binary: 'BLOB',
  enum: 'VARCHAR($length)',
};

/** The type that a declared one stands for, whoever wrote it: ours, and those of other tools. */
export function parseDeclaredType(
  declared: string,
): Pick<Column, 'type' | 'length'> & { precision?: number; scale?: number } {
  const name = declared.toUpperCase();
  const type = typesByPart.find(([part]) => part.test(name))?.[1] ?? 'string';
  const [, precision, scale = '0'] = /\((\d+)(?:\s*,\s*(\d+))?\)/.exec(name) ?? [];
  if (precision !== undefined && /CHAR/.test(name)) return { type, length: Number(precision) };
  if (type !== 'decimal' || precision === undefined) return { type };
  return { type, precision: Number(precision), scale: Number(scale) };
}

/** The columns of a result, by the types of the columns that they are; an expression has none, and its values stay as they are. */
export function resultColumns(fields: unknown): StoredColumn[] {
  const columns = (fields as SqliteStatement | undefined)?.columns() ?? [];
  return columns.map(({ name, type }) => ({
    name,
    ...parseDeclaredType(type ?? ''),
    nullable: true,
    hasDefault: false,
  }));
}

/** How SQLite stores values in a column of this type (https://www.sqlite.org/datatype3.html#determination_of_column_affinity). */
export function parseAffinity(declared: string): NonNullable<StoredColumn['affinity']> {
  const name = declared.toUpperCase();
  if (name.includes('INT')) return 'numeric';
  if (/CHAR|CLOB|TEXT/.test(name)) return 'text';
  return name === '' || name.includes('BLOB') ? 'none' : 'numeric';
}

// --- internal ---

/** The first part that is found counts. */
const typesByPart: readonly (readonly [RegExp, ColumnType])[] = [
  [/BOOL/, 'boolean'],
  [/DATETIME|TIMESTAMP/, 'datetime'],
  [/DATE/, 'date'],
  [/JSON/, 'json'],
  [/DECIMAL|NUMERIC/, 'decimal'],
  [/BIG ?INT|INT8/, 'bigint'],
  [/INT/, 'integer'],
  [/CHAR|CLOB|TEXT/, 'string'],
  [/BLOB|BINARY/, 'binary'],
  [/REAL|FLOA|DOUB/, 'double'],
];
