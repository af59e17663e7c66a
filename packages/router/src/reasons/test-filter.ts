import {
  type Condition,
  columnsOf,
  type Description,
  expandFilter,
  type Filter,
  failsOne,
  keyOf,
  keyRow,
  type ModelProvider,
  meetsAll,
  type Row,
  readFilter,
  type TableAccess,
  whereKeys,
} from '@rest-gen/model/core';
import {
  type Conceal,
  describeFilter,
  describeValue,
  describeWanted,
  splitFilter,
} from '../describe/describe-filter.ts';

/** The record that a policy is asked about. */
export interface Subject {
  /** The record as it is stored, read without policies; or as it would be written. */
  readonly row: Row;
  readonly isStored: boolean;
}

/** The table whose filters are tested, with its store. */
export interface Tested {
  readonly table: TableAccess;
  readonly description: Description;
  readonly models: Pick<ModelProvider, 'repository'>;
  readonly conceal: Conceal;
}

/**
 * Which parts of a filter a record does not meet; `unsure` is what only the store can say, of a record that it does not
 * have.
 */
export async function testFilter(
  filter: Filter,
  subject: Subject,
  tested: Tested,
): Promise<{ readonly failed: readonly string[]; readonly unsure: readonly string[] }> {
  const failed: string[] = [];
  const unsure: string[] = [];
  for (const part of splitFilter(filter)) {
    const holds = await test(part, subject, tested);
    if (holds === false) failed.push(describeFailure(part, subject, tested));
    else if (holds === undefined) unsure.push(describeFilter(part, tested.conceal));
  }
  return { failed, unsure };
}

// --- internal ---

/** The store compares, so that its rules of comparison hold here, too. */
async function test(part: Filter, { row, isStored }: Subject, tested: Tested): Promise<boolean | undefined> {
  const { table, description, models } = tested;
  const { name, primaryKey } = description;
  if (isStored) {
    const key = whereKeys([keyOf(row, primaryKey)], primaryKey);
    return (await models.repository(name, undefined, table.relations).count({ and: [key, part] })) > 0;
  }
  const conditions = readFilter(part, description, table.relations);
  if (meetsAll(conditions, row, description)) return true;
  const related = await testRelated(part, row, tested);
  if (related !== undefined) return related;
  return conditions.some((condition) => surelyFails(condition, row, description)) ? false : undefined;
}

/** Paths through one relation that gives one record: whether that record meets them. */
async function testRelated(part: Filter, row: Row, { table, models }: Tested): Promise<boolean | undefined> {
  const names = Object.keys(part);
  const prefix = names[0]?.slice(0, names[0].indexOf('.') + 1) ?? '';
  const relation = table.relations.get(prefix.slice(0, -1));
  if (relation?.kind !== 'one') return undefined;
  const from = columnsOf(relation.from);
  if (!from.every((name) => Object.hasOwn(row, name))) return undefined;
  if (from.some((name) => row[name] === undefined || row[name] === null)) return false;
  const asked = names.map((name) => [name.slice(prefix.length), part[name as keyof Filter]]);
  const where = {
    and: [keyRow(keyOf(row, from), columnsOf(relation.to)), relation.where ?? {}, Object.fromEntries(asked)],
  } as Filter;
  return (await models.repository(relation.target.name, undefined, relation.relations).count(where)) > 0;
}

/** Whether the conditions do not hold in any store. */
function surelyFails(condition: Condition, row: Row, description: Description): boolean {
  if (condition.operator !== 'null') return failsOne([condition], row, description);
  const value = condition.counted === undefined ? row[condition.column] : undefined;
  return value !== undefined && (value === null) !== condition.value;
}

function describeFailure(part: Filter, { row }: Subject, { conceal }: Tested): string {
  const [condition, ...others] = expandFilter(part);
  const isField = condition !== undefined && others.length === 0 && 'column' in condition;
  if (isField && !condition.column.includes('.') && Object.hasOwn(row, condition.column)) {
    if (conceal(condition.column)) return `${condition.column} has another value than the policy wants`;
    return `${condition.column} is ${describeValue(row[condition.column])}, and the policy wants ${describeWanted(condition)}`;
  }
  const text = describeFilter(part, conceal);
  if (condition !== undefined && isRelated(condition)) return `no related record matches: ${text}`;
  return `this does not hold: ${text}`;
}

function isRelated(condition: ReturnType<typeof expandFilter>[number]): boolean {
  return condition.operator === 'some' || ('column' in condition && condition.column.includes('.'));
}
