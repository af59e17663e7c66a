import { ModelsError } from '../models-error.ts';
import { retry } from '../retry.ts';
import { withLease } from './lease.ts';
import { type LoadedMigration, loadMigrations } from './load-migrations.ts';
import type { MigrationRecord, MigrationStore } from './migration-store.ts';
import type { Migration } from './schema.ts';
import { watchSteps } from './steps.ts';

/** A migration, and when it was applied; `undefined` when it is still to come. */
export interface MigrationState {
  readonly name: string;
  readonly appliedAt: Date | undefined;
}

/**
 * Applies and takes back the migrations of a folder, one process at a time.
 *
 * Each migration happens as a whole or not at all where the store can do that. Elsewhere (MySQL, MongoDB) the steps before a failing one stay and are
 * noted; the next run goes on behind them.
 */
export class Migrator {
  readonly #store: MigrationStore;
  readonly #folder: string;

  constructor(store: MigrationStore, folder: string) {
    this.#store = store;
    this.#folder = folder;
  }

  /**
   * Apply all migrations that are still to come.
   *
   * @param isOptional - a folder that does not exist has no migrations; otherwise it is an error
   * @returns the names of those that were applied by this call
   * @throws {ModelsError} `E_MIGRATION`, naming file and step; those before it stay applied
   */
  async up(isOptional = false): Promise<string[]> {
    const migrations = await loadMigrations(this.#folder);
    if (migrations === undefined && !isOptional) throw missingFolder(this.#folder);
    if (migrations === undefined || migrations.length === 0) return [];
    const known = await this.#store.records();
    checkRecords(migrations, known);
    if (pending(migrations, known).length === 0) return [];
    await this.#store.prepare();
    return withLease(this.#store, () => this.#applyAll(migrations));
  }

  /** Take the migration back that was applied last. @returns its name, or `undefined` when there is none */
  async down(): Promise<string | undefined> {
    const migrations = await this.#load();
    await this.#store.prepare();
    return withLease(this.#store, async () => {
      const records = await this.#store.records();
      checkRecords(migrations, records);
      const last = records.toSorted((a, b) => (a.name < b.name ? 1 : -1)).find(({ state }) => state !== 'applying');
      const migration = migrations.find(({ name }) => name === last?.name);
      if (last === undefined || migration === undefined) return undefined;
      await this.#revert(migration, last);
      return migration.name;
    });
  }

  /** Drop every table, then apply all migrations. */
  async fresh(): Promise<string[]> {
    const migrations = await this.#load();
    await this.#store.wipe();
    await this.#store.prepare();
    return withLease(this.#store, () => this.#applyAll(migrations));
  }

  /** All migrations of the folder in their order. */
  async status(): Promise<MigrationState[]> {
    const migrations = await this.#load();
    const records = new Map((await this.#store.records()).map((record) => [record.name, record]));
    return migrations.map(({ name }) => {
      const record = records.get(name);
      return { name, appliedAt: record?.state === 'applying' ? undefined : record?.at };
    });
  }

  async #load(): Promise<LoadedMigration[]> {
    const migrations = await loadMigrations(this.#folder);
    if (migrations === undefined) throw missingFolder(this.#folder);
    return migrations;
  }

  async #applyAll(migrations: readonly LoadedMigration[]): Promise<string[]> {
    const records = await this.#store.records();
    checkRecords(migrations, records);
    const applied: string[] = [];
    for (const migration of pending(migrations, records)) {
      const record = records.find(({ name }) => name === migration.name);
      await this.#apply(migration, record?.steps ?? 0);
      applied.push(migration.name);
    }
    return applied;
  }

  #apply({ name, checksum, file, up }: LoadedMigration, done: number): Promise<void> {
    return this.#perform(file, up, done, {
      note: { name, checksum, state: 'applying' },
      end: { name, checksum, state: 'applied', steps: 0, at: new Date() },
    });
  }

  #revert({ name, checksum, file, down }: LoadedMigration, record: MigrationRecord): Promise<void> {
    const refuse: Migration = async () => {
      throw new Error('it exports no function "down"');
    };
    return this.#perform(file, down ?? refuse, record.state === 'reverting' ? record.steps : 0, {
      note: { name, checksum, state: 'reverting' },
      end: undefined,
    });
  }

  /** Run the steps of one direction; what met a conflict has been rolled back, and is tried again. */
  async #perform(file: string, migrate: Migration, done: number, { note, end }: Notes): Promise<void> {
    const { isTransactional, patience } = this.#store;
    const run = (): Promise<void> =>
      this.#store.perform(async (schema, journal) => {
        const noteStep = async (steps: number): Promise<void> => {
          if (!isTransactional) await journal.write({ ...note, steps, at: new Date() });
        };
        const watched = watchSteps(schema, done, noteStep);
        try {
          await migrate(watched.schema);
        } finally {
          // What was begun has to end before the transaction does.
          await watched.settle();
        }
        await (end === undefined ? journal.erase(note.name) : journal.write(end));
      });
    try {
      await (isTransactional ? retry(run, (error) => this.#isConflict(error), patience) : run());
    } catch (error) {
      throw failure(file, error);
    }
  }

  #isConflict(error: unknown): boolean {
    const cause = error instanceof ModelsError ? error.cause : error;
    return (this.#store.mapError(cause) as { code?: unknown } | undefined)?.code === 'retry';
  }
}

// --- internal ---

/** What is remembered after each step, and at the end. */
interface Notes {
  readonly note: Pick<MigrationRecord, 'name' | 'checksum' | 'state'>;
  readonly end: MigrationRecord | undefined;
}

function pending(migrations: readonly LoadedMigration[], records: readonly MigrationRecord[]): LoadedMigration[] {
  const done = new Set(records.filter(({ state }) => state === 'applied').map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

function checkRecords(migrations: readonly LoadedMigration[], records: readonly MigrationRecord[]): void {
  for (const record of records) {
    const migration = migrations.find(({ name }) => name === record.name);
    if (migration === undefined) {
      throw new ModelsError(
        'E_MIGRATION',
        `The migrations do not fit the database: "${record.name}" was applied, and its file is missing`,
        { hint: 'Bring the file back; what has been applied must stay in the folder.' },
      );
    }
    // A file that was compiled since, from `.ts` to `.js`, cannot be compared.
    const isComparable = record.checksum.split(':')[0] === migration.checksum.split(':')[0];
    if (record.state === 'applied' && isComparable && record.checksum !== migration.checksum) {
      throw new ModelsError('E_MIGRATION', `The migration has been changed since it was applied: ${migration.file}`, {
        file: migration.file,
        hint: 'Bring it back as it was, and write a new migration for the change. In development, `npx rest-gen migrate --fresh` begins anew.',
      });
    }
  }
}

function failure(file: string, error: unknown): ModelsError {
  const step = error instanceof ModelsError ? error.step : undefined;
  return new ModelsError('E_MIGRATION', `The migration failed: ${file}: ${(error as Error).message}`, {
    file,
    ...(step !== undefined && { step }),
    cause: error,
  });
}

function missingFolder(folder: string): ModelsError {
  return new ModelsError('E_MIGRATION', `There is no folder of migrations: ${folder}`, {
    hint: 'Start the program in the directory of the project, or set the option `migrations`.',
  });
}
