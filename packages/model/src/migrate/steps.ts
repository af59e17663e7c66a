import type { Schema } from './schema.ts';

/** The schema that a migration is given, and what it asked of it. */
export interface WatchedSchema {
  readonly schema: Schema;
  /** Wait for all steps, also those that nobody waits for because an `await` was forgotten. */
  settle(): Promise<void>;
}

/**
 * Run steps one after the other in the order in which they were asked for, and pass over those that an earlier attempt has done.
 *
 * @param done - steps to pass over
 * @param note - called after each step with how many are done
 */
export function watchSteps(schema: Schema, done: number, note: (steps: number) => Promise<void>): WatchedSchema {
  let count = 0;
  let last: Promise<void> = Promise.resolve();
  const watch =
    <Args extends unknown[]>(step: (...args: Args) => Promise<void>) =>
    (...args: Args): Promise<void> => {
      count += 1;
      const number = count;
      const before = last;
      const running = before.then(async () => {
        if (number <= done) return;
        await step(...args);
        await note(number);
      });
      // Its failure is told by settle(), also when nobody else asks.
      running.catch(() => {});
      last = running;
      return running;
    };
  return {
    schema: {
      createTable: watch(schema.createTable),
      alterTable: watch(schema.alterTable),
      dropTable: watch(schema.dropTable),
      raw: watch(schema.raw),
    },
    // A step that fails takes those after it along: the last one tells of the first failure.
    settle: async () => {
      for (let waited: Promise<void> | undefined; waited !== last; ) {
        waited = last;
        await waited;
      }
    },
  };
}
