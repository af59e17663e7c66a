import type { Condition, FieldCondition } from '../conditions.ts';
import { columnsOf } from '../key.ts';
import { readValue } from '../read-value.ts';
import type { Relation } from '../relations.ts';
import type { Description, Row } from '../types.ts';

/**
 * Whether a row with these values surely meets all conditions. `false` means that the database has to say.
 *
 * Only what every database compares alike is decided here: the same whole number, truth value or text, and null.
 */
export function meetsAll(conditions: readonly Condition[], values: Row, description: Description): boolean {
  return conditions.every((condition) => meets(condition, values, description));
}

/** Whether conditions that a row meets surely hold after these values are written into it, too. */
export function staysTrue(conditions: readonly Condition[], values: Row, description: Description): boolean {
  return conditions.every(
    (condition) => !touches(condition, values, description) || meets(condition, values, description),
  );
}

/** Whether a row with these values surely fails the conditions, whatever else it holds. `false` means that the database has to say. */
export function failsOne(conditions: readonly Condition[], values: Row, description: Description): boolean {
  return conditions.some((condition) => {
    switch (condition.operator) {
      case 'or':
        return condition.value.every((part) => failsOne(part, values, description));
      case 'eq':
        return isField(condition) && differs(condition.column, condition.value, values, description);
      case 'in':
        return (
          isField(condition) && condition.value.every((one) => differs(condition.column, one, values, description))
        );
      default:
        return false;
    }
  });
}

/** Whether conditions read records of this table, through relations. */
export function reaches(conditions: readonly Condition[], table: string): boolean {
  return conditions.some((condition) => {
    switch (condition.operator) {
      case 'or':
        return condition.value.some((part) => reaches(part, table));
      case 'some':
      case 'none':
      case 'every':
        return leadsTo(condition.relation, table) || reaches(condition.value, table);
      default:
        return condition.counted !== undefined && leadsTo(condition.counted, table);
    }
  });
}

// --- internal ---

const EXACT: ReadonlySet<string> = new Set(['integer', 'bigint', 'boolean', 'string']);

function meets(condition: Condition, values: Row, description: Description): boolean {
  switch (condition.operator) {
    case 'or':
      return condition.value.some((part) => meetsAll(part, values, description));
    case 'eq':
      return isField(condition) && isSame(condition.column, condition.value, values, description);
    case 'in':
      return isField(condition) && condition.value.some((one) => isSame(condition.column, one, values, description));
    case 'null': {
      const value =
        isField(condition) && Object.hasOwn(values, condition.column) ? values[condition.column] : undefined;
      return value === null && condition.value;
    }
    default:
      return false;
  }
}

/** A column of the table itself. */
function isField({ counted, mask }: FieldCondition): boolean {
  return counted === undefined && mask === undefined;
}

function isSame(name: string, expected: unknown, values: Row, { columns }: Description): boolean {
  const column = columns.get(name);
  if (column === undefined || !Object.hasOwn(values, name) || !EXACT.has(column.type) || column.loose) return false;
  const value = values[name];
  if (value === null || value === undefined || expected === null) return value === null && expected === null;
  return readValue(value, column) === expected;
}

/** Other than equal for any collation: no case, accent or mark makes the difference. */
function differs(name: string, expected: unknown, values: Row, { columns }: Description): boolean {
  const column = columns.get(name);
  if (column === undefined || !Object.hasOwn(values, name) || !EXACT.has(column.type)) return false;
  if (values[name] === null) return expected !== null;
  const value = readValue(values[name], column);
  if (value === undefined || expected === null) return value !== undefined;
  return typeof value === 'string' ? compareLoosely(value, String(expected)) !== 0 : value !== expected;
}

let collator: Intl.Collator | undefined;

/** The collator takes 8 ms at the first use of `Intl` in a process. */
function compareLoosely(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
  return collator.compare(one, other);
}

/** Whether writing these values can change what a condition says of any row of the table. */
function touches(condition: Condition, values: Row, description: Description): boolean {
  switch (condition.operator) {
    case 'or':
      return condition.value.some((part) => part.some((one) => touches(one, values, description)));
    case 'some':
    case 'none':
    case 'every':
      return touchesRelation(condition.relation, values, description) || reaches(condition.value, description.name);
    default:
      return condition.counted
        ? touchesRelation(condition.counted, values, description)
        : isWritten(condition.column, values, description);
  }
}

function isWritten(name: string, values: Row, { columns }: Description): boolean {
  return Object.hasOwn(values, name) || columns.get(name)?.isComputed === true;
}

function touchesRelation(relation: Relation, values: Row, description: Description): boolean {
  return (
    columnsOf(relation.from).some((name) => isWritten(name, values, description)) || leadsTo(relation, description.name)
  );
}

/** The condition of a relation may lead anywhere, unless it names columns only, as that of records which are not deleted. */
function leadsTo({ target, through, where = {} }: Relation, table: string): boolean {
  const isOwn = Object.keys(where).every((name) => target.columns.has(name));
  const isNamed = (one: Description | undefined): boolean => one?.name.toLowerCase() === table.toLowerCase();
  // A view, and a table with triggers, may change with any other.
  const isOpaque = target.hasTriggers || through?.target.hasTriggers;
  return isOpaque || isNamed(target) || isNamed(through?.target) || !isOwn;
}
