import { setMaxListeners } from 'node:events';
import { aborted } from './queue.ts';

/**
 * Run `work` until one of the signals aborts; its later result is ignored.
 *
 * @throws {DataError} `unavailable` when one of them has aborted, even if the work has just finished
 */
export async function untilAborted<T>(work: () => Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  if (signals.length === 0) return work();
  const check = (): void => {
    for (const signal of signals) if (signal.aborted) throw aborted({ signal });
  };
  check();
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // Node warns of a leak from the eleventh listener on.
  setMaxListeners(0, ...signals);
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
