import type { Condition } from '../conditions.ts';
import { inParts } from '../in-parts.ts';
import { reaches } from '../policy/after-image.ts';
import { PolicyError } from '../policy/policy-error.ts';
import type { Repository } from '../provider.ts';
import { restricted } from '../restriction.ts';
import type { Filter, Id, Row } from '../types.ts';
import { mayHaveChanged, type Touched, type Transaction } from './transaction.ts';

/**
 * Check that the policies hold for all records that a transaction has written, as they are stored when everything has
 * run. One that it has deleted since is not stored.
 *
 * @throws {PolicyError}
 */
export async function checkStored({ touched, log }: Transaction): Promise<void> {
  for (const one of touched) {
    if (one.conditions.length > 0 && !isStillSure(one, log)) await checkTouched(one);
  }
}

// --- internal ---

function isStillSure({ isSure, at, conditions, description }: Touched, log: readonly string[]): boolean {
  const later = log.slice(at);
  return isSure && !mayHaveChanged(later, description) && !later.some((table) => reaches(conditions, table));
}

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
  const index = indexes[at];
  const error = new PolicyError(policy, operation, {
    values: { ...(values[at] ?? values[0]) },
    ...(operation !== 'create' && { ids: refused.map(([, row]) => String(row[description.primaryKey])) }),
    ...(index !== undefined && { index }),
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
    const where = key.map((name) => [name, [...new Set(part.map((record) => record[name] as Id))]] as const);
    const rows = await repository.findMany({
      where: restricted(Object.fromEntries(where) as Filter, conditions),
      fields: key,
    });
    for (const row of rows) found.set(textOf(row, key), row);
  }
  return found;
}

function textOf(record: Row, key: readonly string[]): string {
  return JSON.stringify(key.map((name) => String(record[name])));
}
