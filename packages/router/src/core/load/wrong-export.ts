/**
 * Say what a value is and what it should be: `the logic "post" is a class, not an object`.
 *
 * @param what - that holds the value: `the logic "post"`
 * @param file - `undefined` for a value that was handed over, which is no export
 */
export function wrongExport(what: string, value: unknown, expected: string, file: string | undefined): string {
  if (value === undefined && file !== undefined) return `${what} has no default export`;
  return `${what} is ${kindOf(value)}, not ${expected}`;
}

// --- internal ---

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') {
    return /^class\b/.test(Function.prototype.toString.call(value)) ? 'a class' : 'a function';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
