import { isObject } from '../rules/arguments.ts';

/** Whether no two items of a copied list are equal as JSON, whatever the order of their keys; in linear time. */
export function hasUniqueItems(list: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of list) {
    // The text of an object begins with a bracket and ends with it, and is kept apart from a text that looks the same.
    const known =
      typeof item === 'object' && item !== null ? canonical(item) : typeof item === 'string' ? `"${item}` : item;
    if (seen.has(known)) return false;
    seen.add(known);
  }
  return true;
}

// --- internal ---

/** A text that is the same for equal values; a copy is not deep enough to exhaust the stack. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return String(JSON.stringify(value));
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join()}}`;
}
