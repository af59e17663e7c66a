import type { Condition } from '../conditions.ts';
import { inParts } from '../in-parts.ts';
import { reaches } from '../policy/after-image.ts';
import { PolicyError } from '../policy/policy-error.ts';
import type { Repository } from '../provider.ts';
import { restricted } from '../restriction.ts';
import type { Id } from '../types.ts';
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
  const { policy, description, operation, open, ids, conditions, values, indexes } = one;
  const { primaryKey } = description;
  const { deletedAt } = description;
  const repository = open();
  // What sets or clears the time of the deletion is stored on the other side.
  const other = deletedAt !== undefined && values.some((one) => Object.hasOwn(one, deletedAt)) && repository.deleted;
  const find = async (demanded: readonly Condition[]): Promise<Set<string>> => {
    const found = await findMeeting(repository, primaryKey, ids, demanded);
    return other ? new Set([...found, ...(await findMeeting(other, primaryKey, ids, demanded))]) : found;
  };
  const meeting = await find(conditions);
  if (ids.every((id) => meeting.has(String(id)))) return;
  // Both as the database writes keys, which may differ from how they were sent.
  const refused = [...(await find([]))].filter((id) => !meeting.has(id));
  const [first] = refused;
  if (first === undefined) return;
  const at = ids.findIndex((id) => String(id) === first);
  const index = indexes[at];
  const error = new PolicyError(policy, operation, {
    values: { ...(values[at] ?? values[0]) },
    ...(operation !== 'create' && { ids: refused }),
    ...(index !== undefined && { index }),
  });
  throw one.places.reduce<unknown>((placed, place) => place(placed), error);
}

/** Which of these records meet the conditions: their keys, as text. */
async function findMeeting(
  repository: Repository,
  primaryKey: string,
  ids: readonly Id[],
  conditions: readonly Condition[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of inParts(ids)) {
    const where = restricted({ [primaryKey]: part }, conditions);
    const rows = await repository.findMany({ where, fields: [primaryKey] });
    for (const row of rows) found.add(String(row[primaryKey]));
  }
  return found;
}
