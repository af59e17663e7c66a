import type { ColumnType } from '@rest-gen/router/model';
import type { ColumnShape, OnDelete } from './table-builder.ts';

/** The types of column in a migration. */
export type ColumnKind = 'id' | ColumnShape;

/** A type with its details. */
export interface ColumnTypeDefinition {
  readonly kind: ColumnKind;
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  /** The values of an `enum`. */
  readonly values?: readonly string[];
}

/** What decides the type of a column. */
export type DeclaredColumn = ColumnTypeDefinition & Pick<ColumnDefinition, 'reference'>;

/** A value in the form of its column, or the time of the insert. */
export type Fallback = { readonly value: unknown } | 'now';

/** A column as a migration wrote it. */
export interface ColumnDefinition extends ColumnTypeDefinition {
  readonly name: string;
  isRequired: boolean;
  isPrimary: boolean;
  fallback?: Fallback;
  readonly reference?: { readonly table: string; readonly column: string; readonly onDelete: OnDelete };
}

/** What changes of an existing column; the value of a default is in the form of the new type, if there is one. */
export interface ColumnChangeDefinition {
  readonly name: string;
  type?: ColumnTypeDefinition;
  isRequired?: boolean;
  fallback?: Fallback | 'none';
}

export interface IndexDefinition {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Of a unique index: only rows with null in this column count. */
  readonly whereNull?: string;
}

/** The columns and indexes of one `createTable` or `alterTable`. */
export interface TableDefinition {
  readonly columns: ColumnDefinition[];
  readonly changed: ColumnChangeDefinition[];
  readonly indexes: IndexDefinition[];
  readonly dropped: string[];
  readonly renamed: (readonly [from: string, to: string])[];
  /** By their columns, or by name. */
  readonly droppedIndexes: (IndexDefinition | string)[];
}

/** The type that a description has for a kind of column. */
export function columnType(kind: ColumnKind): ColumnType {
  if (kind === 'id') return 'integer';
  return kind === 'uuid' || kind === 'text' || kind === 'enum' ? 'string' : kind;
}
