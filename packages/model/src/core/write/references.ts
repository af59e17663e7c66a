import type { Allowed, Condition } from '../conditions.ts';
import { DataError, isDataError } from '../data-error.ts';
import { restricted } from '../join-filters.ts';
import { columnsOf } from '../key.ts';
import { failsOne, meetsAll } from '../policy/after-image.ts';
import { allowsEverything } from '../policy/decide.ts';
import { readDecision } from '../policy/restrict-relations.ts';
import type { Repository } from '../provider.ts';
import { readFilter } from '../read-filter.ts';
import { isMissing, refersBy, requireRecords } from '../require-records.ts';
import type { Description, Filter, Reference, Row } from '../types.ts';
import type { TableSession } from './table-session.ts';
import { type Layer, oncePerWrite, type Values, type Write } from './write.ts';

/**
 * Refuse values that refer to a record which the user may not read, or which is deleted, as if it did not exist. It is
 * asked inside the transaction of the write.
 *
 * A table without a policy is not looked at: no request reaches its records, and the database checks its foreign keys.
 */
export const references: Layer = {
  name: 'references',
  appliesTo: () => true,
  needsTransaction: (write) => findLookups(write).length > 0,
  run(write, next) {
    const lookups = findLookups(write);
    return lookups.length === 0 ? next(write) : lookUp(lookups, write).then(() => next(write));
  },
};

// --- internal ---

async function lookUp(lookups: readonly Lookup[], write: Write): Promise<void> {
  for (const { reference, named, others, isSwitched } of lookups) {
    if (!(await applies(reference, write))) continue;
    if (isSwitched) await checkSwitched(reference, write);
    await check(write.table, reference, named, true).catch(async (error) => {
      // A record that was shown can be sent back, even if the record it refers to has been hidden since.
      if (!isMissingRecord(error) || !(await isUnchanged(reference, write))) throw error;
    });
    await check(write.table, reference, others, false);
  }
}

/** A reference, and the values that have to be looked up; nothing in a record that is not looked up. */
interface Lookup {
  readonly reference: Reference;
  /** What the caller has named, which has to be readable. */
  readonly named: readonly (Values | undefined)[];
  /** What the policy has set: it only must not be deleted. */
  readonly others: readonly (Values | undefined)[];
  /** The records begin to refer by what is stored in them. */
  readonly isSwitched: boolean;
}

function findLookups(write: Write): readonly Lookup[] {
  const { table, description, action } = write;
  return action === 'delete' || table.references(description).length === 0 ? NONE : planLookups(write);
}

const NONE: readonly Lookup[] = [];

const planLookups = oncePerWrite(({ table, description, values, action }): Lookup[] => {
  const { given } = table.options;
  const lookups: Lookup[] = [];
  for (const reference of table.references(description)) {
    const { deletedAt } = reference;
    const names = columnsOf(reference.column);
    if (names.every((name) => given?.has(name))) continue;
    const isDeletable = deletedAt !== undefined;
    const isChecked = isDeletable || isRestricted(table, reference);
    const isSwitched = action === 'update' && makesRefer(reference, values[0]?.columns ?? {});
    if (!isChecked || !(isSwitched || values.some(({ columns }) => refersBy(columns, names)))) continue;
    const conditions = conditionsOf(reference, description);
    const pick = (wanted: boolean) =>
      values.map((one) => {
        const isWanted = names.some((name) => one.named.includes(name)) === wanted && refersBy(one.columns, names);
        return isWanted && !failsOne(conditions, one.columns, description) ? one : undefined;
      });
    const named = pick(true);
    const others = isDeletable ? pick(false) : [];
    if (isSwitched || [...named, ...others].some((one) => one !== undefined))
      lookups.push({ reference, named, others, isSwitched });
  }
  return lookups;
});

/** Whether values make records refer by a column that they do not have. */
function makesRefer(reference: Reference, columns: Row): boolean {
  const isPartial = columnsOf(reference.column).some((name) => !Object.hasOwn(columns, name));
  return isPartial && (switchIn(reference, columns) ?? partIn(reference, columns)) !== undefined;
}

/** The first of the columns that refer which is among these. */
function partIn({ column }: Reference, columns: Row): string | undefined {
  return columnsOf(column).find((name) => Object.hasOwn(columns, name));
}

/** The first column among these that decides whether records refer. */
function switchIn({ when = {} }: Reference, columns: Row): string | undefined {
  return namesIn(when).find((name) => Object.hasOwn(columns, name));
}

function namesIn(filter: Filter): string[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    name === 'and' || name === 'or' ? (value as readonly Filter[]).flatMap(namesIn) : [name],
  );
}

/** @throws {DataError} that names the column which makes the records refer, because the values do not have the column that refers */
async function checkSwitched(reference: Reference, write: Write): Promise<void> {
  try {
    await check(write.table, reference, await readStored(reference, write), true);
  } catch (error) {
    const columns = write.values[0]?.columns ?? {};
    const field = switchIn(reference, columns) ?? partIn(reference, columns);
    if (!isMissingRecord(error) || field === undefined) throw error;
    throw new DataError(error.code, error.message, { field, value: columns[field] });
  }
}

function isMissingRecord(error: unknown): error is DataError {
  return isDataError(error) && error.code === 'invalid_value';
}

/** What the records that an update makes refer have in the column. */
async function readStored({ column }: Reference, write: Write): Promise<Values[]> {
  const named = columnsOf(column);
  const rows = await lockColumns(named, write, write.table.stored);
  const columns = write.values[0]?.columns;
  return rows.map((row) => ({ columns: { ...row, ...columns }, related: undefined, named, index: undefined }));
}

/** Load and lock columns of the records that an update changes. */
async function lockColumns(
  columns: readonly string[],
  { table, description, where }: Write,
  repository: Repository,
): Promise<Row[]> {
  const seen = table.findable(where, description);
  if (seen === false) return [];
  return repository.findMany({ where: restricted(undefined, seen), fields: columns, lock: true });
}

/** Whether all records that an update changes refer by this value already, as far as the user may see it. */
async function isUnchanged(reference: Reference, write: Write): Promise<boolean> {
  const { columns = {} } = write.values[0] ?? {};
  if (write.action !== 'update' || switchIn(reference, columns) !== undefined) return false;
  const names = columnsOf(reference.column);
  const rows = await lockColumns(names, write, write.table.reads);
  const isSame = (row: Row): boolean =>
    names.every((name) => !isMissing(row[name]) && String(row[name]) === String(columns[name]));
  return rows.length > 0 && rows.every(isSame);
}

/** What rows have to meet to refer by this column; for what cannot be told from the table alone, they always refer. */
function conditionsOf({ when }: Reference, description: Description): readonly Condition[] {
  try {
    return when === undefined ? [] : readFilter(when, description);
  } catch {
    return [];
  }
}

/** Whether one of the records refers by this column: what the values do not say, the stored records do. */
async function applies(reference: Reference, write: Write): Promise<boolean> {
  const { table, description, action, where, values, before } = write;
  const conditions = conditionsOf(reference, description);
  const isSure = (one: Values): boolean => meetsAll(conditions, one.columns, description);
  if (action === 'create' || conditions.length === 0 || values.some(isSure)) return true;
  if (values.some(({ columns }) => failsOne(conditions, columns, description))) return false;
  const seen = before === undefined ? table.findable(where, description) : readFilter(where, description);
  return seen !== false && (await table.stored.count(restricted(undefined, [...seen, ...conditions]))) > 0;
}

function isRestricted({ access }: TableSession, { table }: Reference): boolean {
  const target = access?.find(table);
  return target !== undefined && !allowsEverything(target.decide('read'));
}

/** @throws {DataError} `invalid_value`, with the field and its value */
async function check(
  { access, session }: TableSession,
  reference: Reference,
  list: readonly (Values | undefined)[],
  isNamed: boolean,
): Promise<void> {
  if (list.every((one) => one === undefined)) return;
  const target = isNamed ? access?.find(reference.table) : undefined;
  const repository = session.models.repository(target?.table ?? reference.table, session.options);
  let conditions: Allowed = [];
  if (target !== undefined) {
    const described: Description = await repository.describe();
    conditions = readDecision(target.decide('read'), described, target);
  }
  const rows = list.map((one) => one?.columns ?? {});
  await requireRecords(rows, reference, () => repository, conditions);
}
