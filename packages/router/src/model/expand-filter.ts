import { isUndeclared } from '@rest-gen/logic/common';
import type { Condition } from './conditions.ts';
import { DataError } from './data-error.ts';
import { isPlainObject } from './is-plain-object.ts';
import type { Filter, Scalar } from './types.ts';

/**
 * Take a filter apart into single comparisons, and refuse whatever is not one; names and values are not yet compared with the table.
 *
 * `{ title: 'a', id: [1, 2], views: { gte: 10 }, note: null }` gives an `eq`, an `in`, a `gte` and a `null`.
 *
 * @throws {DataError} `invalid_filter`: `undefined` anywhere, an unknown operator, no operator at all, a nested object or list;
 *   `undeclared`: an object or list that a request has sent and no logic has declared
 */
export function expandFilter(filter: Filter): Condition[] {
  if (!isPlainObject(filter)) {
    throw refuse('A filter must be a plain object', undefined, "Write it as { field: value }, such as { title: 'a' }.");
  }
  return Object.entries(filter).flatMap(([column, value]) => expandField(column, value));
}

// --- internal ---

const operators = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null']);
const bounds = new Set(['gt', 'gte', 'lt', 'lte']);

function expandField(column: string, value: unknown): Condition[] {
  if (isUndeclared(value)) throw refuseUndeclared(column, value);
  if (Array.isArray(value)) return [listCondition(column, 'in', value)];
  if (!isPlainObject(value)) return [compareCondition(column, 'eq', value)];
  const entries = Object.entries(value);
  if (entries.length === 0) throw refuse(`The filter of "${column}" has no operator`, column, knownOperators());
  return entries.flatMap(([operator, operand]) => {
    if (!operators.has(operator)) {
      throw refuse(`The filter of "${column}" has an unknown operator "${operator}"`, column, knownOperators());
    }
    if (isUndeclared(operand)) throw refuseUndeclared(column, operand);
    if (operator === 'in' || operator === 'nin') return listCondition(column, operator, operand);
    if (operator === 'null') return nullCondition(column, operand);
    if (!bounds.has(operator) || !Array.isArray(operand)) return compareCondition(column, operator as 'eq', operand);
    if (operand.length === 0) throw refuse(`The filter "${operator}" of "${column}" has no bound`, column);
    // Not `map`, which skips the holes of a sparse list.
    return Array.from(operand, (bound) => compareCondition(column, operator as 'gt', bound));
  });
}

function compareCondition(column: string, operator: 'eq' | 'ne' | 'gt', value: unknown): Condition {
  if (!isScalar(value)) throw refuseValue(column, operator, value);
  if (value !== null) return { column, operator, value };
  if (operator === 'eq' || operator === 'ne') return { column, operator: 'null', value: operator === 'eq' };
  throw refuse(
    `The filter of "${column}" compares "${operator}" with null`,
    column,
    'Use { null: true } or { null: false }.',
  );
}

function listCondition(column: string, operator: 'in' | 'nin', value: unknown): Condition {
  if (!Array.isArray(value)) throw refuse(`The filter "${operator}" of "${column}" needs a list`, column);
  // A hole of a sparse list reads as undefined here, which `every` would pass over.
  for (let index = 0; index < value.length; index += 1) {
    if (!isScalar(value[index])) throw refuseValue(column, operator, value[index]);
  }
  // The caller may change the list later; a model that has been built does not.
  return { column, operator, value: [...(value as Scalar[])] };
}

function nullCondition(column: string, value: unknown): Condition {
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
  return new DataError('invalid_filter', message, {
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
  });
}

function knownOperators(): string {
  return `The operators are ${[...operators].join(', ')}.`;
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
