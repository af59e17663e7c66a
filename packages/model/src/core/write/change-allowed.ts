import type { Allowed, Condition } from '../conditions.ts';
import { restricted } from '../join-filters.ts';
import { keyIn, movedKey } from '../key.ts';
import type { TableAccess } from '../policy/access.ts';
import { failsOne, staysTrue } from '../policy/after-image.ts';
import { MOST_NAMED, PolicyError } from '../policy/policy-error.ts';
import { readDecision } from '../policy/restrict-relations.ts';
import { readFilter } from '../read-filter.ts';
import type { Description, Id, Row } from '../types.ts';
import type { TableSession } from './table-session.ts';
import { keysOf, type Next, NOTHING, oncePerWrite, touchRecords, type Write, type Written } from './write.ts';

/** Update or delete the records that the user reads, if he may do that with all of them. @throws {PolicyError} */
export async function changeAllowed(write: Write, next: Next): Promise<Written> {
  const { table, description, before } = write;
  const plan = planChange(write);
  const { seen, allowed, isStable } = plan;
  if (seen === false) return NOTHING;
  const known = before && keysOf(before, description);
  const refuseSeen = async (): Promise<void> => {
    // A hook may have deleted some that were read before.
    const ids = await findSeen(table, seen, description);
    if (ids.length === 0) return;
    // The record that the filter names, where another request has added it since.
    const isNew = allowed !== false && known === undefined && keyOf(write) !== undefined;
    if (isNew && (await table.stored.count(restricted(undefined, [...seen, ...allowed]))) > 0) return;
    throw refuse(write, ids);
  };
  if (allowed === false) {
    await refuseSeen();
    return NOTHING;
  }
  const target = { ...write, where: restricted(undefined, [...seen, ...allowed]) };
  if (isOneStatement(write, plan)) {
    const written = await next(target);
    if (allowed.length > 0 && written.count < (known?.length ?? 1)) await refuseSeen();
    note(write, written, allowed, isStable, known ?? keyOf(write));
    return written;
  }
  const isCounted = known === undefined && write.operation === 'delete';
  const ids = isCounted ? undefined : (known ?? (await findSeen(table, seen, description, true)));
  const total = ids?.length ?? (await table.stored.count(restricted(undefined, seen)));
  const columns = write.values[0]?.columns ?? {};
  // A conflict of a change that is refused anyway would tell of records that the user may not read.
  const isFailing = !isStable && !description.hasTriggers && failsOne(allowed, columns, description);
  if (isFailing && ids !== undefined && ids.length > 0) throw refuse(write, ids);
  const written = await next(target);
  if (written.count < total) await refuseSeen();
  note(write, written, allowed, isStable, ids);
  return written;
}

/** Whether one statement without a transaction will do. @throws {PolicyError} for a guest who may change none */
export function mayChangeAtOnce(write: Write): boolean {
  return isOneStatement(write, planChange(write));
}

/**
 * Read and lock the records of an update or delete, if the user may change all of them that he reads.
 *
 * @throws {PolicyError}
 */
export async function lockRecords(write: Write): Promise<Row[]> {
  const { table, description, where } = write;
  const open = (): Pick<ChangePlan, 'seen' | 'allowed'> => ({ seen: table.findable(where, description), allowed: [] });
  const { seen, allowed } = table.policy === undefined ? open() : planChange(write);
  if (seen === false) return [];
  const find = (conditions: readonly Condition[]): Promise<Row[]> =>
    table.stored.findMany({ where: restricted(undefined, conditions), lock: true });
  const rows = allowed === false ? [] : await find([...seen, ...allowed]);
  if (allowed !== false && allowed.length === 0) return rows;
  const total = await table.stored.count(restricted(undefined, seen));
  if (rows.length < total) throw refuse(write, await findSeen(table, seen, description));
  return rows;
}

// --- internal ---

/** What an update or delete may touch. */
interface ChangePlan {
  /** The records that the filter matches and the user reads. */
  readonly seen: Allowed;
  /** What they have to meet before the change, and after an update. */
  readonly allowed: Allowed;
  /** The values cannot change whether the conditions hold. */
  readonly isStable: boolean;
  /** The filter names the key of a record, or the records are known. */
  readonly isNamed: boolean;
}

const planChange = oncePerWrite(({ table, description, operation, where, values, before }): ChangePlan => {
  const asked = table.policy as TableAccess;
  const { columns = {}, named = [] } = values[0] ?? {};
  const allowed = readDecision(asked.decide(operation, operation === 'update' ? named : []), description, asked);
  // Without a user nothing is looked up, so that the answer reveals nothing.
  if (allowed === false && asked.access.user === undefined) throw new PolicyError(asked, operation);
  const seen = before === undefined ? table.findable(where, description) : readFilter(where, description);
  const isStable =
    allowed === false ||
    allowed.length === 0 ||
    operation === 'delete' ||
    (!description.hasTriggers && staysTrue(allowed, columns, description));
  const isNamed = before !== undefined || keyIn(where, description.primaryKey) !== undefined;
  return { seen, allowed, isStable, isNamed };
});

function isOneStatement({ before }: Write, { seen, allowed, isStable, isNamed }: ChangePlan): boolean {
  if (seen === false || allowed === false) return before === undefined;
  return isStable && (isNamed || allowed.length === 0);
}

/** Note the records of an update: it has to be allowed after it, too. */
function note(
  write: Write,
  written: Written,
  conditions: readonly Condition[],
  isSure: boolean,
  before: readonly Id[] | undefined,
): void {
  const { description, operation, values } = write;
  // A record that the user does not read was not changed: it would be found again by its key.
  if (operation !== 'update' || conditions.length === 0 || written.count === 0) return;
  const columns = values[0]?.columns ?? {};
  const { primaryKey } = description;
  const ids = written.keys ?? before?.map((id) => movedKey(id, columns, primaryKey));
  if (ids === undefined || ids.length === 0) return;
  touchRecords(write, ids, written.at, { conditions, isSure, values: [columns], indexes: [] });
}

function keyOf({ where, description }: Write): Id[] | undefined {
  const key = keyIn(where, description.primaryKey);
  return key === undefined ? undefined : [key];
}

function refuse({ table, operation, values }: Write, ids: readonly Id[]): PolicyError {
  const [first] = values;
  const sent = operation === 'update' && first ? { values: first.columns } : {};
  return new PolicyError(table.policy as TableAccess, operation, { ids, ...sent });
}

/** @param isAll - all of them, locked; otherwise as many as a refusal names */
async function findSeen(
  { stored }: TableSession,
  seen: readonly Condition[],
  description: Description,
  isAll = false,
): Promise<Id[]> {
  const where = restricted(undefined, seen);
  const fields = description.primaryKey;
  const rows = await stored.findMany({ where, fields, ...(isAll ? { lock: true } : { limit: MOST_NAMED }) });
  return keysOf(rows, description);
}
