import { aborted } from './queue.ts';
import { whileWatched } from './watch.ts';

/**
 * Run `work` until one of the signals has aborted; its later result is ignored.
 *
 * @throws {DataError} `unavailable` when one of them has aborted, even if the work has just finished
 */
export async function untilAborted<T>(work: () => Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  if (signals.length === 0) return work();
  const check = (): void => {
    for (const signal of signals) if (signal.aborted) throw aborted({ signal });
  };
  check();
  try {
    return await whileWatched(work(), check);
  } finally {
    check();
  }
}
