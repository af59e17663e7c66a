import type { Condition } from '../conditions.ts';
import type { Repository } from '../provider.ts';
import { readFilter } from '../read-filter.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, Id, Row } from '../types.ts';
import { keyIn } from '../write-rows.ts';
import { failsOne, staysTrue } from './after-image.ts';
import { checkReferences } from './check-references.ts';
import { PolicyError } from './policy-error.ts';
import { maskColumns, readDecision } from './restrict-relations.ts';
import type { RestrictedTable } from './restricted-table.ts';

/** How rows are written, and what the result says. */
export interface Change<T> {
  readonly operation: 'update' | 'delete';
  readonly where: Filter;
  /** Of an update. */
  readonly values?: Row;
  readonly run: (repository: Repository, where: Filter) => Promise<T>;
  /** How many rows were written. */
  readonly sizeOf: (result: T) => number;
  readonly nothing: T;
}

/**
 * Update or delete the records that a filter matches and the user reads, if the user may do that with all of them; an update has to be allowed before and
 * after it.
 *
 * One statement does it by a key, where the values cannot change what the policy says. Else the records are counted before, and compared after it, in one
 * transaction.
 *
 * @throws {PolicyError}; {@link DataError} `invalid_value` for a reference to a record that the user may not read
 */
export async function changeRows<T>(table: RestrictedTable, change: Change<T>, description: Description): Promise<T> {
  const { operation, where, values, run, sizeOf, nothing } = change;
  const { policy, access, stored } = table;
  const allowed = readDecision(policy.decide(operation, Object.keys(values ?? {})), description, policy);
  if (allowed === false && access.user === undefined) throw new PolicyError(policy, operation);
  const readable = await table.readable();
  if (readable === false) return nothing;
  // Names in the filter mean what the user sees; what is written is the table itself.
  const seen = [...readFilter(where, maskColumns(description, policy), table.relations), ...readable];
  if (allowed === false) {
    await refuseSome(table, change, seen, description);
    return nothing;
  }
  if (values !== undefined) await checkReferences([values], description, access, table.models, table.opening.options);
  const target = restricted(undefined, [...seen, ...allowed]);
  const isStable =
    values === undefined ||
    allowed.length === 0 ||
    (!table.isRewritten(description) && staysTrue(allowed, values, description));
  const isOne = keyIn(where, description.primaryKey) !== undefined;
  if (isStable && (isOne || allowed.length === 0)) {
    const result = await run(stored, target);
    if (allowed.length > 0 && sizeOf(result) === 0) await refuseSome(table, change, seen, description);
    return result;
  }
  return table.inTransaction(async (inside) => {
    const ids = isStable ? [] : await findKeys(inside, target, description);
    const total = await inside.stored.count(restricted(undefined, seen));
    // A conflict of a change that is refused anyway would tell of records that the user may not read.
    const isFailing = values !== undefined && !table.isRewritten(description) && failsOne(allowed, values, description);
    if (isFailing && ids.length > 0) throw new PolicyError(policy, operation, { ids: ids.slice(0, TOLD), values });
    const result = await run(inside.stored, target);
    if (sizeOf(result) < total) throw refusal(inside, change, await findSeen(inside, seen, description));
    if (!isStable) await checkStored(inside, ids, allowed, values as Row, description);
    return result;
  });
}

// --- internal ---

/** Records that a refusal names. */
const TOLD = 20;

/** @throws {PolicyError} when the user sees one of the records */
async function refuseSome<T>(
  table: RestrictedTable,
  change: Change<T>,
  seen: readonly Condition[],
  description: Description,
): Promise<void> {
  const ids = await findSeen(table, seen, description);
  if (ids.length > 0) throw refusal(table, change, ids);
}

function refusal<T>({ policy }: RestrictedTable, { operation, values }: Change<T>, ids: readonly Id[]): PolicyError {
  return new PolicyError(policy, operation, { ids, ...(values && { values }) });
}

async function findSeen(
  { stored }: RestrictedTable,
  seen: readonly Condition[],
  { primaryKey }: Description,
): Promise<Id[]> {
  const where = restricted(undefined, seen);
  const rows = await stored.findMany({ where, fields: [primaryKey], limit: TOLD });
  return rows.map((row) => row[primaryKey] as Id);
}

async function findKeys({ stored }: RestrictedTable, where: Filter, { primaryKey }: Description): Promise<Id[]> {
  const rows = await stored.findMany({ where, fields: [primaryKey], lock: true });
  return rows.map((row) => row[primaryKey] as Id);
}

async function checkStored(
  table: RestrictedTable,
  ids: readonly Id[],
  demanded: readonly Condition[],
  values: Row,
  { primaryKey }: Description,
): Promise<void> {
  const moved = values[primaryKey] as Id | undefined;
  const written = moved === undefined || ids.length === 0 ? ids : [moved];
  const found = await table.findAllowed(written, demanded, primaryKey);
  const refused = written.filter((id) => !found.has(String(id)));
  if (refused.length > 0) throw new PolicyError(table.policy, 'update', { ids: refused.slice(0, TOLD), values });
}
