import type { Condition } from '../conditions.ts';
import { restricted } from '../join-filters.ts';
import { keyOf, keyText, whereKeys } from '../key.ts';
import type { TableAccess } from '../policy/access.ts';
import { reaches } from '../policy/after-image.ts';
import type { Operation } from '../policy/define-policy.ts';
import { PolicyError } from '../policy/policy-error.ts';
import type { ModelProvider, Repository } from '../provider.ts';
import type { Description, Row } from '../types.ts';
import { inParts } from '../write-rows.ts';

/** In the log of a transaction: code that may have written into any table. */
export const ANY_TABLE = '*';

/** Records that a write has touched, and what their policy demands of them as they are stored. */
export interface Touched {
  readonly policy: TableAccess;
  readonly description: Description;
  readonly operation: Operation;
  /** Opens the table without policies, in the transaction that the running code belongs to. */
  readonly open: () => Repository;
  /** The columns by which the records are found: the primary key, or those of a table between two others. */
  readonly key: readonly string[];
  /** The records, with at least these columns. */
  readonly records: readonly Row[];
  readonly conditions: readonly Condition[];
  /** The values that were written show that the conditions hold, unless a later write changes that. */
  readonly isSure: boolean;
  /** Length of the log after the write. */
  readonly at: number;
  /** What was written into each record, or into all of them. */
  readonly values: readonly Row[];
  /** The place of each record in the list of the request; `undefined` for one that is alone. */
  readonly indexes: readonly (number | undefined)[];
  /** Say in an error where in the request the records are, the innermost first. */
  readonly places: ((error: unknown) => unknown)[];
}

/** Whether writes of these tables may have changed records of a table, by hooks, triggers or foreign keys. */
export function mayHaveChanged(written: readonly string[], { name, foreignKeys = [] }: Description): boolean {
  const following = foreignKeys.filter(({ onDelete }) => onDelete !== undefined).map(({ table }) => table);
  const names = [ANY_TABLE, ...[name, ...following].map((table) => table.toLowerCase())];
  return written.some((table) => names.includes(table));
}

/** An open transaction of a session: what was written in it, and what runs after it. */
export class Transaction {
  /** The session that it belongs to. */
  readonly owner: object;
  readonly models: ModelProvider;
  /** The tables that were written, in order and in lower case, as some databases compare their names. */
  readonly log: string[] = [];
  readonly touched: Touched[] = [];
  /** What runs after the commit, where the provider does not see to that. */
  readonly committed: (() => Promise<void>)[] = [];

  constructor(owner: object, models: ModelProvider) {
    this.owner = owner;
    this.models = models;
  }

  /** Take over what a nested transaction has written. */
  join({ log, touched, committed }: Transaction): void {
    const { length } = this.log;
    for (const one of touched) this.touched.push({ ...one, at: one.at + length });
    this.log.push(...log);
    this.committed.push(...committed);
  }
}

/**
 * Check that the policies hold for all records that a transaction has written, as they are stored when everything has
 * run. One that it has deleted since is not stored.
 *
 * @throws {PolicyError}
 */
export async function checkStored({ touched, log }: Transaction): Promise<void> {
  for (const one of touched) {
    const { isSure, at, conditions, description } = one;
    if (conditions.length === 0) continue;
    const later = log.slice(at);
    const isStillSure =
      isSure && !mayHaveChanged(later, description) && !later.some((table) => reaches(conditions, table));
    if (!isStillSure) await checkTouched(one);
  }
}

// --- internal ---

async function checkTouched(one: Touched): Promise<void> {
  const { policy, description, operation, open, key, records, conditions, values, indexes } = one;
  const { deletedAt } = description;
  const repository = open();
  // What sets or clears the time of the deletion is stored on the other side.
  const other = deletedAt !== undefined && values.some((one) => Object.hasOwn(one, deletedAt)) && repository.deleted;
  const find = async (demanded: readonly Condition[]): Promise<Map<string, Row>> => {
    const found = await findMeeting(repository, one, demanded);
    return other ? new Map([...found, ...(await findMeeting(other, one, demanded))]) : found;
  };
  const meeting = await find(conditions);
  if (records.every((record) => meeting.has(textOf(record, key)))) return;
  // Both as the database writes keys, which may differ from how they were sent.
  const refused = [...(await find([]))].filter(([text]) => !meeting.has(text));
  const [first] = refused;
  if (first === undefined) return;
  const at = records.findIndex((record) => textOf(record, key) === first[0]);
  const error = new PolicyError(policy, operation, {
    values: { ...(values[at] ?? values[0]) },
    ...(operation !== 'create' && { ids: refused.map(([, row]) => keyText(keyOf(row, description.primaryKey))) }),
    index: indexes[at],
  });
  throw one.places.reduce<unknown>((placed, place) => place(placed), error);
}

/** Find the records that meet the conditions, by their keys as text. */
async function findMeeting(
  repository: Repository,
  { key, records }: Touched,
  conditions: readonly Condition[],
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (const part of inParts(records)) {
    const keys = new Map(part.map((record) => [textOf(record, key), keyOf(record, key)]));
    const rows = await repository.findMany({
      where: restricted(whereKeys([...keys.values()], key), conditions),
      fields: key,
    });
    for (const row of rows) found.set(textOf(row, key), row);
  }
  return found;
}

function textOf(record: Row, key: readonly string[]): string {
  return JSON.stringify(key.map((name) => String(record[name])));
}
