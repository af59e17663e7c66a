import type { AnyChangesQuery, Change, Changes, ChangesSource, Live } from './change-types.ts';
import { createOrder } from './changes/compare.ts';
import { keepList } from './changes/keep-list.ts';
import { readBatches } from './changes/read-batches.ts';

/**
 * Create the methods `changes` and `live` of a resource whose class has `static changes`.
 *
 * @see docs/client.md#changes
 */
export function followChanges({ path, numbers, options }: ChangesSource): ChangeMethods {
  return {
    changes: (query = {}) => ({
      async *[Symbol.asyncIterator](): AsyncGenerator<Change<unknown>, void, undefined> {
        for await (const batch of readBatches(path(), query, options)) {
          for (const change of batch) {
            if (query.signal?.aborted) return;
            yield change;
          }
        }
      },
    }),
    live: (query = {}) =>
      keepList(
        (signal, onConnection) => readBatches(path(), { ...query, signal }, options, onConnection),
        createOrder(query.sort, numbers),
        query.signal,
      ),
  };
}

// --- internal ---

interface ChangeMethods {
  readonly changes: (query?: AnyChangesQuery) => Changes<unknown>;
  readonly live: (query?: AnyChangesQuery) => Live<unknown>;
}
