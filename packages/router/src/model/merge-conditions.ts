import type { CompareCondition, Condition, Present } from './conditions.ts';
import { readCondition } from './read-filter.ts';
import type { ColumnType, Description, Filter, Operators, Scalar } from './types.ts';

/**
 * Put comparisons together into one filter in which all of them hold, however many there are on one field.
 *
 * Of two bounds the tighter one stays, of text both: only the store knows by which rules a column sorts it. Of two lists of `in` stays what both have,
 * of two of `nin` what either has.
 *
 * @param describe - called only when a field has the same operator twice, because equal values can be written in more than one form
 * @returns `undefined` when the comparisons contradict each other, so that nothing can match
 */
export async function mergeConditions(
  conditions: readonly Condition[],
  describe: () => Promise<Description>,
): Promise<Filter | undefined> {
  const fields = new Map<string, Condition[]>();
  for (const condition of conditions) {
    const same = fields.get(condition.column);
    if (same === undefined) fields.set(condition.column, [condition]);
    else same.push(condition);
  }
  const filter: Record<string, Operators> = Object.create(null);
  for (const [field, list] of fields) {
    const merged = hasNoDouble(list) ? list : mergeField(list, await describe());
    if (merged.some(({ operator, value }) => operator === 'in' && (value as readonly Scalar[]).length === 0))
      return undefined;
    if (merged.length === 0) continue;
    filter[field] = toOperators(merged);
  }
  return filter;
}

// --- internal ---

function hasNoDouble(conditions: readonly Condition[]): boolean {
  return new Set(conditions.map(({ operator }) => operator)).size === conditions.length;
}

function mergeField(conditions: readonly Condition[], description: Description): Condition[] {
  const column = (conditions[0] as Condition).column;
  const type = description.columns.get(column)?.type as ColumnType;
  const merged: Condition[] = [];
  let wanted: readonly Scalar[] | undefined;
  const unwanted: Scalar[] = [];
  for (const condition of conditions.map((one) => readCondition(one, description))) {
    switch (condition.operator) {
      case 'in':
        wanted = intersect(wanted, condition.value);
        break;
      case 'nin':
        unwanted.push(...condition.value);
        break;
      case 'null':
        if (condition.value) wanted = intersect(wanted, [null]);
        else unwanted.push(null);
        break;
      case 'eq':
        wanted = intersect(wanted, [condition.value]);
        break;
      case 'ne':
        unwanted.push(condition.value);
        break;
      default:
        mergeBound(merged, condition, type);
    }
  }
  if (wanted !== undefined) merged.push(listCondition(column, 'in', subtract(wanted, unwanted)));
  // Beside `in`, too: what is another value here may be the same one for the store (by a collation, or rounded).
  if (unwanted.length > 0) merged.push(listCondition(column, 'nin', unwanted));
  return merged;
}

// A column of JSON can be asked for null, but not for a list with null in it.
function listCondition(column: string, operator: 'in' | 'nin', value: readonly Scalar[]): Condition {
  const isNull = value.length > 0 && value.every((one) => one === null);
  return isNull ? { column, operator: 'null', value: operator === 'in' } : { column, operator, value };
}

function toOperators(conditions: readonly Condition[]): Operators {
  const operators: Partial<Record<Condition['operator'], unknown>> = {};
  for (const { operator, value } of conditions) {
    const before = operators[operator];
    // Several bounds of text.
    operators[operator] = before === undefined ? value : [before, value].flat();
  }
  return operators as Operators;
}

function mergeBound(merged: Condition[], condition: CompareCondition, type: ColumnType): void {
  const index = merged.findIndex(({ operator }) => operator === condition.operator);
  if (index === -1 || type === 'string') {
    merged.push(condition);
    return;
  }
  const order = compare(condition.value, (merged[index] as CompareCondition).value, type);
  const isTighter = condition.operator.startsWith('gt') ? order > 0 : order < 0;
  if (isTighter) merged[index] = condition;
}

function intersect(a: readonly Scalar[] | undefined, b: readonly Scalar[]): readonly Scalar[] {
  if (a === undefined) return b;
  const keys = new Set(b.map(keyOf));
  return a.filter((value) => keys.has(keyOf(value)));
}

function subtract(a: readonly Scalar[], b: readonly Scalar[]): Scalar[] {
  const keys = new Set(b.map(keyOf));
  return a.filter((value) => !keys.has(keyOf(value)));
}

// Values of one column have been read: equal ones have one form, only bytes have no text of their own.
function keyOf(value: Scalar): string {
  return value === null
    ? 'null'
    : value instanceof Uint8Array
      ? `=${Buffer.from(value).toString('hex')}`
      : `=${String(value)}`;
}

function compare(a: Present, b: Present, type: ColumnType): number {
  if (type === 'decimal') return compareDecimals(a as string, b as string);
  if (typeof a === 'string' || a instanceof Uint8Array) {
    return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
  }
  return a === b ? 0 : a < b ? -1 : 1;
}

function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const places = Math.max(fractionA.length, fractionB.length);
  const [scaledA, scaledB] = [
    BigInt(wholeA + fractionA.padEnd(places, '0')),
    BigInt(wholeB + fractionB.padEnd(places, '0')),
  ];
  return scaledA === scaledB ? 0 : scaledA < scaledB ? -1 : 1;
}
