import { findEnclosing, runInside, untilAborted } from '../async-context.ts';
import type { ModelProvider, RequestOptions } from '../provider.ts';
import type { Description } from '../types.ts';
import { ANY_TABLE, checkStored, mayHaveChanged, type Touched, Transaction } from './transaction.ts';

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
  readonly #owner: Owner;

  /** @param models - outside of the transactions of the session */
  constructor(models: ModelProvider, options?: RequestOptions, owner: Owner = { stored: 0, running: new Set() }) {
    this.#models = models;
    this.options = options;
    this.#owner = owner;
  }

  /** This session with other options. */
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
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.running(this.#transaction(work));
  }

  async #transaction<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.open;
    // A transaction that is repeated has stored nothing of its first run.
    let inner: Transaction | undefined;
    const result = await (outer?.models ?? this.#models).transaction((models) => {
      const transaction = new Transaction(this.#owner, models);
      inner = transaction;
      const run = async (): Promise<T> => {
        const made = await work();
        if (outer === undefined) await checkStored(transaction);
        return made;
      };
      const signal = this.options?.signal;
      return untilAborted(() => runInside(transaction, run), signal === undefined ? [] : [signal]);
    }, this.options);
    if (outer !== undefined) outer.join(inner as Transaction);
    else for (const run of (inner as Transaction).committed) await run();
    return result;
  }

  /** How many of its writes have changed something, and are committed. */
  get stored(): number {
    return this.#owner.stored;
  }

  /** Wait until no write and no transaction of the session is running. */
  async settled(): Promise<void> {
    const { running } = this.#owner;
    while (running.size > 0) await Promise.allSettled(running);
  }

  /** Pass on a promise for which {@link settled} waits. */
  async running<T>(work: Promise<T>): Promise<T> {
    const { running } = this.#owner;
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  }

  /**
   * Tell the session that a table was written.
   *
   * @param count - how many rows were
   * @returns the length of the log of the open transaction
   */
  wrote({ name, hasTriggers = false }: Description, count = 1): number {
    if (count > 0) void this.whenCommitted(async () => void this.#owner.stored++);
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

  /**
   * Run work after the outermost commit, immediately without a transaction, and never after a rollback. The outermost transaction may be that of another
   * session of the store, or `models.transaction(…)`.
   */
  async whenCommitted(work: () => Promise<void>): Promise<void> {
    const { open } = this;
    // Not by `this.models`: what is stored is stored, even if the signal has aborted since.
    const models = open?.models ?? this.#models;
    if (models.whenCommitted) await models.whenCommitted(work);
    else if (open) open.committed.push(work);
    else await work();
  }
}

// --- internal ---

/** What a transaction knows its session by, and what was written with it. */
interface Owner {
  stored: number;
  readonly running: Set<Promise<unknown>>;
}
