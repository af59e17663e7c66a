import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataError } from '../core/data-error.ts';
import { ModelsError } from '../models-error.ts';
import type { Lease, MigrationStore } from './migration-store.ts';

/** Milliseconds. */
export interface LeaseTimes {
  /** A process that has not renewed its lease for this time counts as dead. */
  readonly length: number;
  /** How long to wait for another migrating process. */
  readonly wait: number;
}

/**
 * Run `work` while no other process migrates the same store.
 *
 * We use a lease instead of a database lock, because it works on clusters, where such locks belong to one node, and
 * across statements that end transactions. It is renewed while `work` runs. The lease of a process that died or was
 * suspended expires after 15 seconds; if the process continues later, the store refuses its writes. The clocks of the
 * machines must agree better than that.
 *
 * @throws {ModelsError} `E_MIGRATION` when another process migrates for longer than the wait time
 * @throws {DataError} `unavailable` when the store is unreachable for that time
 */
export async function withLease<T>(
  store: LeaseStore,
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
    // A lease that cannot be released expires.
    await store.release(lease).catch(() => {});
  }
}

// --- internal ---

/** Keeps the lease. */
type LeaseStore = Pick<MigrationStore, 'claim' | 'extend' | 'release'>;

const PAUSE = 50;

async function acquire(store: LeaseStore, lease: Lease, wait: number): Promise<void> {
  const end = performance.now() + wait;
  for (;;) {
    let failure: unknown = new ModelsError(
      'E_MIGRATION',
      `Another process has been migrating this store for more than ${wait} ms`,
      {
        hint: `Wait until it has finished, or stop it: its lease expires after ${lease.length / 1_000} seconds.`,
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

/** Renew a lease periodically. @returns a function that stops it */
function keep(store: LeaseStore, lease: Lease): () => void {
  let isBusy = false;
  const timer = setInterval(async () => {
    if (isBusy) return;
    isBusy = true;
    // If the lease has been lost, the next write fails.
    await store.extend(lease).catch(() => {});
    isBusy = false;
  }, lease.length / 3);
  timer.unref();
  return () => clearInterval(timer);
}
