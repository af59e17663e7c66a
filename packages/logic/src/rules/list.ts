import { isPlainObject } from '../is-object.ts';
import type { Kind } from '../kind.ts';
import { count, onlyTrue } from './arguments.ts';
import { DEEPEST } from './json.ts';
import type { Rule } from './rule.ts';

const LISTS: readonly Kind[] = ['array'];

/** The rules on lists. */
export const listRules: Record<string, Rule> = {
  minItems: {
    on: LISTS,
    refuse: (argument, { rules }) =>
      count(argument) ??
      (typeof rules.maxItems === 'number' && (argument as number) > rules.maxItems
        ? `is ${argument}, above maxItems ${rules.maxItems}: no list can pass`
        : undefined),
    test: (minItems: number) => (list: readonly unknown[]) => list.length >= minItems,
    schema: (minItems: number) => ({ minItems }),
  },
  maxItems: {
    on: LISTS,
    refuse: count,
    test: (maxItems: number) => (list: readonly unknown[]) => list.length <= maxItems,
    schema: (maxItems: number) => ({ maxItems }),
  },
  uniqueItems: {
    on: LISTS,
    refuse: onlyTrue,
    test: () => hasUniqueItems,
    schema: () => ({ uniqueItems: true }),
  },
};

/**
 * Whether no two items of a list are equal as JSON, whatever the order of their keys; in linear time.
 *
 * Items that are nested deeper than 64 levels are not compared: the list fails.
 */
export function hasUniqueItems(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const texts = new Set<string>();
  for (const item of list) {
    const simple = typeof item !== 'object' || item === null;
    const known = simple ? item : canonical(item, 0);
    const seen: Set<unknown> = simple ? scalars : texts;
    if (seen.has(known) || (!simple && known === undefined)) return false;
    seen.add(known);
  }
  return true;
}

// --- internal ---

/** A text that is the same for equal values; undefined when nested too deep. */
function canonical(value: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value))
    return join(
      '[',
      value.map((item: unknown) => canonical(item, depth + 1)),
      ']',
    );
  // Values that are not JSON: a bigint, a date.
  if (typeof value === 'bigint') return `${value}n`;
  if (!isPlainObject(value)) return String(JSON.stringify(value));
  const members = Object.keys(value)
    .sort()
    .map((key) => {
      const member = canonical(value[key], depth + 1);
      return member === undefined ? undefined : `${JSON.stringify(key)}:${member}`;
    });
  return join('{', members, '}');
}

function join(begin: string, parts: readonly (string | undefined)[], end: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${begin}${parts.join()}${end}`;
}
