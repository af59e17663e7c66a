import { findEnclosing, runInside } from '../async-context.ts';
import type { ModelProvider, RequestOptions } from '../provider.ts';
import type { Description } from '../types.ts';
import { checkStored } from './check-stored.ts';
import { ANY_TABLE, mayHaveChanged, type Touched, Transaction } from './transaction.ts';

/**
 * What a request, or `models.as(user)`, does with the store: its models and its transactions.
 *
 * The code that runs in a transaction knows it by its asynchronous context: two transactions of one session can be open
 * at once, as in `Promise.all`.
 */
export class Session {
  readonly options: RequestOptions | undefined;
  readonly #models: ModelProvider;
  /** Sessions that differ in their options only share their transactions. */
  readonly #owner: object;

  /** @param models - outside of the transactions of the session */
  constructor(models: ModelProvider, options?: RequestOptions, owner?: object) {
    this.#models = models;
    this.options = options;
    this.#owner = owner ?? this;
  }

  /** The same session with other options. */
  with(options: RequestOptions | undefined): Session {
    return options === undefined ? this : new Session(this.#models, options, this.#owner);
  }

  /** The innermost transaction that the running code belongs to. */
  get open(): Transaction | undefined {
    return findEnclosing(
      (inside): inside is Transaction => inside instanceof Transaction && inside.owner === this.#owner,
    );
  }

  /**
   * The models of the transaction that the running code belongs to, else those outside of transactions.
   *
   * @throws the reason of the signal once it has aborted: not every provider checks it, but none may store anything then
   */
  get models(): ModelProvider {
    if (this.options?.aborted) this.options.signal?.throwIfAborted();
    return this.open?.models ?? this.#models;
  }

  /**
   * Run work in one transaction; in another one, in a nested one. Before the outermost one commits, the policies are
   * checked for every record that was written.
   *
   * The work may run again from its beginning. The transaction ends as soon as the signal aborts, even if the work is
   * still running.
   *
   * @throws {PolicyError} for a record that its policy does not allow as it is stored
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.open;
    // A transaction that is repeated has stored nothing of its first run.
    let inner: Transaction | undefined;
    const result = await (outer?.models ?? this.#models).transaction((models) => {
      const transaction = new Transaction(this.#owner, models);
      inner = transaction;
      return untilAborted(this.options?.signal, () =>
        runInside(transaction, async () => {
          const made = await work();
          if (outer === undefined) await checkStored(transaction);
          return made;
        }),
      );
    }, this.options);
    if (outer !== undefined) outer.join(inner as Transaction);
    else for (const run of (inner as Transaction).committed) await run();
    return result;
  }

  /** Tell the open transaction that a table was written. @returns the length of its log */
  wrote({ name, hasTriggers = false }: Description): number {
    return this.open?.log.push(hasTriggers ? ANY_TABLE : name.toLowerCase()) ?? 0;
  }

  /** Tell the open transaction that code has run that may have written anything. */
  wroteAnything(): void {
    this.open?.log.push(ANY_TABLE);
  }

  /** Whether nothing was written after this length of the log that may have changed the records of a table. */
  isCurrent(at: number, description: Description): boolean {
    const later = this.open?.log.slice(at) ?? [];
    return later.length === 0 || !mayHaveChanged(later, description);
  }

  /** Let the open transaction check records before it commits. */
  touch(touched: Omit<Touched, 'places'>): void {
    this.open?.touched.push({ ...touched, places: [] });
  }

  /**
   * Run work, and let `place` say in errors of the check before the commit where in the request its records are.
   *
   * @param place - gets an error of a record that the work has written, and returns it
   */
  async placing<T>(place: (error: unknown) => unknown, work: () => Promise<T>): Promise<T> {
    const from = this.open?.touched.length ?? 0;
    const result = await work();
    for (const { places } of this.open?.touched.slice(from) ?? []) places.push(place);
    return result;
  }

  /** Run work after the outermost commit, immediately without a transaction, and never after a rollback. */
  async whenCommitted(work: () => Promise<void>): Promise<void> {
    const { open } = this;
    if (open) open.committed.push(work);
    else await work();
  }
}

// --- internal ---

/** Reject with the reason of the signal as soon as it aborts; later errors of the work are dropped. */
async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let leave: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
