import { createHash } from 'node:crypto';
import { ModelsError } from '../models-error.ts';
import type { RunStatement } from './migration-store.ts';
import type { Schema } from './schema.ts';

/** How far a migration is. */
export interface Progress {
  /** Statements that are done. */
  readonly steps: number;
  /** `steps:` and a hash of the steps that they belong to. */
  readonly checksum: string;
}

/** The schema that a migration is given, and what it asked of it. */
export interface WatchedSchema {
  readonly schema: Schema;
  /** Wait for all steps, also those that nobody waits for because an `await` was forgotten. */
  settle(): Promise<void>;
}

/**
 * Run steps one after the other in the order in which they were asked for, and pass over the statements that an earlier attempt has done.
 *
 * @param create - makes the schema, of which every statement is passed to the given function
 * @param done - what an earlier attempt has done
 * @param note - called before and after each statement: with nothing, and with what is done by then
 * @throws {ModelsError} `E_MIGRATION`, from `settle`, when the migration has other steps than those that were done
 */
export function watchSteps(
  create: (run: RunStatement) => Schema,
  done: Progress | undefined,
  note: (progress?: Progress) => Promise<void>,
): WatchedSchema {
  const labels: string[] = [];
  let label = '';
  let last: Promise<void> = Promise.resolve();
  const run: RunStatement = async (statement, together = (work) => work()) => {
    labels.push(label);
    const isDone = done !== undefined && labels.length <= done.steps;
    if (isDone && labels.length === done.steps && checksumOf(labels) !== done.checksum) throw otherSteps(done.steps);
    if (isDone) return;
    await note();
    await together(async () => {
      await statement();
      await note({ steps: labels.length, checksum: checksumOf(labels) });
    });
  };
  const watch =
    <Args extends unknown[]>(step: (...args: Args) => Promise<void>, name: string) =>
    (...args: Args): Promise<void> => {
      const running = last.then(() => {
        // Text of SQL may have random values in it.
        label = name === 'raw' ? name : `${name} ${String(args[0])}`;
        return step(...args);
      });
      // Its failure is told by settle(), also when nobody else asks.
      running.catch(() => {});
      last = running;
      return running;
    };
  const schema = create(run);
  return {
    schema: {
      createTable: watch(schema.createTable, 'createTable'),
      alterTable: watch(schema.alterTable, 'alterTable'),
      dropTable: watch(schema.dropTable, 'dropTable'),
      raw: watch(schema.raw, 'raw'),
    },
    // A step that fails takes those after it along: the last one tells of the first failure.
    settle: async () => {
      for (let waited: Promise<void> | undefined; waited !== last; ) {
        waited = last;
        await waited;
      }
      if (done !== undefined && labels.length < done.steps) throw otherSteps(done.steps);
    },
  };
}

// --- internal ---

function checksumOf(labels: readonly string[]): string {
  return `steps:${createHash('sha256').update(labels.join('\n')).digest('hex')}`;
}

function otherSteps(count: number): ModelsError {
  return new ModelsError('E_MIGRATION', `its first ${count} statements are done, and are no longer those of the file`, {
    hint: 'Bring the steps back that were done; mend only what comes behind them.',
  });
}
