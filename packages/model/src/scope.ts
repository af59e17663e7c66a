import type { AsyncLocalStorage } from 'node:async_hooks';
import { DataError } from '@rest-gen/router/model';
import type { ControlledTransaction } from 'kysely';
import { Queue } from './queue.ts';
import { retryBusy } from './retry-busy.ts';
import type { Database, Store } from './stores/store.ts';

/**
 * Where statements run: the store itself, an open transaction in it, or a savepoint in that.
 *
 * Scopes form a tree. Each one lets a single statement or a single inner scope in at a time, so that nothing else can land inside an open
 * transaction or savepoint. The storage knows the innermost scope of the running asynchronous context: whatever this context asks of an outer
 * scope belongs into the innermost one, and would wait for itself anywhere else.
 */
export class Scope {
  readonly #store: Store;
  readonly #storage: AsyncLocalStorage<Scope>;
  readonly #parent: Scope | undefined;
  readonly #db: Database;
  readonly #queue: Queue;
  #isEnded = false;
  #isShut = false;
  #failure: DataError | undefined;
  #savepoints = 0;

  /** @internal */
  constructor(store: Store, storage: AsyncLocalStorage<Scope>, parent?: Scope, db: Database = store.db) {
    this.#store = store;
    this.#storage = storage;
    this.#parent = parent;
    this.#db = db;
    this.#queue = new Queue(store.patience);
  }

  /** This scope, or the one inside of it that the running asynchronous context belongs to. */
  innermost(): Scope {
    const current = this.#storage.getStore();
    for (let scope = current; scope !== undefined; scope = scope.#parent) {
      if (scope === this) return current as Scope;
    }
    return this;
  }

  get isRoot(): boolean {
    return this.#parent === undefined;
  }

  /** Run statements in this very scope, when nothing else runs in it. @throws {DataError} errors of the store in its own terms */
  async run<T>(work: (db: Database) => Promise<T>): Promise<T> {
    this.#checkOpen();
    try {
      return await this.#retry(() => this.hold(() => this.#watched(work)));
    } catch (error) {
      const mapped = this.#store.mapError(error);
      if (mapped instanceof DataError && mapped.code === 'unavailable') this.#fail(mapped);
      throw mapped;
    }
  }

  /** Run `work` in a new scope inside of this one: committed when it resolves, rolled back when it rejects. */
  async transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const { inner, rollback, commit, release } = await this.#translated(() => this.#retry(() => this.#begin()));
    try {
      let result: T;
      try {
        result = await this.#storage.run(inner, () => work(inner));
      } catch (error) {
        await inner.#end(rollback);
        throw error;
      }
      await inner.#end(async () => {
        if (inner.#failure !== undefined) {
          await rollback();
          throw inner.#failure;
        }
        try {
          await this.#retry(commit);
        } catch (error) {
          await rollback();
          throw this.#store.mapError(error);
        }
      });
      return result;
    } finally {
      release();
    }
  }

  /** Hold the scope alone, without a transaction. */
  async hold<T>(work: () => Promise<T>, patient = false): Promise<T> {
    return this.#queue.run(() => {
      this.#checkUsable();
      return work();
    }, patient);
  }

  /** Run `work` when everything that has been asked for is done; nothing runs after it. */
  async shut(work: () => Promise<void>): Promise<void> {
    await this.hold(() => {
      this.#isShut = true;
      return work();
    }, true);
  }

  /** Notice within the turn when the store has rolled back by itself: the next statement would run outside of any transaction. */
  async #watched<T>(work: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await work(this.#db);
    } catch (error) {
      if (!this.isRoot && !this.#store.isInTransaction()) {
        const mapped = this.#store.mapError(error);
        const failure =
          mapped instanceof DataError
            ? mapped
            : new DataError('unavailable', 'The database has rolled the transaction back', { cause: error });
        this.#fail(failure);
      }
      throw error;
    }
  }

  #retry<T>(work: () => Promise<T>): Promise<T> {
    return retryBusy(work, this.#store.isBusy, this.#store.patience);
  }

  async #translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#store.mapError(error);
    }
  }

  async #begin(): Promise<Begun> {
    const release = await this.#queue.acquire();
    try {
      this.#checkUsable();
      const begun = this.#parent === undefined ? await this.#beginTransaction() : await this.#beginSavepoint();
      return { ...begun, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #beginTransaction(): Promise<Omit<Begun, 'release'>> {
    const transaction = await this.#db.startTransaction().execute();
    return {
      inner: new Scope(this.#store, this.#storage, this, transaction),
      commit: () => transaction.commit().execute(),
      rollback: () => transaction.rollback().execute().catch(ignore),
    };
  }

  async #beginSavepoint(): Promise<Omit<Begun, 'release'>> {
    this.#savepoints += 1;
    const name = `savepoint_${this.#savepoints}`;
    const outer = this.#db as ControlledTransaction<Record<string, never>, [string]>;
    await outer.savepoint(name).execute();
    const commit = async (): Promise<void> => {
      await outer.releaseSavepoint(name).execute();
    };
    return {
      inner: new Scope(this.#store, this.#storage, this, this.#db),
      commit,
      rollback: async () => {
        await outer.rollbackToSavepoint(name).execute().then(commit).catch(ignore);
      },
    };
  }

  /** Let what has been asked for run to its end, and nothing after it. */
  async #end(finish: () => Promise<void>): Promise<void> {
    this.#isEnded = true;
    await this.#queue.run(finish, true);
  }

  // Some failures (a full disk) end the whole transaction in the store: a statement after one would run outside of any.
  #fail(failure: DataError): void {
    let scope: Scope = this;
    while (scope.#parent !== undefined) {
      scope.#failure ??= failure;
      scope = scope.#parent;
    }
  }

  /** Checked when the turn comes: what stood in the line before may have changed it. */
  #checkUsable(): void {
    if (this.#isShut) throw new DataError('unavailable', 'The store has been closed');
    if (this.#failure !== undefined) throw this.#failure;
  }

  #checkOpen(): void {
    if (this.#isEnded) {
      throw new DataError('unavailable', 'The transaction that this work belongs to has ended', {
        hint: 'Await every call inside of transaction(…).',
      });
    }
  }
}

// --- internal ---

interface Begun {
  inner: Scope;
  commit(): Promise<void>;
  /** Never rejects: a transaction that cannot be rolled back is over already. */
  rollback(): Promise<void>;
  release(): void;
}

function ignore(): void {}
