import { keyOf, keyRow } from './key.ts';
import type { AnyTable, Row } from './types.ts';

// A registered symbol, so that a program can hold several copies of this package.
const STORED: unique symbol = Symbol.for('@rest-gen/router.stored');

/** A record as a write has stored it. */
export class Stored<T extends AnyTable = AnyTable, R = T['row']> {
  /** The primary key, also where the model omits it. */
  readonly id: T['id'];
  /** The fields that the model reads. */
  readonly row: R;
  /** Whether the user who has written the record may read it; else `row` has nothing but the key. */
  declare readonly isReadable: boolean;

  constructor(id: T['id'], row: R, isReadable = true) {
    this.id = id;
    this.row = row;
    if (!isReadable) Object.defineProperty(this, 'isReadable', { value: false });
  }
}

/** Whether a value is a {@link Stored} of any copy of this package. */
export function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && STORED in value;
}

/** Leave nothing of a row but its key: it was written by a user who may not read it. */
export function conceal(row: Row, primaryKey: readonly string[]): Row {
  const empty = keyRow(keyOf(row, primaryKey), primaryKey);
  concealed.add(empty);
  return empty;
}

export function isConcealed(row: Row): boolean {
  return concealed.has(row);
}

// --- internal ---

Object.defineProperty(Stored.prototype, STORED, { value: true });

Object.defineProperty(Stored.prototype, 'isReadable', { value: true });

const concealed = new WeakSet<Row>();
