import type { ColumnType } from '../core/types.ts';
import type { ChangesDefinition } from './recorded-changes.ts';
import type { ColumnShape, OnDelete } from './table-builder.ts';

/** The types of column in a migration; `id` is that of keys that count up, `reference` that of what refers to them. */
export type ColumnKind = 'id' | 'reference' | ColumnShape;

/** A type with its details. */
export interface ColumnTypeDefinition {
  readonly kind: ColumnKind;
  /** Of `binary` 0 for any. */
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  /** The values of an `enum`. */
  readonly values?: readonly string[];
}

/** A value, or the time of the insert. */
export type Fallback = { readonly value: unknown } | 'now';

/** A column as a migration wrote it, or what changes of an existing one. */
export interface ColumnDefinition {
  readonly name: string;
  type?: ColumnTypeDefinition;
  isRequired?: boolean;
  isPrimary?: boolean;
  /** A key that counts up. */
  readonly isCounted?: boolean;
  fallback?: Fallback | 'none';
  readonly reference?: { readonly table: string; readonly column: string; readonly onDelete: OnDelete };
}

/** A column that is added. */
export type NewColumn = ColumnDefinition & { readonly type: ColumnTypeDefinition };

/**
 * A foreign key of a table.
 *
 * @see docs/migrations.md
 */
export interface ForeignKeyDefinition {
  readonly columns: readonly string[];
  readonly table: string;
  /** The columns that they refer to. */
  readonly keys: readonly string[];
  readonly onDelete: OnDelete;
}

/**
 * An index of a table.
 *
 * @see docs/migrations.md
 */
export interface IndexDefinition {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** A unique index counts only rows with null in this column. */
  readonly whereNull?: string;
}

/** The columns and indexes of one `createTable` or `alterTable`. */
export interface TableDefinition {
  readonly columns: NewColumn[];
  readonly changed: ColumnDefinition[];
  readonly indexes: IndexDefinition[];
  /** The columns of a key that `t.primary` names. */
  readonly primaryKey: string[];
  /** Those that `t.foreign` names. */
  readonly foreignKeys: ForeignKeyDefinition[];
  readonly dropped: string[];
  readonly renamed: (readonly [from: string, to: string])[];
  /** By their columns, or by name. */
  readonly droppedIndexes: (IndexDefinition | string)[];
  /** What to record of the records from now on. */
  changes?: ChangesDefinition | 'none';
}

/** The type that a description has for a kind of column. */
export function columnType(kind: ColumnKind): ColumnType {
  if (kind === 'id' || kind === 'reference') return 'integer';
  return kind === 'uuid' || kind === 'text' || kind === 'enum' ? 'string' : kind;
}
