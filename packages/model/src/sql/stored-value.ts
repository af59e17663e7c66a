import type { Dialect } from './dialect.ts';
import type { StoredColumn } from './stored-table.ts';

/**
 * The form of a value that the driver takes, to be written.
 *
 * @throws {DataError} `invalid_value` for a value that does not fit into its column
 */
export function toStored(value: unknown, column: StoredColumn, dialect: Dialect): unknown {
  dialect.check?.(value, column, true);
  return dialect.encode(value, column);
}

/** A number with a fraction, for a column that does not tell the database what its values are. */
export function isFraction(value: unknown, column: StoredColumn | undefined): boolean {
  return column?.affinity === 'none' && typeof value === 'number' && !Number.isInteger(value);
}
