import { createHash } from 'node:crypto';
import { ModelsError } from '../models-error.ts';
import type { RunStatement } from './migration-store.ts';
import type { Schema } from './schema.ts';

/** The progress of a migration. */
export interface Progress {
  /** Number of completed statements. */
  readonly steps: number;
  /** `steps:` and a hash of the steps that they belong to. */
  readonly checksum: string;
}

/** The schema passed to a migration, and the steps it requested. */
export interface WatchedSchema {
  readonly schema: Schema;
  /** Wait for all steps, including those without `await`. */
  settle(): Promise<void>;
}

/**
 * Run steps one after another in the order they were requested, and skip the statements that an earlier attempt
 * completed.
 *
 * @param create - creates the schema; the given function receives each of its statements
 * @param done - the progress of an earlier attempt
 * @param note - called before each statement without arguments, and after it with the progress
 * @throws {ModelsError} `E_MIGRATION`, from `settle`, when the steps of the migration differ from the completed ones
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
        // SQL may contain random values.
        label = name === 'raw' ? name : `${name} ${String(args[0])}`;
        return step(...args);
      });
      // settle() reports the failure, even if the step was not awaited.
      running.catch(() => {});
      last = running;
      return running;
    };
  const schema = create(run);
  return {
    schema: {
      dialect: schema.dialect,
      createTable: watch(schema.createTable, 'createTable'),
      alterTable: watch(schema.alterTable, 'alterTable'),
      dropTable: watch(schema.dropTable, 'dropTable'),
      backfill: watch(schema.backfill, 'backfill'),
      raw: watch(schema.raw, 'raw'),
    },
    // After a failed step all later steps fail: the last one reports the first failure.
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
  return new ModelsError('E_MIGRATION', `its first ${count} statements were applied, but have changed in the file`, {
    hint: 'Restore the applied steps; change only the steps after them.',
  });
}
