import type { Row } from '../core/types.ts';
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
    setColumn(decoded, column.name, value === null ? null : dialect.decode(value, column));
  }
  return decoded;
}

/** Decode a row of the driver that has these columns and no others; it is new, and nobody else has it. */
export function decodeInPlace(row: Row, columns: readonly StoredColumn[], dialect: Dialect): Row {
  for (const column of columns) {
    const value = row[column.name];
    if (value === null) continue;
    const decoded = dialect.decode(value, column);
    if (decoded !== value) row[column.name] = decoded;
  }
  return row;
}

/** Set a column of any name: a plain assignment to `__proto__` would set the prototype of the row. */
export function setColumn(row: Row, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(row, name, { value, ...PROPERTY });
  else row[name] = value;
}

// --- internal ---

const PROPERTY = { writable: true, enumerable: true, configurable: true };
