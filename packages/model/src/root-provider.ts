import { AsyncLocalStorage } from 'node:async_hooks';
import { DataError } from '@rest-gen/router/model';
import type { Backend } from './backend.ts';
import type { MigrationState } from './migrate/check-records.ts';
import { Migrator } from './migrate/migrator.ts';
import { ModelsError } from './models-error.ts';
import { Provider } from './provider.ts';
import { Scope } from './scope.ts';
import type { Models } from './types.ts';

/** The provider of a whole store: outside of every transaction, unless the running context is in one. */
export class RootProvider<Session> extends Provider<Session> implements Models {
  readonly #migrator: Migrator;
  readonly #autoMigrate: boolean;
  readonly #migrating = new AsyncLocalStorage<true>();
  /** What has been asked for and is not done. */
  readonly #running = new Set<Promise<unknown>>();
  #migration: Promise<unknown> | undefined;
  #closing: Promise<void> | undefined;

  constructor(backend: Backend<Session>, folder: string, autoMigrate: boolean) {
    super(backend, new Scope(backend, new AsyncLocalStorage()));
    this.#migrator = new Migrator(backend.migrations, folder);
    this.#autoMigrate = autoMigrate;
  }

  async migrate(): Promise<{ applied: string[] }> {
    return { applied: await this.#alone(() => this.#migrator.up()) };
  }

  async migrateDown(): Promise<{ reverted: string | undefined }> {
    return { reverted: await this.#alone(() => this.#migrator.down()) };
  }

  async migrateFresh(): Promise<{ applied: string[] }> {
    return { applied: await this.#alone(() => this.#migrator.fresh()) };
  }

  async migrationStatus(): Promise<MigrationState[]> {
    return this.#alone(() => this.#migrator.status());
  }

  /** Let what runs come to its end, then close; every later call rejects with `unavailable`. Closing twice is closing once. */
  override async close(): Promise<void> {
    if (!this.scope.innermost().isRoot) return super.close();
    this.#closing ??= this.#drain().then(() => this.backend.close());
    return this.#closing;
  }

  protected override async perform<T>(work: (scope: Scope<Session>) => Promise<T>): Promise<T> {
    const scope = this.scope.innermost();
    // A transaction that has begun may end, even while the store is closing.
    if (!scope.isRoot) return work(scope);
    this.#checkOpen();
    return this.#counted(async () => {
      if (this.#autoMigrate) await this.#migrateOnce();
      return work(scope);
    });
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Concurrent first queries wait for the same run; after a failure the next query tries again. */
  async #migrateOnce(): Promise<void> {
    this.#migration ??= this.#outside(() => this.#migrator.up(true));
    try {
      await this.#migration;
    } catch (error) {
      this.#migration = undefined;
      throw error;
    }
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    this.#checkOpen();
    if (!this.scope.innermost().isRoot) {
      throw new DataError('unavailable', 'Migrations cannot run inside of transaction(…)');
    }
    return this.#counted(() => this.#outside(work));
  }

  async #outside<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#migrating.run(true, work);
    } catch (error) {
      // It says more than the error of the driver that it was caused by.
      throw error instanceof ModelsError ? error : this.backend.mapError(error);
    } finally {
      this.backend.forget();
    }
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new DataError('unavailable', 'The store has been closed');
    // It would wait for its own end.
    if (this.#migrating.getStore()) {
      throw new DataError('unavailable', 'A migration cannot use the models', {
        hint: 'Use the schema that it is given.',
      });
    }
  }
}
