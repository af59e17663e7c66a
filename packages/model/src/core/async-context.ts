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

/**
 * Run `work` until one of the signals has aborted; the later result or error of the work is dropped.
 *
 * @param toError - makes the error for a signal that has aborted, even if the work has just finished
 */
export async function untilAborted<T>(
  work: () => Promise<T>,
  signals: readonly AbortSignal[],
  toError: (signal: AbortSignal) => unknown = ({ reason }) => reason,
): Promise<T> {
  if (signals.length === 0) return work();
  const check = (): void => {
    for (const signal of signals) if (signal.aborted) throw toError(signal);
  };
  check();
  let leave: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject();
  });
  for (const signal of signals) signal.addEventListener('abort', leave);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', leave);
    check();
  }
}

/** Whether `await` waits for a value: promises of every kind, and query builders that have a method `then`. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return typeof (value as { then?: unknown }).then === 'function';
}
