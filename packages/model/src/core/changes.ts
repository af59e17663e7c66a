import { findEnclosing, runInside } from './async-context.ts';
import type { Id, Row } from './types.ts';

/** A record that was written. */
export interface Change {
  readonly table: string;
  /** A soft delete is a `delete`, too. */
  readonly action: 'create' | 'update' | 'delete';
  /** The primary key; the one before, where it has changed; `undefined` in a table without one. */
  readonly key: Id | undefined;
  /** All columns, as they were stored; `undefined` for a `create`. */
  readonly before: Row | undefined;
  /** All columns, as they are stored; `undefined` for a `delete`, unless it is a soft one. */
  readonly after: Row | undefined;
  /** The columns whose values the statement named; others in `after` come from defaults, generated keys, times and triggers. */
  readonly given: readonly string[];
}

/**
 * Record what the running code writes through repositories of the SQL stores, while `work` runs: requests, `models.as(user)`,
 * `unrestricted()`, hooks and links between records. A list of changes, each from one stored state to the next one; a record that
 * is written twice has two.
 *
 * Records are read and locked before they are updated or deleted, and read again: writes take longer meanwhile. What is rolled
 * back inside of the work is left out, and so is an update that changes no value; a new `updated_at` is a change. To roll back the work itself, record inside:
 * `rehearse(models, () => recordChanges(work))`.
 *
 * A delete includes the records that the database deletes or changes with it by its foreign keys (`on delete cascade`, `set null`,
 * `set default`), after the record itself.
 *
 * Not recorded: statements in SQL (`models.kysely`), what triggers do to other records, what an update of a key does to foreign
 * keys (`on update cascade`), updates of tables without a primary key, tables outside of the search path or database, and the
 * stores of other adapters. In a table without a primary key, `after` has what was given where the database does not give rows
 * back (MySQL).
 */
export async function recordChanges<T>(work: () => Promise<T>): Promise<{ result: T; changes: readonly Change[] }> {
  const outer = findRecorder();
  const recorder = new Recorder();
  const result = await runInside(recorder, work);
  outer?.changes.push(...recorder.changes);
  return { result, changes: [...recorder.changes] };
}

/** What the running code has to tell of its writes; `undefined` where nobody wants to know. */
export function findRecorder(): Recorder | undefined {
  return findEnclosing((inside): inside is Recorder => inside instanceof Recorder);
}

/** Let the changes of work count only if it succeeds. */
export async function changesStand<T>(work: () => Promise<T>): Promise<T> {
  return findRecorder() === undefined ? work() : (await recordChanges(work)).result;
}

/** Record the updates of work as what they mean: soft deletes, which name a column that nobody has given. */
export async function recordAsDelete<T>(work: () => Promise<T>): Promise<T> {
  const outer = findRecorder();
  if (outer === undefined) return work();
  const recorder = new Recorder();
  const result = await runInside(recorder, work);
  for (const change of recorder.changes) outer.changes.push({ ...change, action: 'delete', given: [] });
  return result;
}

/** Collects the changes of what runs inside of it. */
export class Recorder {
  readonly changes: Change[] = [];
}
