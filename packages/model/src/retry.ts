import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOptions } from './core/provider.ts';
import { isAborted } from './queue.ts';

/**
 * Retry `work` after temporary errors: another process holds a lock, or two transactions conflict. The event loop
 * stays free between attempts.
 *
 * @param mayPass - whether an error is temporary; others are thrown at once
 * @param patience - milliseconds after which the last error is thrown
 * @param request - ends the waiting when it is aborted; the last error is thrown then
 */
export async function retry<T>(
  work: () => Promise<T> | T,
  mayPass: (error: unknown) => boolean,
  patience: number,
  request?: RequestOptions,
): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || performance.now() >= end || isAborted(request)) throw error;
    }
    // A random pause: processes that collided would collide again after equal pauses.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

// --- internal ---

/** Milliseconds. */
const longestPause = 50;
