import type { Row } from '@rest-gen/router/model';
import type { Dialect } from './dialect.ts';
import type { StoredColumn } from './stored-table.ts';

/** A row with these columns, from a row of the driver. */
export function decodeRow(
  row: Readonly<Record<string, unknown>>,
  columns: readonly StoredColumn[],
  dialect: Dialect,
): Row {
  const decoded: Row = {};
  for (const column of columns) {
    const value = row[column.name];
    const own = value === null ? null : dialect.decode(value, column);
    // A plain assignment would set the prototype of the row.
    if (column.name === '__proto__') Object.defineProperty(decoded, column.name, { value: own, ...PROPERTY });
    else decoded[column.name] = own;
  }
  return decoded;
}

// --- internal ---

const PROPERTY = { writable: true, enumerable: true, configurable: true };
