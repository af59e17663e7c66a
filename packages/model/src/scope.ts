import { DataError, type RequestOptions } from '@rest-gen/router/model';
import { findEnclosing, runInside } from './async-context.ts';
import type { Backend } from './backend.ts';
import { aborted, Queue } from './queue.ts';
import { retry } from './retry.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Where statements run: the store itself, an open transaction, or a savepoint in one.
 *
 * Scopes form a tree. Outside of transactions the store decides how many statements run at once. A transaction runs
 * one statement or one inner scope at a time, so that no other statement can run inside an open savepoint. The
 * current asynchronous context knows its innermost scope. A query on an outer scope runs in the innermost one;
 * anywhere else it would wait for itself.
 */
export class Scope<Session> {
  readonly #backend: Backend<Session>;
  readonly #parent: Scope<Session> | undefined;
  readonly #session: Session;
  /** Of work in a transaction; at the root, of work that is retried after a conflict. */
  readonly #turns: Queue;
  /** Those of this scope and of what it stands in. */
  readonly #signals: readonly AbortSignal[];
  #isEnded = false;
  #failure: DataError | undefined;
  #savepoints = 0;

  constructor(
    backend: Backend<Session>,
    parent?: Scope<Session>,
    session: Session = backend.session,
    signal?: AbortSignal,
  ) {
    this.#backend = backend;
    this.#parent = parent;
    this.#session = session;
    this.#turns = new Queue(backend.patience);
    this.#signals = [...(parent ? parent.#signals : []), ...(signal ? [signal] : [])];
  }

  /** This scope, or the inner scope of the current asynchronous context. */
  innermost(): Scope<Session> {
    const isInner = (inside: object): inside is Scope<Session> => inside instanceof Scope && inside.#isWithin(this);
    return findEnclosing(isInner) ?? this;
  }

  get isRoot(): boolean {
    return this.#parent === undefined;
  }

  /**
   * Run statements in this scope.
   *
   * A statement outside of transactions that met a conflict has changed nothing: it is retried.
   *
   * @throws {DataError} the error of the store
   */
  async run<T>(work: (session: Session) => Promise<T>, { signal }: RequestOptions = {}): Promise<T> {
    this.#checkOpen();
    if (signal?.aborted) throw aborted(signal);
    if (!this.isRoot) return this.#inTurn(() => this.#watched(() => work(this.#session)), signal);
    return this.#retry(() => this.#mapped(() => work(this.#session)), signal);
  }

  /** Run `work` in a new inner scope: commit when it resolves, roll back when it rejects or the signal aborts. */
  async transaction<T>(work: (scope: Scope<Session>) => Promise<T>, options: RequestOptions = {}): Promise<T> {
    this.#checkOpen();
    const { signal } = options;
    if (signal?.aborted) throw aborted(signal);
    if (this.isRoot) return this.#retry(() => this.#begin(work, options), signal);
    return this.#inTurn(() => this.#nest(work, options), signal);
  }

  #isWithin(outer: Scope<Session>): boolean {
    for (let scope: Scope<Session> | undefined = this; scope !== undefined; scope = scope.#parent) {
      if (scope === outer) return true;
    }
    return false;
  }

  async #inTurn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let hasBegun = false;
    const begin = (): Promise<T> => {
      hasBegun = true;
      this.#checkUsable();
      return work();
    };
    try {
      return await this.#turns.run(begin, false, signal);
    } catch (error) {
      // A refused statement is missing in the transaction, so the transaction must fail.
      if (!hasBegun && error instanceof DataError) this.#fail(error);
      throw error;
    }
  }

  async #begin<T>(work: (scope: Scope<Session>) => Promise<T>, options: RequestOptions): Promise<T> {
    // An error thrown by the work is passed on unchanged, even if the driver wraps it.
    let thrown: { error: unknown } | undefined;
    try {
      return await this.#backend.transaction(async (session) => {
        const inner = new Scope(this.#backend, this, session, options.signal);
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
      throw thrown ? thrown.error : this.#backend.mapError(error);
    }
  }

  async #nest<T>(work: (scope: Scope<Session>) => Promise<T>, { signal }: RequestOptions): Promise<T> {
    this.#savepoints += 1;
    const savepoint = await this.#mapped(() => this.#backend.savepoint(this.#session, this.#savepoints));
    const inner = new Scope(this.#backend, this, this.#session, signal);
    inner.#savepoints = this.#savepoints;
    try {
      const result = await inner.#enter(work);
      if (inner.#failure !== undefined) throw inner.#failure;
      await this.#watched(() => savepoint.release());
      return result;
    } catch (error) {
      // A transaction that has already ended cannot be rolled back.
      if (!isFatal(inner.#failure)) await this.#watched(() => savepoint.rollback()).catch(ignore);
      throw error;
    } finally {
      this.#savepoints = inner.#savepoints;
    }
  }

  /**
   * Run `work` in this scope until it settles or a signal aborts. Finish the statements it has started, and refuse
   * later ones.
   */
  async #enter<T>(work: (scope: Scope<Session>) => Promise<T>): Promise<T> {
    try {
      return await untilAborted(() => runInside(this, () => work(this)), this.#signals);
    } finally {
      this.#isEnded = true;
      if (!this.#turns.isFree) await this.#turns.run(async () => {}, true);
    }
  }

  async #mapped<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#backend.mapError(error);
    }
  }

  /**
   * Check for the end of the transaction before the place is released: the next statement would otherwise run outside
   * of it, or fail with an unrelated error.
   */
  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const error = this.#backend.mapError(thrown);
      if (error instanceof DataError && isFatal(error)) this.#fail(error);
      else if (this.#backend.errorsEndTransactions) this.#failure ??= asFailure(error);
      throw error;
    }
  }

  #retry<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let attempts = 0;
    const attempt = (): Promise<T> => {
      attempts += 1;
      // Concurrent retries would conflict again: where a conflict fails at once, nobody waits for the first transaction.
      return attempts > 1 ? this.#turns.run(work, false, signal) : work();
    };
    return retry(attempt, isConflict, this.#backend.patience, signal);
  }

  /** The whole transaction is over. */
  #fail(failure: DataError): void {
    let scope: Scope<Session> = this;
    while (scope.#parent !== undefined) {
      scope.#failure ??= failure;
      scope = scope.#parent;
    }
  }

  /** Checked when the statement gets its place: an earlier one may have changed it. */
  #checkUsable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #checkOpen(): void {
    if (this.#isEnded) {
      throw new DataError('unavailable', 'The transaction has already ended', {
        hint: 'Await every call inside transaction(…).',
      });
    }
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

function ignore(): void {}
