import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelsError } from '../models-error.ts';
import type { MigrationStore } from './migration-store.ts';

/**
 * Run `work` while no other process migrates the same store.
 *
 * A lease instead of a lock of the database: it holds on clusters, where such locks are of one node, and across statements that end transactions. It is
 * extended while `work` runs; that of a process that has died is over after 15 seconds. The clocks of the machines must agree better than that.
 *
 * @throws {ModelsError} `E_MIGRATION` when others migrate for longer than the store's patience
 */
export async function withLease<T>(store: MigrationStore, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  const extend = (): Promise<boolean> => store.claim(owner, Date.now() + LEASE);
  const end = performance.now() + Math.max(store.patience, LONGEST_WAIT);
  while (!(await extend())) {
    if (performance.now() >= end) {
      throw new ModelsError('E_MIGRATION', 'Another process has been migrating this store for too long', {
        hint: 'Wait until it has finished, or stop it; its claim ends 15 seconds later.',
      });
    }
    await sleep(PAUSE * (0.5 + Math.random()));
  }
  const timer = setInterval(() => void extend().catch(() => {}), LEASE / 3);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // A claim that cannot be given back ends by itself.
    await store.release(owner).catch(() => {});
  }
}

// --- internal ---

/** Milliseconds. */
const LEASE = 15_000;
const LONGEST_WAIT = 60_000;
const PAUSE = 50;
