import type { Compared, Condition, FieldCondition, ListCondition, Present } from './conditions.ts';
import { DataError } from './data-error.ts';
import { expandFilter, type RawCondition } from './expand-filter.ts';
import { COUNT, findColumn, findRelation, splitPath } from './find-column.ts';
import { expectedForms, readValue } from './read-value.ts';
import { NO_RELATIONS, type Relations } from './relations.ts';
import type { Column, Description, Filter } from './types.ts';

/**
 * Check a filter against the described columns and relations, and flatten it into the conditions that a store builds its statement from; all of them
 * must hold.
 *
 * Values come out in the form of their column's type (see `readValue`). `eq: null` becomes "is null" and `ne: null` "is not null". As people
 * expect and SQL does not, `ne` and `nin` also hold where the field is null. An empty `in` list stays, and matches nothing; an empty `nin`
 * list is left out. Columns of type `json` can only be asked whether they are null, and arrays of PostgreSQL whether they contain an item. A path, `author.name`, becomes `some` of its relation.
 *
 * @example readFilter({ views: { gte: '10' } }, description) // [{ column: 'views', operator: 'gte', value: 10 }]
 * @throws {DataError} `unknown_field`, naming the nearest column; `invalid_filter` for `undefined`, unknown operators, nested objects and values
 *   that the column cannot hold
 */
export function readFilter(where: Filter, description: Description, relations: Relations = NO_RELATIONS): Condition[] {
  return checkConditions(expandFilter(where), description, relations);
}

/** Check conditions of a filter, as {@link readFilter} does; paths through one relation hold for the same record. */
export function checkConditions(
  list: readonly RawCondition[],
  description: Description,
  relations: Relations,
): Condition[] {
  const conditions: Condition[] = [];
  let paths: Map<string, RawCondition[]> | undefined;
  for (const condition of list) {
    switch (condition.operator) {
      case 'and':
        for (const part of condition.value) conditions.push(...checkConditions(part, description, relations));
        break;
      case 'checked':
        conditions.push(...(condition.value === false ? NOTHING : condition.value));
        break;
      case 'or':
        conditions.push({
          operator: 'or',
          value: condition.value.map((part) => checkConditions(part, description, relations)),
        });
        break;
      case 'some':
      case 'none':
      case 'every': {
        const relation = findRelation(condition.relation, description, relations);
        const value = checkConditions(condition.value, relation.target, relation.relations);
        conditions.push({ operator: condition.operator, relation, value });
        break;
      }
      default: {
        const path = splitPath(condition.column, description);
        if (path === undefined) {
          const read = checkField(condition, description, relations);
          if (read) conditions.push(read);
          break;
        }
        const [relation, column] = path;
        paths ??= new Map();
        const same = paths.get(relation) ?? [];
        paths.set(relation, same);
        same.push({ ...condition, column });
      }
    }
  }
  for (const [name, value] of paths ?? []) {
    const relation = findRelation(name, description, relations);
    conditions.push({
      operator: 'some',
      relation,
      value: checkConditions(value, relation.target, relation.relations),
    });
  }
  return conditions;
}

/**
 * Check the text that a column is asked to contain, to begin or to end with.
 *
 * @param field - the name of the column in the filter
 * @throws {DataError} `invalid_filter` for a column that is not of text, and for text that is too long or that no store holds
 */
export function readText(value: unknown, column: Column, field: string): string {
  if (column.type !== 'string') {
    throw new DataError('invalid_filter', `"${field}" is not a string and cannot be searched for text`, { field });
  }
  if (typeof value !== 'string' || readValue(value, { type: 'string' }) === undefined) {
    const hint = `Give ${expectedForms.string}.`;
    throw new DataError('invalid_filter', `"${field}" is searched for a value that is not text`, {
      field,
      value,
      hint,
    });
  }
  if (value.length > LONGEST_TEXT) {
    const message = `The text to find in "${field}" is longer than ${LONGEST_TEXT} characters`;
    throw new DataError('invalid_filter', message, { field, value });
  }
  return value;
}

// --- internal ---

/** At least one of no conditions. */
const NOTHING: readonly Condition[] = [{ operator: 'or', value: [] }];

/** @returns `undefined` for a condition that always holds */
function checkField(
  condition: FieldCondition,
  description: Description,
  relations: Relations,
): FieldCondition | undefined {
  const name = condition.column;
  const relation = description.columns.has(name) ? undefined : relations.get(name);
  const counted = relation?.kind === 'count' ? relation : undefined;
  const column = counted ? COUNT : findColumn(name, description, relations);
  const { mask } = column;
  const isPlain = condition.operator === 'eq' && counted === undefined && mask === undefined && column.type !== 'json';
  // Fast path of most filters, without copies.
  if (isPlain) return { column: name, operator: 'eq', value: checkOperand(condition.value, column, name) };
  const compared: Compared = { ...(counted && { counted }), ...(mask !== undefined && { mask }) };
  if (condition.operator === 'null') return { ...condition, ...compared };
  const { items } = column;
  if (items !== undefined && condition.operator === 'contains') {
    const item: Column = { name, type: items, nullable: true, hasDefault: false };
    return {
      column: name,
      operator: 'contains',
      value: String(checkOperand(condition.value, item, name)),
      ...compared,
    };
  }
  if (column.type === 'json') {
    throw new DataError('invalid_filter', `"${name}" holds JSON and cannot be compared`, {
      field: name,
      hint:
        items === undefined
          ? 'Use { null: true } or { null: false }, or keep the part to filter by in a column of its own.'
          : 'Use { contains: … } with an item of the list, { null: true } or { null: false }.',
    });
  }
  if (isList(condition)) {
    if (condition.operator === 'nin' && condition.value.length === 0) return undefined;
    const value = condition.value.map((one) => (one === null ? null : checkOperand(one, column, name)));
    return { column: name, operator: condition.operator, value, ...compared };
  }
  switch (condition.operator) {
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return {
        column: name,
        operator: condition.operator,
        value: readText(condition.value, column, name),
        ...compared,
      };
    default:
      return {
        column: name,
        operator: condition.operator,
        value: checkOperand(condition.value, column, name),
        ...compared,
      };
  }
}

function isList(condition: FieldCondition): condition is ListCondition {
  return condition.operator === 'in' || condition.operator === 'nin';
}

function checkOperand(value: Present, column: Column, field: string): Present {
  const read = readValue(value, column);
  if (read !== undefined) return read as Present;
  throw new DataError('invalid_filter', `The filter of "${field}" compares with a value that it cannot hold`, {
    field,
    value,
    hint: `Give ${expectedForms[column.type]}.`,
  });
}

/** SQLite and MariaDB compare each character of the text with each one of the column: a second for a megabyte that nearly matches everywhere. */
const LONGEST_TEXT = 255;
