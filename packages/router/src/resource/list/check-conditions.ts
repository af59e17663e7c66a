import { isPlainObject } from '@rest-gen/logic/common';
import { type Filter, TEXT_OPERATORS } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';

/**
 * Refuse filters with too many conditions, before the store is asked: it may have to test each of them on each row of the table.
 *
 * Every comparison counts. What takes a store several times as long counts twice: a comparison with a part of a text, and a relation that a name goes
 * through. A value of a list is looked up: 20 of them count as one.
 *
 * @throws {HttpError} 400 `E_QUERY` with both numbers
 */
export function checkConditions(filters: readonly Filter[]): void {
  const count = countAll(filters);
  if (count <= MOST_CONDITIONS) return;
  throw requestError('E_QUERY', `The filters have ${count} conditions; a request may have ${MOST_CONDITIONS}.`);
}

// --- internal ---

const MOST_CONDITIONS = 200;
const OF_TEXT = 2;
const OF_RELATION = 2;
const VALUES = 20;

function countAll(filters: readonly Filter[]): number {
  return filters.reduce((count, filter) => count + countFilter(filter), 0);
}

function countFilter(filter: Filter): number {
  return Object.entries(filter).reduce((count, [name, value]) => count + countField(name, value), 0);
}

function countField(name: string, value: unknown): number {
  if (Array.isArray(value) && value.some(isPlainObject)) return countAll(value as Filter[]);
  const path = OF_RELATION * (name.split('.').length - 1);
  if (!isPlainObject(value)) return path + countOperand('in', value);
  return Object.entries(value).reduce(
    (count, [operator, operand]) => count + path + countOperand(operator, operand),
    0,
  );
}

function countOperand(operator: string, operand: unknown): number {
  // The filter of a relation: `some`, `none` or `every`.
  if (isPlainObject(operand)) return OF_RELATION + countFilter(operand as Filter);
  const values = Array.isArray(operand) ? operand.length : 1;
  if (operator === 'in' || operator === 'nin') return Math.ceil(values / VALUES);
  return TEXT_OPERATORS.includes(operator) ? OF_TEXT * values : values;
}
