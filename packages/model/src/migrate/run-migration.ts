import { createHash } from 'node:crypto';
import { types } from 'node:util';
import { isDataError } from '../core/data-error.ts';
import { ModelsError } from '../models-error.ts';
import type { Migration } from '../schema/schema.ts';
import { type Batch, MIGRATION_MARK, type Repeat } from '../sql/dialect.ts';
import type { SqlQuery, SqlResult } from '../sql/sql-client.ts';
import type { Lease, MigrationRecord, MigrationStore } from './migration-store.ts';
import { Steps } from './steps.ts';

/** One direction of a migration. */
export interface Task {
  readonly name: string;
  readonly file: string;
  readonly migrate: Migration;
  /** Run it without a transaction, where the store can do that. */
  readonly isSplit: boolean;
  /** The record after each statement, if a migration can be partly applied. */
  readonly during: 'applying' | 'reverting';
  /** The final record; `undefined` to delete it. */
  readonly end: MigrationRecord | undefined;
  /** The progress of an earlier attempt. */
  readonly done: Progress | undefined;
}

/**
 * Run one migration.
 *
 * Its statements and its record are one transaction, which is retried after a conflict. Elsewhere each statement is kept, and recorded: together with it
 * if it writes rows.
 *
 * @throws {ModelsError} `E_MIGRATION`, naming file and step
 */
export async function runMigration(store: MigrationStore, lease: Lease, task: Task): Promise<void> {
  const { client, dialect } = store;
  // One process at a time writes to SQLite anyway.
  const isWhole = dialect.hasTransactionalSchema && !(task.isSplit && client.dialect !== 'sqlite');
  let kept = task.done?.steps ?? 0;
  try {
    if (isWhole) {
      const work = (query: SqlQuery) =>
        attempt(
          store,
          task,
          query,
          (text, parameters) => query(text, parameters),
          (batch) => batch(query),
          (again) => again(query),
        );
      return await store.again(() => store.owned(lease, work));
    }
    await dialect.endOrphans?.(client.query);
    const inBatch: Batch = (work) => store.again(() => store.owned(lease, work));
    const marked =
      (query: SqlQuery): SqlQuery =>
      (text, ...rest) =>
        query(`${text} ${MIGRATION_MARK}`, ...rest);
    const isJoined = dialect.hasTransactionalSchema ? canRollBack : isWrite;
    const change: Change = async (text, parameters, progress) => {
      const note = (query: SqlQuery) =>
        store.write({ name: task.name, ...progress, state: task.during, at: new Date() }, query);
      // This statement cannot be rolled back, so it must not run after another process has taken over.
      await store.hold(lease);
      let result: SqlResult;
      if (isJoined.test(text)) {
        result = await client.transaction(async (query) => {
          const inner = await marked(query)(text, parameters);
          await store.hold(lease, query);
          await note(query);
          return inner;
        });
      } else {
        result = await marked(client.query)(text, parameters);
        await inBatch(note);
      }
      kept = progress.steps;
      return result;
    };
    const held: SqlQuery = async (text, parameters) => {
      if (!isRead.test(text)) await store.hold(lease);
      return marked(client.query)(text, parameters);
    };
    const repeat: Repeat = (work) =>
      dialect.hasTransactionalSchema ? inBatch((query) => work(marked(query))) : work(held);
    await attempt(store, task, marked(client.query), change, inBatch, repeat);
  } catch (error) {
    throw failure(task, error, isWhole ? 0 : kept, dialect.mapError(error));
  }
}

// --- internal ---

/** The progress of a migration. */
interface Progress {
  /** Number of completed statements. */
  readonly steps: number;
  /** `steps:` and a hash of the steps that they belong to. */
  readonly checksum: string;
}

/** Runs a statement that changes the store. */
type Change = (text: string, parameters: readonly unknown[], progress: Progress) => Promise<SqlResult>;

const isRead = /^\s*(?:select|show)\b/i;
const isWrite = /^\s*(?:insert|update|delete|replace|with)\b/i;
/** What PostgreSQL does not do inside of a transaction. */
const canRollBack = /^(?!\s*(?:vacuum|reindex|alter\s+system)\b|.*\bconcurrently\b)/is;

/** Run the steps, without the statements that an earlier attempt has completed, and store the final record. */
async function attempt(
  store: MigrationStore,
  { name, migrate, end, done }: Task,
  read: SqlQuery,
  change: Change,
  inBatch: Batch,
  repeat: Repeat,
): Promise<void> {
  const labels: string[] = [];
  const steps = new Steps();
  const query: SqlQuery = async (text, parameters) => {
    if (isRead.test(text)) return read(text, parameters);
    labels.push(steps.label);
    if (done === undefined || labels.length > done.steps) {
      return change(text, parameters, { steps: labels.length, checksum: checksumOf(labels) });
    }
    if (labels.length === done.steps && checksumOf(labels) !== done.checksum) throw otherSteps(done.steps);
    return { rows: [] };
  };
  try {
    // An earlier attempt that went on to later statements has done it, and the tables may be others now.
    const once: Repeat = async (work) => {
      if (labels.length >= (done?.steps ?? 0)) await repeat(work);
    };
    await migrate(steps.watch(store.dialect.schema(query, inBatch, once)));
  } finally {
    // All started steps must end before the transaction does.
    await steps.settle();
    checkCount(labels, done);
  }
  await inBatch((inside) => (end === undefined ? store.erase(name, inside) : store.write(end, inside)));
}

function checksumOf(labels: readonly string[]): string {
  return `steps:${createHash('sha256').update(labels.join('\n')).digest('hex')}`;
}

function checkCount(labels: readonly string[], done: Progress | undefined): void {
  if (done !== undefined && labels.length < done.steps) throw otherSteps(done.steps);
}

function otherSteps(count: number): ModelsError {
  return new ModelsError('E_MIGRATION', `its first ${count} statements were applied, but have changed in the file`, {
    hint: 'Restore the applied steps; change only the steps after them.',
  });
}

function failure({ file }: Task, error: unknown, kept: number, mapped: unknown): ModelsError {
  const denied = isDataError(mapped) && mapped.code === 'permission_denied' ? mapped.hint : undefined;
  const { step, hint = denied } = (error ?? {}) as { step?: unknown; hint?: unknown };
  const message = types.isNativeError(error) ? error.message : String(error);
  const given = typeof hint === 'string' ? hint : undefined;
  const next = 'Fix the next one and run the migrations again: they continue there.';
  return new ModelsError('E_MIGRATION', `The migration failed: ${file}: ${message}`, {
    file,
    step: typeof step === 'string' ? step : undefined,
    hint: kept > 0 && hint === undefined ? `Its first ${kept} statements were applied and are kept. ${next}` : given,
    cause: error,
  });
}
