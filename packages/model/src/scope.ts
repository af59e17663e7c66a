import { findEnclosing, runInside, untilAborted } from './core/async-context.ts';
import { changesStand } from './core/changes.ts';
import { DataError } from './core/data-error.ts';
import type { RequestOptions } from './core/provider.ts';
import { aborted, isAborted, Queue } from './queue.ts';
import { retry } from './retry.ts';
import type { SqlQuery, SqlResult, Statement } from './sql/sql-client.ts';
import type { Store } from './store.ts';

/**
 * Where statements run: the store itself, an open transaction, or a savepoint in one.
 *
 * Scopes form a tree. Outside of transactions the store decides how many statements run at once. A transaction runs
 * one statement or one inner scope at a time, so that no other statement can run inside an open savepoint. The
 * current asynchronous context knows its innermost scope. A query on an outer scope runs in the innermost one;
 * anywhere else it would wait for itself.
 */
export class Scope {
  /** The store itself: not inside of a transaction. */
  readonly isRoot: boolean;
  /** What runs after the commit of a transaction; the provider hands it on, or runs it. */
  readonly committed: (() => Promise<void>)[] = [];
  readonly #store: Store;
  readonly #parent: Scope | undefined;
  readonly #query: SqlQuery;
  /** The turns of work in a transaction; at the root, those of work that is retried after a conflict. */
  readonly #turns: Queue;
  /** The signals of this scope and of the scopes around it. */
  readonly #signals: readonly AbortSignal[];
  #isEnded = false;
  #failure: DataError | undefined;
  #savepoints = 0;

  constructor(store: Store, parent?: Scope, query: SqlQuery = store.client.query, signal?: AbortSignal) {
    this.#store = store;
    this.#parent = parent;
    this.isRoot = parent === undefined;
    this.#query = query;
    this.#turns = new Queue(store.patience);
    this.#signals = [...(parent ? parent.#signals : []), ...(signal ? [signal] : [])];
  }

  /** This scope, or the inner scope of the current asynchronous context. */
  innermost(): Scope {
    const isInner = (inside: object): inside is Scope => inside instanceof Scope && inside.#isWithin(this);
    return findEnclosing(isInner) ?? this;
  }

  /**
   * Run a statement in this scope.
   *
   * Outside of transactions, one that met a conflict has changed nothing: it is retried.
   *
   * @throws {DataError} the error of the store
   */
  async run(statement: Statement, options: RequestOptions): Promise<SqlResult> {
    if (this.#isEnded) throw hasEnded();
    if (!this.isRoot) return this.#inTurn(() => this.#watched(() => this.#send(statement, options)), options);
    const { text, parameters, table } = statement;
    try {
      return await this.#query(text, parameters, options);
    } catch (error) {
      return this.#retry(
        this.#store.dialect.mapError(error, table, text, parameters),
        () => this.#send(statement, options),
        options,
      );
    }
  }

  /** @throws {DataError} `unavailable` when the database does not answer */
  async ping(options: RequestOptions): Promise<void> {
    const { client, dialect } = this.#store;
    if (!this.isRoot || client.ping === undefined) {
      await this.run({ text: 'select 1', parameters: [] }, options);
      return;
    }
    try {
      await client.ping(options);
    } catch (error) {
      throw dialect.mapError(error);
    }
  }

  /** Run `work` in a new inner scope: commit when it resolves, roll back when it rejects or the signal aborts. */
  async transaction<T>(work: (scope: Scope) => Promise<T>, options: RequestOptions = {}): Promise<T> {
    if (this.#isEnded) throw hasEnded();
    if (isAborted(options)) throw aborted(options);
    // What is rolled back, by a caller who goes on or before a new attempt, has changed nothing.
    if (!this.isRoot) return this.#inTurn(() => changesStand(() => this.#nest(work, options)), options);
    const attempt = (): Promise<T> => changesStand(() => this.#begin(work, options));
    try {
      return await attempt();
    } catch (error) {
      return this.#retry(error, attempt, options);
    }
  }

  #isWithin(outer: Scope): boolean {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#parent) {
      if (scope === outer) return true;
    }
    return false;
  }

  async #send({ text, parameters, table }: Statement, options: RequestOptions): Promise<SqlResult> {
    try {
      return await this.#query(text, parameters, options);
    } catch (error) {
      throw this.#store.dialect.mapError(error, table, text, parameters);
    }
  }

  #command(text: string): Promise<unknown> {
    return this.#send({ text, parameters: [] }, {});
  }

  async #inTurn<T>(work: () => Promise<T>, options: RequestOptions): Promise<T> {
    let hasBegun = false;
    const begin = (): Promise<T> => {
      hasBegun = true;
      this.#checkUsable();
      return work();
    };
    try {
      return await this.#turns.run(begin, false, options);
    } catch (error) {
      // A refused statement is missing in the transaction, so the transaction must fail.
      if (!hasBegun && error instanceof DataError) this.#fail(error);
      throw error;
    }
  }

  async #begin<T>(work: (scope: Scope) => Promise<T>, options: RequestOptions): Promise<T> {
    // An error thrown by the work is passed on unchanged, even if the driver wraps it.
    let thrown: { error: unknown } | undefined;
    try {
      return await this.#store.client.transaction(async (query) => {
        const inner = new Scope(this.#store, this, query, options.signal);
        try {
          const result = await inner.#enter(work);
          if (inner.#failure !== undefined) throw inner.#failure;
          return result;
        } catch (error) {
          // It is still a conflict if the work has caught or wrapped the error.
          thrown = { error: inner.#failure?.code === 'retry' ? inner.#failure : error };
          throw error;
        }
      }, options);
    } catch (error) {
      throw thrown ? thrown.error : this.#store.dialect.mapError(error);
    }
  }

  async #nest<T>(work: (scope: Scope) => Promise<T>, { signal }: RequestOptions): Promise<T> {
    this.#savepoints += 1;
    const name = `savepoint_${this.#savepoints}`;
    await this.#command(`savepoint ${name}`);
    const inner = new Scope(this.#store, this, this.#query, signal);
    inner.#savepoints = this.#savepoints;
    try {
      const result = await inner.#enter(work);
      if (inner.#failure !== undefined) throw inner.#failure;
      await this.#watched(() => this.#command(`release savepoint ${name}`));
      return result;
    } catch (error) {
      // A transaction that has already ended cannot be rolled back.
      if (!isFatal(inner.#failure)) await this.#rollBackTo(name).catch(ignore);
      throw error;
    } finally {
      this.#savepoints = inner.#savepoints;
    }
  }

  #rollBackTo(name: string): Promise<void> {
    return this.#watched(async () => {
      await this.#command(`rollback to savepoint ${name}`);
      await this.#command(`release savepoint ${name}`);
    });
  }

  /**
   * Run `work` in this scope until it settles or a signal aborts. Finish the statements it has started, and refuse
   * later ones.
   */
  async #enter<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    try {
      return await untilAborted(
        () => runInside(this, () => work(this)),
        this.#signals,
        (signal) => aborted({ signal }),
      );
    } finally {
      this.#isEnded = true;
      if (!this.#turns.isFree) await this.#turns.run(async () => {}, true);
    }
  }

  /**
   * Check for the end of the transaction before the place is released: the next statement would otherwise run outside
   * of it, or fail with an unrelated error.
   */
  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DataError && isFatal(error)) this.#fail(error);
      else if (this.#store.dialect.errorsEndTransactions) this.#failure ??= asFailure(error);
      throw error;
    }
  }

  /** Run `work` again after a conflict; one at a time, because concurrent retries would conflict again. */
  async #retry<T>(error: unknown, work: () => Promise<T>, options: RequestOptions): Promise<T> {
    let isFirst = true;
    const attempt = (): Promise<T> => {
      if (!isFirst) return this.#turns.run(work, false, options);
      isFirst = false;
      throw error;
    };
    return retry(attempt, isConflict, this.#store.patience, options);
  }

  /** The whole transaction is over. */
  #fail(failure: DataError): void {
    let scope: Scope = this;
    while (scope.#parent !== undefined) {
      scope.#failure ??= failure;
      scope = scope.#parent;
    }
  }

  /** Checked when the statement gets its place: an earlier one may have changed it. */
  #checkUsable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

// --- internal ---

/** Two transactions conflict; one of them may run again. */
function isConflict(error: unknown): boolean {
  return error instanceof DataError && error.code === 'retry';
}

function isFatal(error: DataError | undefined): boolean {
  return error?.code === 'unavailable' || error?.code === 'retry';
}

function asFailure(error: unknown): DataError {
  if (error instanceof DataError) return error;
  return new DataError('unavailable', 'A statement of the transaction has failed', { cause: error });
}

function hasEnded(): DataError {
  return new DataError('unavailable', 'The transaction has already ended', {
    hint: 'Await every call inside transaction(…).',
  });
}

function ignore(): void {}
