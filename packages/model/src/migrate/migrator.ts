import { ModelsError } from '../models-error.ts';
import type { Migration } from '../schema/schema.ts';
import type { SqlQuery } from '../sql/sql-client.ts';
import { checkRecords, collectStates, type MigrationState } from './check-records.ts';
import { type LeaseTimes, withLease } from './lease.ts';
import { type LoadedMigration, listMigrations, loadMigrations, nameOfFile } from './load-migrations.ts';
import type { Lease, MigrationRecord, MigrationStore } from './migration-store.ts';
import { runMigration } from './run-migration.ts';

/**
 * Options of what migrates.
 *
 * @see docs/migrations.md
 */
export interface MigrateOptions {
  /** Called with the name of each migration before it is applied or taken back. */
  onBegin?: (name: string) => void;
}

/**
 * Applies and reverts the migrations of a directory, one process at a time.
 *
 * Each migration is atomic if the store can do that. Elsewhere (MySQL) the statements before a failed one are kept
 * and recorded, and the next run continues after them.
 */
export class Migrator {
  readonly #store: MigrationStore;
  readonly #folder: string;
  readonly #times: LeaseTimes | undefined;

  constructor(store: MigrationStore, folder: string, times?: LeaseTimes) {
    this.#store = store;
    this.#folder = folder;
    this.#times = times;
  }

  /**
   * Apply all pending migrations.
   *
   * @param options - `isOptional`: if the directory does not exist, there are no migrations; otherwise that is an
   *   error
   * @returns the names of those that this call applied
   * @throws {ModelsError} `E_MIGRATION`, naming file and step; the migrations before it remain applied
   */
  async up({ isOptional = false, onBegin }: UpOptions = {}): Promise<string[]> {
    const migrations = await loadMigrations(this.#folder);
    if (migrations === undefined && isOptional) return [];
    if (migrations === undefined) throw missingFolder(this.#folder);
    const known = await this.#store.records();
    checkRecords(migrations, known, 'up');
    // Most starts have nothing to do, and need neither the lease nor permission to create tables.
    if (pending(migrations, known).length === 0) return [];
    return this.#alone((lease) => this.#applyAll(lease, migrations, onBegin));
  }

  /** Record a migration as applied without running it. An applied one stays as it is. */
  async record(name: string): Promise<void> {
    const migrations = await this.#load();
    const migration = migrations.find((one) => one.name === name);
    if (migration === undefined) {
      throw new ModelsError('E_MIGRATION', `There is no migration "${name}" in ${this.#folder}`, {
        hint: 'Name a file of the directory of the migrations, without its extension.',
      });
    }
    await this.#alone(async (lease) => {
      const records = await this.#store.records();
      if (records.some((record) => record.name === name)) return;
      const at = new Date(Math.max(Date.now(), (lastOf(records)?.at.getTime() ?? 0) + 1));
      const { checksum } = migration;
      const write = (query: SqlQuery) => this.#store.write({ name, checksum, state: 'applied', steps: 0, at }, query);
      await this.#store.again(() => this.#store.owned(lease, write));
    });
  }

  /** Revert the migration that was applied last. @returns its name, or `undefined` when there is none */
  async down({ onBegin }: MigrateOptions = {}): Promise<string | undefined> {
    const migrations = await this.#load();
    if ((await this.#store.records()).length === 0) return undefined;
    return this.#alone(async (lease) => {
      const records = await this.#store.records();
      checkRecords(migrations, records, 'down');
      const last = lastOf(records);
      if (last === undefined) return undefined;
      const {
        name,
        file,
        down = refuse,
        isSplit,
      } = migrations.find((migration) => migration.name === last.name) as LoadedMigration;
      const done = last.state === 'reverting' ? last : undefined;
      onBegin?.(name);
      const task = { name, file, migrate: down, isSplit, during: 'reverting', end: undefined, done } as const;
      await runMigration(this.#store, lease, task);
      return name;
    });
  }

  /** Drop every table, then apply all migrations. @returns their names */
  async fresh({ onBegin }: MigrateOptions = {}): Promise<string[]> {
    // Load before dropping, so that a file that cannot be loaded destroys nothing.
    const migrations = await this.#load();
    return this.#alone(async (lease) => {
      await this.#store.wipe(lease);
      return this.#applyAll(lease, migrations, onBegin);
    });
  }

  /** All migrations of the directory and the database in the order of their names. Writes nothing. */
  async status(): Promise<MigrationState[]> {
    return collectStates(await this.#load(), await this.#store.records());
  }

  /**
   * The names of migrations that have to be applied. Loads none of them.
   *
   * @param options - `isOptional`: if the directory does not exist and none was ever applied, there are no migrations
   * @throws {ModelsError} `E_MIGRATION` if the directory does not exist
   */
  async pending({ isOptional }: { isOptional: boolean }): Promise<string[]> {
    const files = await listMigrations(this.#folder);
    const records = files?.length === 0 ? [] : await this.#store.records();
    if (files === undefined && (!isOptional || records.length > 0)) throw missingFolder(this.#folder);
    const names = (files ?? []).map(nameOfFile);
    const applied = new Set(records.filter(({ state }) => state === 'applied').map(({ name }) => name));
    return names.filter((name) => !applied.has(name));
  }

  async #load(): Promise<LoadedMigration[]> {
    const migrations = await loadMigrations(this.#folder);
    if (migrations === undefined) throw missingFolder(this.#folder);
    return migrations;
  }

  async #alone<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    await this.#store.prepare();
    return withLease(this.#store, work, this.#times);
  }

  async #applyAll(
    lease: Lease,
    migrations: readonly LoadedMigration[],
    onBegin: MigrateOptions['onBegin'],
  ): Promise<string[]> {
    // Read again: another process may have been faster.
    const records = await this.#store.records();
    checkRecords(migrations, records, 'up');
    const applied: string[] = [];
    let latest = lastOf(records)?.at.getTime() ?? 0;
    for (const { name, file, checksum, up, isSplit } of pending(migrations, records)) {
      // Later than all others, whatever the clocks say, because `down` sorts by it.
      latest = Math.max(Date.now(), latest + 1);
      onBegin?.(name);
      await runMigration(this.#store, lease, {
        name,
        file,
        migrate: up,
        isSplit,
        during: 'applying',
        end: { name, checksum, state: 'applied', steps: 0, at: new Date(latest) },
        done: records.find((record) => record.name === name),
      });
      applied.push(name);
    }
    return applied;
  }
}

// --- internal ---

interface UpOptions extends MigrateOptions {
  readonly isOptional?: boolean;
}

function pending(migrations: readonly LoadedMigration[], records: readonly MigrationRecord[]): LoadedMigration[] {
  const done = new Set(records.filter(({ state }) => state === 'applied').map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/** A partly reverted migration comes first. */
function lastOf(records: readonly MigrationRecord[]): MigrationRecord | undefined {
  const [last] = records.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return records.find(({ state }) => state === 'reverting') ?? last;
}

const refuse: Migration = async () => {
  throw new Error('it does not export a function "down"');
};

function missingFolder(folder: string): ModelsError {
  return new ModelsError('E_MIGRATION', `The directory of the migrations does not exist: ${folder}`, {
    hint: 'Restore it, or set the option `migrations` of createModels: it is relative to the project.',
  });
}
