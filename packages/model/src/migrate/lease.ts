import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataError } from '@rest-gen/router/model';
import { ModelsError } from '../models-error.ts';
import type { Lease, MigrationStore } from './migration-store.ts';

/** Milliseconds. */
export interface LeaseTimes {
  /** A process that gives no sign of life for so long counts as dead. */
  readonly length: number;
  /** How long to wait for another process that migrates. */
  readonly wait: number;
}

/**
 * Run `work` while no other process migrates the same store.
 *
 * A lease instead of a lock of the database: it holds on clusters, where such locks are of one node, and across statements that end transactions. It is
 * extended while `work` runs. That of a process that has died, or has been stopped, ends after 15 seconds; should such a process wake up again, the
 * store refuses what it still wants to write. The clocks of the machines must agree better than that.
 *
 * @throws {ModelsError} `E_MIGRATION` when another process migrates for longer than one may wait
 * @throws {DataError} `unavailable` when the store cannot be reached for so long
 */
export async function withLease<T>(
  store: MigrationStore,
  work: (lease: Lease) => Promise<T>,
  { length, wait }: LeaseTimes = { length: 15_000, wait: 60_000 },
): Promise<T> {
  const lease = { owner: randomUUID(), length };
  await acquire(store, lease, wait);
  const stop = keep(store, lease);
  try {
    return await work(lease);
  } finally {
    stop();
    // A lease that cannot be given back ends by itself.
    await store.release(lease).catch(() => {});
  }
}

/** What a process is told that has been stopped for longer than its lease. */
export function leaseLost(): ModelsError {
  return new ModelsError('E_MIGRATION', 'Another process has taken over, because this one gave no sign of life', {
    hint: 'Nothing is to be done: the other process applies what is to come. `rest-gen migrate --status` tells how far it is.',
  });
}

// --- internal ---

const PAUSE = 50;

async function acquire(store: MigrationStore, lease: Lease, wait: number): Promise<void> {
  const end = performance.now() + wait;
  for (;;) {
    let failure: unknown = new ModelsError(
      'E_MIGRATION',
      'Another process has been migrating this store for too long',
      {
        hint: `Wait until it has finished, or stop it; its claim ends ${lease.length / 1_000} seconds later.`,
      },
    );
    try {
      if (await store.claim(lease)) return;
    } catch (error) {
      // A migration of another process can hold the lock of the whole database.
      if (!(error instanceof DataError) || (error.code !== 'retry' && error.code !== 'unavailable')) throw error;
      failure = error;
    }
    if (performance.now() >= end) throw failure;
    await sleep(PAUSE * (0.5 + Math.random()));
  }
}

/** Extend a lease from time to time. @returns what ends that */
function keep(store: MigrationStore, lease: Lease): () => void {
  let isBusy = false;
  const timer = setInterval(async () => {
    if (isBusy) return;
    isBusy = true;
    // Whether it has been lost is seen by whoever writes next.
    await store.extend(lease).catch(() => {});
    isBusy = false;
  }, lease.length / 3);
  timer.unref();
  return () => clearInterval(timer);
}
