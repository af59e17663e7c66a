import { setTimeout as sleep } from 'node:timers/promises';

/** Look again and again whether something holds. @param within - milliseconds @returns whether it did in time */
export async function waitUntil(holds: () => boolean | Promise<boolean>, within: number): Promise<boolean> {
  const deadline = performance.now() + within;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await sleep(100);
  }
  return true;
}
