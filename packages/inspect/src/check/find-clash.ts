import { isPlainObject, type PolicyRule } from '@rest-gen/model/core';

/**
 * Why two rules of a policy cannot both hold: the values that they allow for a column have none in common.
 *
 * Only values that are written at the top level of a filter are compared; of a function nothing is known.
 *
 * @returns `undefined` where they can, or nothing is certain
 */
export function findClash(one: PolicyRule, other: PolicyRule): string | undefined {
  const allowed = new Map<string, readonly unknown[]>();
  for (const rule of [one, other]) {
    for (const [column, condition] of isPlainObject(rule) ? Object.entries(rule) : []) {
      const values = column === 'or' || column === 'and' ? undefined : valuesOf(condition);
      if (values?.length === 0) return `no value of "${column}" is in an empty list`;
      const before = allowed.get(column);
      if (values === undefined) continue;
      if (before !== undefined && !values.some((value) => before.some((known) => isSame(known, value)))) {
        return `"${column}" cannot be both ${show(before)} and ${show(values)}`;
      }
      allowed.set(column, values);
    }
  }
  return undefined;
}

// --- internal ---

/** The values that a condition allows; `undefined` where it names none. */
function valuesOf(condition: unknown): readonly unknown[] | undefined {
  if (Array.isArray(condition)) return condition;
  if (isPlainObject(condition)) {
    const { eq, in: list } = condition as { eq?: unknown; in?: unknown };
    if (Array.isArray(list)) return list;
    return eq === undefined || Array.isArray(eq) ? undefined : [eq];
  }
  return isComparable(condition) ? [condition] : undefined;
}

/** Columns read `1` and `'1'` as the same value, and some databases `a` and `A`. Of other values nothing is certain. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isComparable(one) || !isComparable(other)) return true;
  return String(one).toLowerCase() === String(other).toLowerCase();
}

function isComparable(value: unknown): boolean {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

function show(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))).join(' or ');
}
