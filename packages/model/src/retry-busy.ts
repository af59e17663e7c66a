import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Try `work` again while another process holds the lock that it needs; the event loop stays free between the attempts.
 *
 * @param isBusy - tells such an error from others, which are thrown at once
 * @param patience - milliseconds after which the last error is thrown
 */
export async function retryBusy<T>(
  work: () => Promise<T>,
  isBusy: (error: unknown) => boolean,
  patience: number,
): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
    }
    // Processes that collided once would collide again if they all paused for the same time.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

// --- internal ---

/** Milliseconds. */
const longestPause = 50;
