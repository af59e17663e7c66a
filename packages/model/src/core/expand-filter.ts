import { isPlainObject, isUndeclared } from '@rest-gen/logic/common';
import type { Allowed, FieldCondition } from './conditions.ts';
import { DataError } from './data-error.ts';
import { Restriction } from './join-filters.ts';
import type { Filter, Row, Scalar } from './types.ts';

/** A part of a filter whose names and values have not been compared with the table; the column of a comparison may be a path, `author.name`. */
export type RawCondition =
  | FieldCondition
  | { readonly operator: 'or'; readonly value: readonly (readonly RawCondition[])[] }
  | { readonly operator: 'and'; readonly value: readonly (readonly RawCondition[])[] }
  | {
      readonly operator: 'some' | 'none' | 'every';
      readonly relation: string;
      readonly value: readonly RawCondition[];
    }
  /** What is checked already; `false`: nothing matches. */
  | { readonly operator: 'checked'; readonly value: Allowed };

/**
 * Take a filter apart into single conditions, and refuse whatever is not one; names and values are not yet compared with the table.
 *
 * `{ title: 'a', id: [1, 2], views: { gte: 10 }, note: null }` gives an `eq`, an `in`, a `gte` and a `null`.
 *
 * @throws {DataError} `invalid_filter`: `undefined` anywhere, an unknown operator, no operator at all, a nested object or list;
 *   `undeclared`: an object or list that a request has sent and no logic has declared
 */
export function expandFilter(filter: Filter): RawCondition[] {
  if (Restriction.is(filter)) return [{ operator: 'checked', value: filter.conditions }];
  if (!isPlainObject(filter)) {
    throw refuse('A filter must be a plain object', undefined, "Write it as { field: value }, such as { title: 'a' }.");
  }
  const conditions: RawCondition[] = [];
  for (const column of Object.keys(filter)) expandField(conditions, column, (filter as Row)[column]);
  return conditions;
}

/** Copy a filter, so that later changes of the original do not matter. */
export function copyFilter(filter: Filter): Filter {
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(filter)) copy[name] = copyValue(value);
  return copy as Filter;
}

/** What can be asked of a text alone. */
export const TEXT_OPERATORS: readonly string[] = ['contains', 'startsWith', 'endsWith'];

/** All operators of a column. */
export const OPERATORS: readonly string[] = [
  ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'],
  ...TEXT_OPERATORS,
];

// --- internal ---

const comparisons = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']);

const texts = new Set(TEXT_OPERATORS);

const quantifiers = new Set(['some', 'none', 'every']);

function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, copyValue);
  return isPlainObject(value) ? copyFilter(value as Filter) : value;
}

function expandField(conditions: RawCondition[], column: string, value: unknown): void {
  if (isUndeclared(value)) throw refuseUndeclared(column, value);
  if (Array.isArray(value)) {
    const isList =
      (column === 'or' || column === 'and') && value.every((one) => isPlainObject(one) || Restriction.is(one));
    conditions.push(isList ? expandList(column, value as Filter[]) : listCondition(column, 'in', value));
  } else if (isPlainObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) throw refuse(`The filter of "${column}" has no operator`, column, knownOperators());
    for (const [operator, operand] of entries) expandOperator(conditions, column, operator, operand);
  } else conditions.push(compareCondition(column, 'eq', value));
}

function expandList(operator: 'or' | 'and', filters: readonly Filter[]): RawCondition {
  const refused = filters.find(isUndeclared);
  if (refused !== undefined) throw refuseUndeclared(operator, refused);
  return { operator, value: filters.map(expandFilter) };
}

function expandOperator(conditions: RawCondition[], column: string, operator: string, operand: unknown): void {
  if (isUndeclared(operand)) throw refuseUndeclared(column, operand);
  if (operator === 'in' || operator === 'nin') conditions.push(listCondition(column, operator, operand));
  else if (operator === 'null') conditions.push(nullCondition(column, operand));
  else if (quantifiers.has(operator)) {
    conditions.push({ operator: operator as 'some', relation: column, value: expandFilter(operand as Filter) });
  } else if (texts.has(operator) || comparisons.has(operator)) {
    const read = texts.has(operator) ? textCondition : compareCondition;
    const isList = Array.isArray(operand) && operator !== 'eq' && operator !== 'ne';
    if (isList && operand.length === 0) throw refuse(`The filter "${operator}" of "${column}" has no value`, column);
    // Not `map`, which skips the holes of a sparse list.
    if (isList) conditions.push(...Array.from(operand, (one) => read(column, operator as 'gt' & 'contains', one)));
    else conditions.push(read(column, operator as 'gt' & 'contains', operand));
  } else throw refuse(`The filter of "${column}" has an unknown operator "${operator}"`, column, knownOperators());
}

function compareCondition(column: string, operator: 'eq' | 'ne' | 'gt', value: unknown): FieldCondition {
  if (!isScalar(value)) throw refuseValue(column, operator, value);
  if (value !== null) return { column, operator, value };
  if (operator === 'eq' || operator === 'ne') return { column, operator: 'null', value: operator === 'eq' };
  throw refuse(
    `The filter of "${column}" compares "${operator}" with null`,
    column,
    'Use { null: true } or { null: false }.',
  );
}

function textCondition(column: string, operator: 'contains', value: unknown): FieldCondition {
  if (typeof value === 'string') return { column, operator, value };
  if (isUndeclared(value) || value === undefined) throw refuseValue(column, operator, value);
  throw refuse(`The filter "${operator}" of "${column}" needs text`, column);
}

function listCondition(column: string, operator: 'in' | 'nin', value: unknown): FieldCondition {
  if (!Array.isArray(value)) throw refuse(`The filter "${operator}" of "${column}" needs a list`, column);
  // A hole of a sparse list reads as undefined here, which `every` would pass over.
  for (let index = 0; index < value.length; index += 1) {
    if (!isScalar(value[index])) throw refuseValue(column, operator, value[index]);
  }
  return { column, operator, value: value as Scalar[] };
}

function nullCondition(column: string, value: unknown): FieldCondition {
  if (typeof value !== 'boolean') throw refuse(`The filter "null" of "${column}" needs true or false`, column);
  return { column, operator: 'null', value };
}

function refuseValue(column: string, operator: string, value: unknown): DataError {
  if (isUndeclared(value)) return refuseUndeclared(column, value);
  if (value === undefined) {
    return refuse(`The filter of "${column}" is undefined`, column, 'Leave the field out, or use null for "is null".');
  }
  return refuse(
    `The filter "${operator}" of "${column}" compares with ${Array.isArray(value) ? 'a list' : `a value of kind ${typeof value}`}`,
    column,
    'Compare with text, a number, a boolean, a Date, bytes or null.',
  );
}

function refuseUndeclared(column: string, value: unknown): DataError {
  return new DataError('undeclared', `"${column}" must be a single value`, {
    field: column,
    value,
    hint: 'The request has sent an object or a list here, and its logic lets it pass: declare a type, such as { string: true }. Where clients may choose the operator, give a copy: { ...value }.',
  });
}

function refuse(message: string, field: string | undefined, hint?: string): DataError {
  return new DataError('invalid_filter', message, { field, hint });
}

function knownOperators(): string {
  return `The operators are ${OPERATORS.join(', ')}; a relation takes some, none and every.`;
}

function isScalar(value: unknown): value is Scalar {
  if (value === null) return true;
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return true;
    default:
      return value instanceof Date || value instanceof Uint8Array;
  }
}
