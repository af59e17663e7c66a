import { DataError } from './data-error.ts';
import type { ModelProvider } from './provider.ts';

/**
 * Run work in one transaction of a store, and roll it back whether it succeeds or fails: nothing is stored, and nothing
 * that waits for a commit runs.
 *
 * Everything that the work asks of the store belongs to the transaction, also what requests and `models.as(user)` do in
 * it. As with `transaction`, the work may run again. What the database checks at a commit only, such as a deferred
 * constraint, is not checked.
 *
 * @returns what the work returned
 * @throws what the work has thrown
 * @throws {DataError} `unavailable` for a provider whose transactions do not take in what the running code asks
 */
export async function rehearse<T>(models: ModelProvider, work: () => Promise<T>): Promise<T> {
  if (models.whenCommitted === undefined) {
    throw new DataError('unavailable', 'These models cannot rehearse a write', {
      hint: 'Give the adapter whenCommitted, see docs/adapters.md.',
    });
  }
  let done: { readonly result: T } | undefined;
  const rolledBack = new Error('rolled back');
  try {
    await models.transaction(async (tx) => {
      done = undefined;
      // In a transaction of its own: one that could not commit, since an error in it was caught, is refused here as well.
      done = { result: await tx.transaction(work) };
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return (done as unknown as { readonly result: T }).result;
}
