import { ModelsError } from '../models-error.ts';
import type { MigrateOptions } from '../types.ts';
import { checkRecords, type MigrationState, readStates } from './check-records.ts';
import { type LeaseTimes, withLease } from './lease.ts';
import { type LoadedMigration, loadMigrations } from './load-migrations.ts';
import type { Lease, MigrationRecord, MigrationStore } from './migration-store.ts';
import { perform, wipe } from './perform.ts';
import type { Migration } from './schema.ts';

/**
 * Applies and takes back the migrations of a folder, one process at a time.
 *
 * Each migration happens as a whole or not at all where the store can do that. Elsewhere (MySQL) the statements before a failing one stay and
 * are noted; the next run goes on behind them.
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
   * Apply all migrations that are still to come.
   *
   * @param options - `isOptional`: a folder that does not exist has no migrations; otherwise it is an error
   * @returns the names of those that were applied by this call
   * @throws {ModelsError} `E_MIGRATION`, naming file and step; those before it stay applied
   */
  async up({ isOptional = false, onBegin }: UpOptions = {}): Promise<string[]> {
    const migrations = await loadMigrations(this.#folder);
    if (migrations === undefined && isOptional) return [];
    if (migrations === undefined) throw missingFolder(this.#folder);
    const known = await this.#store.records();
    checkRecords(migrations, known, 'up');
    // Most starts have nothing to do, and need neither the lease nor the right to create tables.
    if (pending(migrations, known).length === 0) return [];
    return this.#alone((lease) => this.#applyAll(lease, migrations, onBegin));
  }

  /** Take the migration back that was applied last, in time. @returns its name, or `undefined` when there is none */
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
      } = migrations.find((migration) => migration.name === last.name) as LoadedMigration;
      const done = last.state === 'reverting' ? last : undefined;
      onBegin?.(name);
      await perform(this.#store, lease, { name, file, migrate: down, during: 'reverting', end: undefined, done });
      return name;
    });
  }

  /** Drop every table, then apply all migrations. @returns their names */
  async fresh({ onBegin }: MigrateOptions = {}): Promise<string[]> {
    // Before anything is dropped, so that a file that cannot be loaded costs nothing.
    const migrations = await this.#load();
    return this.#alone(async (lease) => {
      await wipe(this.#store, lease);
      return this.#applyAll(lease, migrations, onBegin);
    });
  }

  /** All migrations of the folder and the database in the order of their names. Writes nothing. */
  async status(): Promise<MigrationState[]> {
    return readStates(await this.#load(), await this.#store.records());
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
    // Read again: another process may have been quicker.
    const records = await this.#store.records();
    checkRecords(migrations, records, 'up');
    const applied: string[] = [];
    let latest = lastOf(records)?.at.getTime() ?? 0;
    for (const { name, file, checksum, up } of pending(migrations, records)) {
      // Later than all others, whatever the clocks say: `down` goes by it.
      latest = Math.max(Date.now(), latest + 1);
      onBegin?.(name);
      await perform(this.#store, lease, {
        name,
        file,
        migrate: up,
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

/** What has been taken back in part comes first. */
function lastOf(records: readonly MigrationRecord[]): MigrationRecord | undefined {
  const [last] = records.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return records.find(({ state }) => state === 'reverting') ?? last;
}

const refuse: Migration = async () => {
  throw new Error('it exports no function "down"');
};

function missingFolder(folder: string): ModelsError {
  return new ModelsError('E_MIGRATION', `There is no folder of migrations: ${folder}`, {
    hint: 'Start the program in the directory of the project, or set the option `migrations`.',
  });
}
