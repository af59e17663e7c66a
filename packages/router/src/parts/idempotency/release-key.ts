import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelProvider } from '@rest-gen/model/core';
import { debug } from '../../core/debug.ts';
import { KEY_TABLE } from './key-store.ts';
import type { HeldKey } from './types.ts';

/**
 * Release the key of an action that failed. Never rejects: while the store does not answer, it is asked again, until the lease is over.
 *
 * After a lost connection it is unknown whether the transaction of the action was committed. The row of the key tells: if it has a status, the transaction was
 * committed, and the row is kept. While the transaction can still be committed, the row is locked and the delete fails.
 */
export async function releaseKey(provider: ModelProvider, held: HeldKey): Promise<void> {
  if (await isSettled(provider, held)) return;
  const waiting = unsettled.get(provider);
  if (waiting !== undefined) waiting.add(held);
  else void settle(provider, new Set([held]));
}

// --- internal ---

/** Milliseconds. */
const PAUSE = 1_000;
/** Keys of requests that have ended, while there are any. */
const unsettled = new WeakMap<ModelProvider, Set<HeldKey>>();

/** One after the other, and none after one that failed: a store that is down is asked once for each pause. */
async function settle(provider: ModelProvider, waiting: Set<HeldKey>): Promise<void> {
  unsettled.set(provider, waiting);
  while (waiting.size > 0) {
    await sleep(PAUSE, undefined, { ref: false });
    for (const held of waiting) {
      waiting.delete(held);
      if (Date.parse(held.lockedUntil) <= Date.now() || (await isSettled(provider, held))) continue;
      waiting.add(held);
      break;
    }
  }
  unsettled.delete(provider);
}

/** In a transaction, because a connection has often just been lost: a store begins it on another one, but sends no single write again. */
async function isSettled(provider: ModelProvider, { id, lockedUntil }: HeldKey): Promise<boolean> {
  try {
    await provider.transaction((tx) =>
      tx.repository(KEY_TABLE).delete({ id, locked_until: lockedUntil, status: null }),
    );
    return true;
  } catch (error) {
    debug('the idempotency key %s is not released yet: %s', id, error);
    return false;
  }
}
