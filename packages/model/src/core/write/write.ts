import { keyOf, keyRow } from '../key.ts';
import type { TableAccess } from '../policy/access.ts';
import type { Operation } from '../policy/define-policy.ts';
import type { Description, Filter, Id, Row } from '../types.ts';
import type { TableSession } from './table-session.ts';
import type { Touched } from './transaction.ts';

/** What is written into a record. */
export interface Values {
  readonly columns: Row;
  /** `undefined` for none. */
  readonly related: Related | undefined;
  /** The columns that the caller named, without those that policies and hooks set: they may have conditions of their own. */
  readonly named: readonly string[];
  /** Its place in the list of new records; `undefined` for one that is alone. */
  readonly index: number | undefined;
}

/** A write of one table, on its way through the layers. */
export interface Write {
  readonly table: TableSession;
  readonly description: Description;
  readonly action: 'create' | 'update' | 'delete';
  /** What the policy is asked: who may delete a record may restore it. */
  readonly operation: Operation;
  /** The new records; for an update, and for a delete that is one, the values of every record. */
  readonly values: readonly Values[];
  /** The records that are updated or deleted. */
  readonly where: Filter;
  /** These records as they are stored, locked; `undefined` where nothing has read them. */
  readonly before: readonly Row[] | undefined;
  /** The place of its first record in the whole write, where a layer has taken it apart. */
  readonly first: number;
  /** Give the written rows back. */
  readonly returns: boolean;
}

/** What a write has done. */
export interface Written {
  readonly count: number;
  /** The keys of the records, where they are known. */
  readonly keys: readonly Id[] | undefined;
  /** All columns, as the statement has stored them; `undefined` unless the write `returns`. */
  readonly rows: readonly Row[] | undefined;
  /** Length of the transaction's log after the statement. */
  readonly at: number;
}

export type Next = (write: Write) => Promise<Written>;

/** One step of every write. It passes the write on, as it is or changed, or refuses it. */
export interface Layer {
  readonly name: string;
  /** Whether it does anything with writes of this table. */
  appliesTo(table: TableSession): boolean;
  /** Whether it needs a transaction for this write. */
  needsTransaction?(write: Write): boolean;
  run(write: Write, next: Next): Promise<Written>;
}

/** Make a plan once for each write: whether it needs a transaction is asked before the layer runs. */
export function oncePerWrite<T>(make: (write: Write) => T): (write: Write) => T {
  const made = new WeakMap<Write, { readonly plan: T }>();
  return (write) => {
    const known = made.get(write) ?? { plan: make(write) };
    made.set(write, known);
    return known.plan;
  };
}

export const NO_VALUES: Values = { columns: {}, related: undefined, named: [], index: undefined };

/** Nothing was written. */
export const NOTHING: Written = { count: 0, keys: [], rows: [], at: 0 };

export function keysOf(rows: readonly Row[], { primaryKey }: Description): Id[] {
  return rows.map((row) => keyOf(row, primaryKey));
}

// --- internal ---

/** Values of relations, by name: what the client sent of them. */
type Related = ReadonlyMap<string, unknown>;

/** Let the open transaction check records of a write before it commits; `details` says what they have to meet. */
export function touchRecords(
  { table, description, operation }: Write,
  ids: readonly Id[],
  at: number,
  details: Pick<Touched, 'conditions' | 'isSure' | 'values' | 'indexes'>,
): void {
  const { primaryKey } = description;
  table.session.touch({
    open: () => table.stored,
    policy: table.policy as TableAccess,
    description,
    operation,
    key: primaryKey,
    records: ids.map((id) => keyRow(id, primaryKey)),
    at,
    ...details,
  });
}
