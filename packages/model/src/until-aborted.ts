import { aborted } from './queue.ts';

/**
 * Run `work` until one of the signals aborts; what it does after that is nobody's business.
 *
 * @throws {DataError} `unavailable` when one of them has aborted, also in the moment in which the work was done
 */
export async function untilAborted<T>(work: () => Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  if (signals.length === 0) return work();
  const check = (): void => {
    for (const signal of signals) if (signal.aborted) throw aborted(signal);
  };
  check();
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  for (const signal of signals) signal.addEventListener('abort', leave, { once: true });
  try {
    const working = work();
    await Promise.race([working, left]);
    check();
    return await working;
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', leave);
  }
}
