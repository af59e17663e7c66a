import { type RawBuilder, sql } from 'kysely';
import type { Column, Description, WriteKind } from '../core/types.ts';

/** A column with what only its store needs to know. */
export interface StoredColumn extends Column {
  /** Digits after the point of a decimal, or of the seconds of a time, and all digits of a decimal. */
  readonly scale?: number;
  readonly precision?: number;
  /** An insert without a value gets a random UUID. */
  readonly isFilledWithUuid?: boolean;
  /** An insert without a value gets the time. */
  readonly isFilledWithNow?: boolean;
  /** A key that SQLite would store without a value: no request finds such a record. */
  readonly takesNull?: boolean;
  /** A key that counts up. */
  readonly isCounted?: boolean;
  /** The constant of a key that an insert gives no value, where the database does not report it. */
  readonly fallback?: unknown;
  /** The type as the database calls it, where that decides how a value is written. */
  readonly nativeType?: string;
  /** The form of times in a table of SQLite that others made. */
  readonly timeForm?: TimeForm;
  /** What SQLite makes of a value that is stored in the column. */
  readonly affinity?: 'text' | 'numeric' | 'none';
  /** An index on it has null first, or last when descending, which is not the default of PostgreSQL. */
  readonly isIndexedNullsFirst?: boolean;
  /** An index has its values in their order, and null last, or first when descending, where orders have it first, or last when descending. */
  readonly isIndexedNullsLast?: boolean;
  /** The character set of text, in MySQL. */
  readonly charset?: string;
}

/**
 * How the times of a column are written: numbers since 1970, or text with its separator, digits of the second and zone.
 *
 * Programs that share a table of SQLite compare its times as text, so all of them have to look alike.
 */
export type TimeForm =
  | 'seconds'
  | 'milliseconds'
  | { readonly separator: string; readonly digits: number; readonly zone: string };

/** What a store knows of a table. */
export interface StoredDescription extends Description {
  readonly columns: ReadonlyMap<string, StoredColumn>;
  /** The names of `indexes`, where statements need them. */
  readonly indexNames?: readonly string[];
  /** Name of an index, at least of each unique one → its columns, where the database names only the index in errors. Without indexes of expressions. */
  readonly indexFields?: ReadonlyMap<string, readonly string[]>;
  /** Name of a check → its columns. */
  readonly checkFields?: ReadonlyMap<string, readonly string[]>;
  /** Triggers may change a row after the statement has returned it. */
  readonly hasLateTriggers?: boolean;
  /** The database does not count the rows that an update or a delete changes: a view of SQLite. */
  readonly isUncounted?: boolean;
  /** The schema, or database, that the name of the table begins with: it is not the one that names are looked up in. */
  readonly schema?: string;
  /** The database is MariaDB, not MySQL. */
  readonly isMariaDb?: boolean;
}

/**
 * Complete the description of a column that is a timestamp by its name: the models set it, so that a table needs neither a default nor a trigger for it.
 *
 * `isFilledWithNow` only where the database has no default.
 */
export function describeTimestamp(column: StoredColumn): StoredColumn {
  const timestamp = column.type === 'datetime' && !column.isReadOnly ? TIMESTAMPS.get(column.name) : undefined;
  if (timestamp === undefined) return column;
  return { ...column, timestamp, ...(!column.hasDefault && { hasDefault: true, isFilledWithNow: true }) };
}

/** The name of a table as a statement has it. */
export function tableId(table: StoredDescription): RawBuilder<unknown> {
  return table.schema === undefined ? sql.id(table.name) : sql.id(table.schema, bareName(table));
}

/** The name that the columns of a table go by. */
export function bareName({ name, schema }: StoredDescription): string {
  return schema === undefined ? name : name.slice(schema.length + 1);
}

/** A column of an index; null for an expression. */
export interface IndexPart {
  readonly index: string;
  readonly field: string | null;
}

/** The columns of each index, up to the first expression, by its name. */
export function groupIndexes(parts: readonly IndexPart[]): Map<string, string[]> {
  const indexes = new Map<string, (string | null)[]>();
  for (const { index, field } of parts) indexes.set(index, [...(indexes.get(index) ?? []), field]);
  const columns = new Map<string, string[]>();
  for (const [name, fields] of indexes) {
    const end = fields.indexOf(null);
    if (end !== 0) columns.set(name, (end === -1 ? fields : fields.slice(0, end)) as string[]);
  }
  return columns;
}

/** The columns of each index without expressions, by its name. */
export function fieldsOfIndexes(parts: readonly IndexPart[]): Map<string, string[]> {
  const opaque = new Set(parts.filter(({ field }) => field === null).map(({ index }) => index));
  return groupIndexes(parts.filter(({ index }) => !opaque.has(index)));
}

/** The columns of indexes of one column, by which at most one record is found: the indexes are unique and hold every row. */
export function uniqueColumns(parts: readonly IndexPart[]): string[] {
  return [...fieldsOfIndexes(parts).values()].flatMap((fields) => (fields.length === 1 ? fields : []));
}

/** The columns of the primary key of a table: of a view, a column `id`, in upper or lower case; empty without one. */
export function findKey(keys: readonly string[], columns: readonly string[]): readonly string[] {
  return keys.length > 0 ? keys : columns.filter((name) => name.toLowerCase() === 'id');
}

/** The kinds of writes that a store takes, in their usual order. */
export function writeKinds(takes: Readonly<Record<WriteKind, boolean>>): WriteKind[] {
  return (['create', 'update', 'delete'] as const).filter((kind) => takes[kind]);
}

/** The strings of a list of SQL literals: `'a', 'it''s'` → `a`, `it's`. */
export function parseStrings(list: string): string[] {
  return [...list.matchAll(/'([^']*(?:''[^']*)*)'?/g)].map(([, value = '']) => value.replaceAll("''", "'"));
}

// --- internal ---

/** Those of `t.timestamps()`, and how other frameworks write them. */
const TIMESTAMPS: ReadonlyMap<string, NonNullable<Column['timestamp']>> = new Map([
  ['created_at', 'created'],
  ['createdAt', 'created'],
  ['updated_at', 'updated'],
  ['updatedAt', 'updated'],
]);
