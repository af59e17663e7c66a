import { isObject } from './arguments.ts';
import type { Test } from './rule.ts';

/**
 * Compile a list of JSON values into a test.
 *
 * In place of the comparison that Ajv brings, which calls `toString` and `valueOf` of values that a request made up.
 */
export function isOneOf(list: readonly unknown[]): Test {
  const scalars = new Set(list.filter((value) => !isContainer(value)));
  const containers = list.filter(isContainer);
  return (value: unknown) =>
    isContainer(value) ? containers.some((container) => isEqual(container, value)) : scalars.has(value);
}

// --- internal ---

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** As deep as what was declared, not as what was sent. */
function isEqual(declared: unknown, value: unknown): boolean {
  if (!isContainer(declared) || !isContainer(value)) return declared === value;
  if (Array.isArray(declared)) {
    return (
      Array.isArray(value) &&
      value.length === declared.length &&
      declared.every((item, position) => isEqual(item, value[position]))
    );
  }
  if (!isObject(value)) return false;
  const entries = Object.entries(declared);
  return (
    entries.length === Object.keys(value).length &&
    entries.every(([name, item]) => Object.hasOwn(value, name) && isEqual(item, value[name]))
  );
}
