import { inspect } from 'node:util';
import { isPlainObject, isSecretName } from '@rest-gen/logic/common';
import { expandFilter, type Filter, type PolicyRule, type RawCondition } from '@rest-gen/model/core';

/** Whether the values of a column must not be shown. */
export type Conceal = (column: string) => boolean;

/** Conceal fields with these names and secrets, by the last name of a path, whatever the table: a field too many is only named, and not shown. */
export function concealNames(hidden: ReadonlySet<string>): Conceal {
  return (column) => {
    const leaf = column.slice(column.lastIndexOf('.') + 1);
    return hidden.has(leaf) || isSecretName(leaf);
  };
}

/** A rule as text: a word, the source of a function in one line, or its condition. */
export function textOf(rule: PolicyRule): string {
  if (typeof rule === 'string') return rule;
  if (typeof rule === 'function') return rule.toString().replace(/\s+/g, ' ');
  return describeFilter(rule, isSecretName);
}

/** A filter as text: `author_id is 3 and status is one of "live", "draft"`. */
export function describeFilter(filter: Filter, conceal: Conceal): string {
  return describeAll(expandFilter(filter), conceal);
}

/** What a condition wants of its column: `3`, `> 10`, `one of 1, 2`. */
export function describeWanted(condition: RawCondition): string {
  const { operator, value } = condition;
  if (operator === 'eq') return describeValue(value);
  if (operator === 'ne') return `another value than ${describeValue(value)}`;
  if (operator === 'in') return `one of ${describeList(value)}`;
  if (operator === 'nin') return `none of ${describeList(value)}`;
  if (operator === 'null') return value ? 'null' : 'a value';
  return `${SIGNS[operator] ?? operator} ${describeValue(value)}`;
}

/** A value in one short line. */
export function describeValue(value: unknown): string {
  const text =
    value instanceof Date || typeof value === 'bigint'
      ? String(JSON.stringify(value instanceof Date ? value : String(value)))
      : typeof value === 'object' && value !== null && !isPlainObject(value) && !Array.isArray(value)
        ? '(an object)'
        : (JSON.stringify(value) ?? inspect(value));
  return shorten(text, MAX_VALUE);
}

/** Shorten a text in the middle of a line. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/**
 * The parts of a filter that must all hold, each a filter of its own; paths through one relation stay together, because they are about the same
 * record.
 */
export function splitFilter(filter: Filter): Filter[] {
  const parts = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'and' && Array.isArray(value)) {
      for (const [at, one] of (value as Filter[]).flatMap(splitFilter).entries()) parts.set(`and ${at}`, one);
    } else {
      const key = name.includes('.') ? name.slice(0, name.indexOf('.') + 1) : name;
      parts.set(key, { ...parts.get(key), [name]: value });
    }
  }
  return [...parts.values()] as Filter[];
}

// --- internal ---

const MAX_VALUE = 60;
const SIGNS: Readonly<Record<string, string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  startsWith: 'starts with',
  endsWith: 'ends with',
};

function describeAll(conditions: readonly RawCondition[], conceal: Conceal): string {
  return conditions.length === 0 ? 'anything' : conditions.map((one) => describe(one, conceal)).join(' and ');
}

function describe(condition: RawCondition, conceal: Conceal): string {
  switch (condition.operator) {
    case 'or':
    case 'and':
      return `(${condition.value.map((part) => describeAll(part, conceal)).join(` ${condition.operator} `)})`;
    case 'some':
    case 'none':
    case 'every':
      return `${condition.operator} of ${condition.relation} (${describeAll(condition.value, conceal)})`;
    case 'checked':
      return 'a condition';
    default: {
      const { column, operator } = condition;
      if (conceal(column)) return `${column} has the right value`;
      const wanted = describeWanted(condition);
      const isWord = operator === 'eq' || operator === 'in' || operator === 'nin' || operator === 'ne';
      if (operator === 'null') return `${column} is ${condition.value ? 'null' : 'not null'}`;
      return `${column} ${isWord ? `is ${wanted}` : wanted}`;
    }
  }
}

function describeList(values: readonly unknown[]): string {
  const shown = values.slice(0, 5).map(describeValue).join(', ');
  return values.length > 5 ? `${shown} and ${values.length - 5} more` : shown || 'nothing';
}
