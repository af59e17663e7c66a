import { findEnclosing, runInside } from './core/async-context.ts';
import { DataError } from './core/data-error.ts';
import type { RequestOptions } from './core/provider.ts';
import { beginGlobalTransaction, type GlobalTransaction } from './global-transaction.ts';
import type { MigrationState } from './migrate/check-records.ts';
import type { TableDescription } from './migrate/list-tables.ts';
import { listStructures, listTables } from './migrate/list-tables.ts';
import { MigrationStore } from './migrate/migration-store.ts';
import { type MigrateOptions, Migrator } from './migrate/migrator.ts';
import { ModelsError } from './models-error.ts';
import { Provider } from './provider.ts';
import { Scope } from './scope.ts';
import type { SqlResult, Statement } from './sql/sql-client.ts';
import type { TableStructure } from './sql/table-structure.ts';
import type { Store } from './store.ts';
import type { Models } from './types.ts';

/** The provider of a whole store: outside of every transaction, unless the running context is in one. */
export class RootProvider extends Provider implements Models {
  readonly #migrator: Migrator;
  readonly #needsFolder: boolean;
  /** How many calls have begun and not ended. */
  #running = 0;
  #lastHasEnded: (() => void) | undefined;
  #migration: Promise<unknown> | undefined;
  #isMigrated: boolean;
  /** No migration was pending. */
  #isCurrent = false;
  #closing: Promise<void> | undefined;
  #global: Promise<GlobalTransaction> | undefined;

  /** @param options - `needsFolder`: without the directory of the migrations, the models are not ready */
  constructor(store: Store, folder: string, options: { autoMigrate: boolean; needsFolder: boolean }) {
    super(store, new Scope(store));
    this.#migrator = new Migrator(new MigrationStore(store.client, store.dialect, store.patience), folder);
    this.#isMigrated = !options.autoMigrate;
    this.#needsFolder = options.needsFolder;
  }

  async migrate(options?: MigrateOptions): Promise<{ applied: string[] }> {
    return { applied: await this.#alone(() => this.#migrator.up(options)) };
  }

  async migrateDown(options?: MigrateOptions): Promise<{ reverted: string | undefined }> {
    return { reverted: await this.#alone(() => this.#migrator.down(options)) };
  }

  async migrateFresh(options?: MigrateOptions): Promise<{ applied: string[]; database: string | undefined }> {
    return { applied: await this.#alone(() => this.#migrator.fresh(options)), database: this.store.database };
  }

  async migrationStatus(): Promise<MigrationState[]> {
    return this.#alone(() => this.#migrator.status());
  }

  async ready(): Promise<void> {
    await this.ping();
    if (this.#isCurrent || this.#global !== undefined) return;
    const pending = await this.#alone(() => this.#migrator.pending({ isOptional: !this.#needsFolder }));
    this.#isCurrent = pending.length === 0;
    if (this.#isCurrent) return;
    const what = pending.length === 1 ? 'A migration is' : `${pending.length} migrations are`;
    // A health check shows it to its clients.
    throw Object.assign(new ModelsError('E_MIGRATION', `${what} pending: run rest-gen migrate`), { expose: true });
  }

  async tables(): Promise<TableDescription[]> {
    const { client, dialect } = this.store;
    return this.#alone(() => listTables(client.query, dialect));
  }

  async structures(): Promise<TableStructure[]> {
    const { client, dialect } = this.store;
    return this.#alone(() => listStructures(client.query, dialect));
  }

  async recordMigration(name: string): Promise<void> {
    await this.#alone(() => this.#migrator.record(name));
  }

  async beginGlobalTransaction(): Promise<() => Promise<void>> {
    if (this.#global !== undefined) throw new DataError('unavailable', 'A global transaction is open already');
    // Applies migrations, if that is still to be done.
    await this.ping();
    // What runs may need the connection that the transaction will hold; what comes while it begins waits for it.
    while (this.#running > 0) await this.#drain();
    this.#global = beginGlobalTransaction(this.scope);
    await this.#global.catch((error: unknown) => {
      this.#global = undefined;
      throw error;
    });
    return () => this.#rollbackGlobal();
  }

  async #rollbackGlobal(): Promise<void> {
    const open = this.#global;
    this.#global = undefined;
    await (await open)?.rollback();
  }

  /** Let what runs come to its end, then close; every later call rejects with `unavailable`. Closing twice is closing once. */
  override async close(): Promise<void> {
    if (!this.scope.innermost().isRoot) return super.close();
    this.#closing ??= this.#drain()
      .then(() => this.#rollbackGlobal())
      .then(() => this.store.client.close());
    return this.#closing;
  }

  protected override async perform<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    const scope = this.scope.innermost();
    // A transaction that has begun may end, even while the store is closing.
    if (!scope.isRoot) return work(scope);
    this.#checkOpen();
    this.#running += 1;
    try {
      if (!this.#isMigrated) await this.#migrateOnce();
      const global = this.#global && (await this.#global);
      return await (global?.perform(work) ?? work(scope));
    } finally {
      this.#end();
    }
  }

  /** The fast path of `perform`, for a single statement. */
  protected override async run(statement: Statement, options: RequestOptions): Promise<SqlResult> {
    const scope = this.scope.innermost();
    if (!scope.isRoot || !this.#isMigrated || this.#global !== undefined) return super.run(statement, options);
    this.#checkOpen();
    this.#running += 1;
    try {
      return await scope.run(statement, options);
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#lastHasEnded?.();
  }

  async #drain(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#lastHasEnded = resolve;
    });
  }

  /** Concurrent first queries wait for the same run; after a failure the next query tries again. */
  async #migrateOnce(): Promise<void> {
    this.#migration ??= this.#outside(() => this.#migrator.up({ isOptional: true }));
    try {
      await this.#migration;
      this.#isMigrated = true;
    } catch (error) {
      this.#migration = undefined;
      throw error;
    }
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    this.#checkOpen();
    if (!this.scope.innermost().isRoot || this.#global !== undefined) {
      throw new DataError('unavailable', 'Migrations cannot run inside transaction(…)');
    }
    this.#running += 1;
    try {
      return await this.#outside(work);
    } finally {
      this.#end();
    }
  }

  async #outside<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await runInside(this.#migrator, work);
    } catch (error) {
      // It says more than its cause, the error of the driver.
      throw error instanceof ModelsError ? error : this.store.dialect.mapError(error);
    } finally {
      this.store.tables.clear();
      this.store.linkTables.clear();
    }
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new DataError('unavailable', 'The store has been closed');
    // It would wait for its own end.
    if (findEnclosing((inside): inside is Migrator => inside === this.#migrator)) {
      throw new DataError('unavailable', 'A migration cannot use the models', {
        hint: 'Use the schema that it receives.',
      });
    }
  }
}
