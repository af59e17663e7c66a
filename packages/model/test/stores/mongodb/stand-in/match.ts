import type { Document } from 'mongodb';
import { compare, isComparable, typeOf } from './bson-order.ts';
import { evaluate } from './expressions.ts';
import { unknown } from './stand-in-error.ts';

/** Whether a document matches a filter. */
export function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === '$and') return (condition as Document[]).every((one) => matches(document, one));
    if (key === '$or') return (condition as Document[]).some((one) => matches(document, one));
    if (key === '$expr') return evaluate(condition, document) === true;
    checkPath(key);
    return matchesField(Object.hasOwn(document, key) ? document[key] : undefined, condition);
  });
}

/** Refuse what reaches into a document, and operators that are not known. */
export function checkPath(name: string): void {
  if (name.startsWith('$') || name.includes('.')) throw unknown(`the name "${name}" in a filter or an update`);
}

// --- internal ---

function matchesField(value: unknown, condition: unknown): boolean {
  if (!isOperators(condition)) return isEqual(value, condition);
  return Object.entries(condition).every(([operator, operand]) => matchesOperator(value, operator, operand));
}

function isOperators(condition: unknown): condition is Document {
  if (typeOf(condition) !== 'object') return false;
  if (Object.keys(condition as object).some((key) => key.startsWith('$'))) return true;
  throw unknown('comparisons with objects');
}

function matchesOperator(value: unknown, operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$eq':
      return isEqual(value, operand);
    case '$ne':
      return !isEqual(value, operand);
    case '$in':
      return (operand as unknown[]).some((one) => isEqual(value, one));
    case '$nin':
      return !(operand as unknown[]).some((one) => isEqual(value, one));
    case '$gt':
      return isOrdered(value, operand) && compare(value, operand) > 0;
    case '$gte':
      return isOrdered(value, operand) && compare(value, operand) >= 0;
    case '$lt':
      return isOrdered(value, operand) && compare(value, operand) < 0;
    case '$lte':
      return isOrdered(value, operand) && compare(value, operand) <= 0;
    case '$exists':
      return (value !== undefined) === operand;
    default:
      throw unknown(`the operator ${operator} of a filter`);
  }
}

function isEqual(value: unknown, operand: unknown): boolean {
  checkScalar(value, operand);
  return isComparable(value, operand) && compare(value, operand) === 0;
}

function isOrdered(value: unknown, operand: unknown): boolean {
  checkScalar(value, operand);
  if (operand === null) throw unknown('an order beside null');
  return isComparable(value, operand);
}

// MongoDB looks into lists for their elements.
function checkScalar(...values: readonly unknown[]): void {
  for (const value of values) {
    if (typeOf(value) === 'array' || typeOf(value) === 'object') throw unknown('filters of lists and objects');
  }
}
