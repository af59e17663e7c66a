import type { Condition } from '../conditions.ts';
import type { Description, Id, Row } from '../types.ts';
import { insertRows } from '../write-rows.ts';
import { failsOne, meetsAll } from './after-image.ts';
import { checkReferences } from './check-references.ts';
import { PolicyError } from './policy-error.ts';
import { readDecision } from './restrict-relations.ts';
import type { RestrictedTable } from './restricted-table.ts';

/**
 * Insert records that the user may create, all or none. The policy sets columns that are left out. Where the values do not show that a record is allowed, it
 * is compared as it is stored, in one transaction with the insert.
 *
 * @throws {PolicyError}; {@link DataError} `invalid_value` for a reference to a record that the user may not read
 */
export async function createRows(
  table: RestrictedTable,
  list: readonly Row[],
  description: Description,
): Promise<Row[]> {
  const { defaults } = table.policy;
  const records = list.map((values) => fillIn(values, defaults, description));
  const demands = findDemands(table, list, description);
  await checkReferences(list, withoutGiven(description, table), table.access, table.models, table.opening.options);
  const isSure =
    !table.isRewritten(description) &&
    demands.every(({ conditions, indexes }) =>
      indexes.every((index) => meetsAll(conditions, records[index] as Row, description)),
    );
  if (isSure) return insertRows(table.stored, records);
  if (!table.isRewritten(description)) refuseFailing(table, records, demands, description);
  return table.inTransaction(async (inside) => {
    const rows = await insertRows(inside.stored, records);
    await checkStored(inside, rows, demands, records, description);
    return rows;
  });
}

// --- internal ---

/** What some of the new records have to meet. */
interface Demand {
  readonly conditions: readonly Condition[];
  readonly indexes: number[];
}

/**
 * What new records have to meet, together for those that name the same fields with conditions of their own.
 *
 * @throws {PolicyError} where nothing would do
 */
function findDemands({ policy }: RestrictedTable, list: readonly Row[], description: Description): Demand[] {
  const demands = new Map<string, Demand>();
  for (const [index, values] of list.entries()) {
    const named = policy.ruledFields.filter((name) => Object.hasOwn(values, name));
    const known = demands.get(named.join());
    known?.indexes.push(index);
    if (known !== undefined) continue;
    const conditions = readDecision(policy.decide('create', named), description, policy);
    if (conditions === false) throw new PolicyError(policy, 'create', { values, ...atIndex(list, index) });
    demands.set(named.join(), { conditions, indexes: [index] });
  }
  return [...demands.values()];
}

/** A conflict of a record that is refused anyway would tell of records that the user may not read. */
function refuseFailing(
  { policy }: RestrictedTable,
  records: readonly Row[],
  demands: readonly Demand[],
  description: Description,
): void {
  const failing = demands.flatMap(({ conditions, indexes }) =>
    indexes.filter((index) => failsOne(conditions, records[index] as Row, description)),
  );
  if (failing.length === 0) return;
  const refused = Math.min(...failing);
  throw new PolicyError(policy, 'create', { values: { ...records[refused] }, ...atIndex(records, refused) });
}

async function checkStored(
  table: RestrictedTable,
  rows: readonly Row[],
  demands: readonly Demand[],
  records: readonly Row[],
  { primaryKey }: Description,
): Promise<void> {
  for (const { conditions, indexes } of demands) {
    const ids = indexes.map((index) => rows[index]?.[primaryKey] as Id);
    const found = await table.findAllowed(ids, conditions, primaryKey);
    const refused = indexes.find((_, at) => !found.has(String(ids[at])));
    if (refused === undefined) continue;
    throw new PolicyError(table.policy, 'create', { values: { ...records[refused] }, ...atIndex(records, refused) });
  }
}

function withoutGiven(description: Description, { opening: { given } }: RestrictedTable): Description {
  if (given === undefined) return description;
  const { foreignKeys = [] } = description;
  return { ...description, foreignKeys: foreignKeys.filter(({ column }) => !given.has(column)) };
}

/** An equality can also be about the number of related records, which is not set. */
function fillIn(values: Row, defaults: Row, { columns }: Description): Row {
  const filled = { ...values };
  for (const name in defaults) if (filled[name] === undefined && columns.has(name)) filled[name] = defaults[name];
  return filled;
}

function atIndex({ length }: readonly unknown[], index: number): { index?: number } {
  return length > 1 ? { index } : {};
}
