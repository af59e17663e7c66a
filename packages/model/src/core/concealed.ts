import type { Row } from './types.ts';

/** Leave nothing of a row but its key: it was written by a user who may not read it. */
export function conceal(row: Row, primaryKey: string): Row {
  const empty = { [primaryKey]: row[primaryKey] };
  concealed.add(empty);
  return empty;
}

export function isConcealed(row: Row): boolean {
  return concealed.has(row);
}

// --- internal ---

const concealed = new WeakSet<Row>();
