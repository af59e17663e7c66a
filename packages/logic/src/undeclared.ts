/**
 * Remember of a value that a request has sent, and of all objects and lists in it, that nothing is declared about what
 * is inside.
 *
 * A store takes such a value for data only: `{ ne: '' }` in the place of a text is an operator that a client has
 * written. A copy is the program's own.
 */
export function markUndeclared(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  // A list of what is left instead of recursion: the depth is the sender's choice.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || marked.has(one)) continue;
    marked.add(one);
    for (const member of Object.values(one)) left.push(member);
  }
}

/** {@link markUndeclared} for all members of an object, or items of a list, which is itself declared. */
export function markInside(value: object): void {
  for (const key in value) markUndeclared((value as Record<string, unknown>)[key]);
}

/** Whether {@link markUndeclared} has seen this very value. */
export function isUndeclared(value: unknown): boolean {
  return typeof value === 'object' && value !== null && marked.has(value);
}

// --- internal ---

const KEY = Symbol.for('@rest-gen/logic/undeclared');
const shared = globalThis as { [KEY]?: WeakSet<object> };
// One for the process: a program may hold several copies of a package.
shared[KEY] ??= new WeakSet();
const marked = shared[KEY];
