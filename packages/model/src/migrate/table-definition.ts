import type { ColumnType } from '@rest-gen/router/model';
import type { OnDelete } from './table-builder.ts';

/** The types of column in a migration. */
export type ColumnKind = 'id' | 'uuid' | 'text' | ColumnType;

/** A column as a migration wrote it. */
export interface ColumnDefinition {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  isRequired: boolean;
  isPrimary: boolean;
  /** A value in the form of its column, or the time of the insert. */
  fallback?: { readonly value: unknown } | 'now';
  readonly reference?: { readonly table: string; readonly column: string; readonly onDelete: OnDelete };
}

export interface IndexDefinition {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

/** The columns and indexes of one `createTable` or `alterTable`. */
export interface TableDefinition {
  readonly columns: ColumnDefinition[];
  readonly indexes: IndexDefinition[];
  readonly dropped: string[];
  readonly renamed: (readonly [from: string, to: string])[];
}

/** The type that a description has for a kind of column. */
export function columnType(kind: ColumnKind): ColumnType {
  if (kind === 'id') return 'integer';
  return kind === 'uuid' || kind === 'text' ? 'string' : kind;
}
