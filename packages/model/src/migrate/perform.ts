import { types } from 'node:util';
import { ModelsError } from '../models-error.ts';
import { retry } from '../retry.ts';
import { leaseLost } from './lease.ts';
import type { Lease, MigrationRecord, MigrationStore, MigrationTools } from './migration-store.ts';
import type { Migration } from './schema.ts';
import { type Progress, watchSteps } from './steps.ts';

/** One direction of a migration. */
export interface Task {
  readonly name: string;
  readonly file: string;
  readonly migrate: Migration;
  readonly isSplit: boolean;
  /** The record after each statement, if a migration can be partly applied. */
  readonly during: 'applying' | 'reverting';
  /** The final record; `undefined` to delete it. */
  readonly end: MigrationRecord | undefined;
  /** The progress of an earlier attempt. */
  readonly done: Progress | undefined;
}

/**
 * Run one migration. After a conflict, it has been rolled back and is retried.
 *
 * @throws {ModelsError} `E_MIGRATION`, naming file and step
 */
export async function perform(store: MigrationStore, lease: Lease, task: Task): Promise<void> {
  const progress = { steps: task.done?.steps ?? 0 };
  try {
    await withoutConflict(store, isWhole(store, task), () => attempt(store, lease, task, progress));
  } catch (error) {
    throw failure(task, error, isWhole(store, task) ? 0 : progress.steps);
  }
}

/** Drop every table; retried after a conflict. */
export function wipe(store: MigrationStore, lease: Lease): Promise<void> {
  return withoutConflict(store, store.isTransactional, () => store.wipe(lease));
}

// --- internal ---

/** Whether a migration and its record are one transaction. */
function isWhole(store: MigrationStore, { isSplit }: Task): boolean {
  return store.isTransactional && !(isSplit && store.canSplit);
}

function attempt(store: MigrationStore, lease: Lease, task: Task, progress: { steps: number }): Promise<void> {
  const { name, migrate, isSplit, during, end, done } = task;
  const work = async ({ schema, journal }: MigrationTools): Promise<void> => {
    const note = async (now?: Progress): Promise<void> => {
      if (isWhole(store, task)) return;
      if (now === undefined) {
        // This statement cannot be rolled back, so it must not run after another process has taken over.
        if (!(await store.extend(lease))) throw leaseLost();
        return;
      }
      await journal.write({ name, ...now, state: during, at: new Date() });
      progress.steps = now.steps;
    };
    const watched = watchSteps(schema, done, note);
    try {
      await migrate(watched.schema);
    } finally {
      // All started steps must end before the transaction does.
      await watched.settle();
    }
    await (end === undefined ? journal.erase(name) : journal.write(end));
  };
  return store.perform(lease, work, isSplit);
}

function withoutConflict(store: MigrationStore, isWhole: boolean, work: () => Promise<void>): Promise<void> {
  // Elsewhere some statements may have been kept: only a new run of the command knows which.
  if (!isWhole) return work();
  return retry(work, (error) => isConflict(store, error), store.patience);
}

function isConflict(store: MigrationStore, error: unknown): boolean {
  const cause = error instanceof ModelsError && error.step !== undefined ? error.cause : error;
  return (store.mapError(cause) as { code?: unknown } | undefined)?.code === 'retry';
}

function failure({ file }: Task, error: unknown, steps: number): ModelsError {
  const { step, hint } = (error ?? {}) as { step?: unknown; hint?: unknown };
  const message = types.isNativeError(error) ? error.message : String(error);
  const isPart = steps > 0 && hint === undefined;
  return new ModelsError('E_MIGRATION', `The migration failed: ${file}: ${message}`, {
    file,
    ...(typeof step === 'string' && { step }),
    ...(typeof hint === 'string' && { hint }),
    ...(isPart && {
      hint: `Its first ${steps} statements were applied and are kept. Fix the next one and run the migrations again: they continue there.`,
    }),
    cause: error,
  });
}
