import { AsyncLocalStorage } from 'node:async_hooks';

interface Frame {
  readonly inside: object;
  readonly outer: Frame | undefined;
}

// One for all packages: on Node 20 and 22 every promise pays for each storage ever used, even after its store is closed.
const storage = new AsyncLocalStorage<Frame>();

/** Run `work`, and everything it starts, in a context that {@link findEnclosing} can find. */
export function runInside<T>(inside: object, work: () => T): T {
  return storage.run({ inside, outer: storage.getStore() }, work);
}

/** Find the contexts that enclose the running code, the innermost first. */
export function findEnclosing<T extends object>(matches: (inside: object) => inside is T): T | undefined {
  for (let frame = storage.getStore(); frame !== undefined; frame = frame.outer) {
    if (matches(frame.inside)) return frame.inside;
  }
  return undefined;
}
