import { AsyncLocalStorage } from 'node:async_hooks';
import { DataError } from '@rest-gen/router/model';
import { applyMigrations, type MigrationState, readMigrationStates, revertMigration } from './migrate/migrator.ts';
import { Provider } from './provider.ts';
import { Scope } from './scope.ts';
import type { Store } from './stores/store.ts';
import type { Models } from './types.ts';

/** The provider of a whole store: outside of every transaction, unless the running context is in one. */
export class RootProvider extends Provider implements Models {
  readonly #folder: string;
  readonly #autoMigrate: boolean;
  readonly #migrating = new AsyncLocalStorage<true>();
  #migration: Promise<unknown> | undefined;
  #closing: Promise<void> | undefined;

  constructor(store: Store, folder: string, autoMigrate: boolean) {
    super(store, new Scope(store, new AsyncLocalStorage()), new Map());
    this.#folder = folder;
    this.#autoMigrate = autoMigrate;
  }

  async migrate(): Promise<{ applied: string[] }> {
    return { applied: await this.#alone(() => applyMigrations(this.store, this.#folder, false)) };
  }

  async migrateDown(): Promise<{ reverted: string | undefined }> {
    return { reverted: await this.#alone(() => revertMigration(this.store, this.#folder)) };
  }

  async migrationStatus(): Promise<MigrationState[]> {
    return this.#alone(() => readMigrationStates(this.store, this.#folder));
  }

  /** Let what runs come to its end, then close; every later call rejects with `unavailable`. Closing twice is closing once. */
  override async close(): Promise<void> {
    if (!this.scope.innermost().isRoot) return super.close();
    this.#closing ??= this.scope.shut(() => this.store.db.destroy());
    return this.#closing;
  }

  protected override async enter(): Promise<Scope> {
    const scope = this.scope.innermost();
    // A transaction that has begun may end, even while the store is closing.
    if (!scope.isRoot) return scope;
    this.#checkOpen();
    if (this.#autoMigrate) await this.#migrateOnce();
    return scope;
  }

  /** Concurrent first queries wait for the same run; after a failure the next query tries again. */
  async #migrateOnce(): Promise<void> {
    this.#migration ??= this.#alone(() => applyMigrations(this.store, this.#folder, true));
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
    try {
      return await this.scope.hold(() => this.#migrating.run(true, work));
    } catch (error) {
      throw this.store.mapError(error);
    } finally {
      this.descriptions.clear();
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
