import { count, isObject, onlyTrue } from './arguments.ts';
import type { Kind, Rule } from './rule.ts';

const LISTS: readonly Kind[] = ['array'];

/** Items nested deeper than this are not compared: the list fails. */
const DEEPEST = 64;

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

// --- internal ---

function hasUniqueItems(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const texts = new Set<string>();
  for (const item of list) {
    if (typeof item !== 'object' || item === null) {
      if (scalars.has(item)) return false;
      scalars.add(item);
      continue;
    }
    const text = canonical(item, 0);
    if (text === undefined || texts.has(text)) return false;
    texts.add(text);
  }
  return true;
}

/** A text that is the same for equal values, whatever the order of their keys; undefined when nested too deep. */
function canonical(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (depth > DEEPEST) return undefined;
  const parts: string[] = [];
  const keys = isObject(value) ? Object.keys(value).sort() : undefined;
  for (const entry of keys ?? (value as readonly unknown[])) {
    const item = canonical(keys ? (value as Record<string, unknown>)[entry as string] : entry, depth + 1);
    if (item === undefined) return undefined;
    parts.push(keys ? `${JSON.stringify(entry)}:${item}` : item);
  }
  return keys ? `{${parts.join()}}` : `[${parts.join()}]`;
}
