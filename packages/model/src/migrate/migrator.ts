import { type Migration as KyselyMigration, type MigrationResultSet, Migrator } from 'kysely';
import { ModelsError } from '../models-error.ts';
import { retryBusy } from '../retry-busy.ts';
import type { Store } from '../stores/store.ts';
import { type LoadedMigration, loadMigrations } from './load-migrations.ts';
import { createSchema, type Migration, type Schema } from './schema.ts';

/** A migration, and when it was applied; `undefined` when it is still to come. */
export interface MigrationState {
  readonly name: string;
  readonly appliedAt: Date | undefined;
}

/**
 * Apply all migrations of a folder that are still to come, each in a transaction of its own; others that do the same at the same time wait.
 *
 * The caller holds the store meanwhile.
 *
 * @param isOptional - a folder that does not exist has no migrations; otherwise it is an error
 * @returns the names of those that were applied by this call
 * @throws {ModelsError} `E_MIGRATION`, naming file and step; those before it stay applied
 */
export async function applyMigrations(store: Store, folder: string, isOptional: boolean): Promise<string[]> {
  const migrations = await loadMigrations(folder);
  if (migrations === undefined) {
    if (isOptional) return [];
    throw missingFolder(folder);
  }
  const applied: string[] = [];
  if (migrations.length === 0) return applied;
  const migrator = createMigrator(store, migrations);
  for (;;) {
    const name = await runOne(store, () => migrator.migrateUp());
    if (name === undefined) return applied;
    applied.push(name);
  }
}

/** Take the migration back that was applied last. @returns its name, or `undefined` when there is none */
export async function revertMigration(store: Store, folder: string): Promise<string | undefined> {
  const migrations = (await loadMigrations(folder)) ?? missing(folder);
  return runOne(store, () => createMigrator(store, migrations).migrateDown());
}

/** All migrations of a folder in their order. */
export async function readMigrationStates(store: Store, folder: string): Promise<MigrationState[]> {
  const migrations = (await loadMigrations(folder)) ?? missing(folder);
  const states = await createMigrator(store, migrations).getMigrations();
  return states.map(({ name, executedAt }) => ({ name, appliedAt: executedAt }));
}

// --- internal ---

function createMigrator(store: Store, migrations: readonly LoadedMigration[]): Migrator {
  const provided = Object.fromEntries(migrations.map((migration) => [migration.name, toKysely(store, migration)]));
  return new Migrator({
    db: store.db,
    provider: { getMigrations: async () => provided },
    migrationTableName: 'rest_gen_migration',
    migrationLockTableName: 'rest_gen_migration_lock',
    // Branches that are merged bring migrations older than those that have been applied.
    allowUnorderedMigrations: true,
  });
}

function toKysely(store: Store, { file, up, down }: LoadedMigration): KyselyMigration {
  const run = (migrate: Migration) => async (db: unknown) => {
    const { schema, settle } = watchSteps(createSchema(store, db as Store['db']));
    try {
      await migrate(schema);
      await settle();
    } catch (error) {
      // What was begun has to end before the transaction does.
      await settle().catch(() => {});
      if (store.isBusy(error)) throw error;
      throw failure(file, error);
    }
  };
  const refuse: Migration = async () => {
    throw new Error('it exports no function "down"');
  };
  return { up: run(up), down: run(down ?? refuse) };
}

/** A step that nobody waits for, because an `await` was forgotten, belongs to its migration all the same. */
function watchSteps(schema: Schema): { schema: Schema; settle(): Promise<void> } {
  const steps: Promise<void>[] = [];
  const watch =
    <Args extends unknown[]>(step: (...args: Args) => Promise<void>) =>
    (...args: Args): Promise<void> => {
      const running = step(...args);
      // Its failure is told by settle(), also when nobody else asks.
      running.catch(() => {});
      steps.push(running);
      return running;
    };
  return {
    schema: {
      createTable: watch(schema.createTable),
      alterTable: watch(schema.alterTable),
      dropTable: watch(schema.dropTable),
      raw: watch(schema.raw),
    },
    settle: async () => {
      const results = await Promise.allSettled(steps);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
}

function failure(file: string, error: unknown): ModelsError {
  const step = error instanceof ModelsError ? error.step : undefined;
  return new ModelsError('E_MIGRATION', `The migration failed: ${file}: ${(error as Error).message}`, {
    file,
    ...(step !== undefined && { step }),
    cause: error,
  });
}

/** A step that met the lock of another process has been rolled back, and is tried again. */
async function runOne(store: Store, run: () => Promise<MigrationResultSet>): Promise<string | undefined> {
  const results = await retryBusy(
    async () => {
      const { error, results = [] } = await run();
      if (error !== undefined) throw explain(error);
      return results;
    },
    store.isBusy,
    store.patience,
  );
  return results[0]?.migrationName;
}

// A migration that was applied, and whose file is gone, is the only complaint that Kysely has of its own.
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith('corrupted migrations')) return error;
  return new ModelsError('E_MIGRATION', `The migrations do not fit the database: ${error.message}`, {
    hint: 'Bring the file back; what has been applied must stay in the folder.',
    cause: error,
  });
}

function missing(folder: string): never {
  throw missingFolder(folder);
}

function missingFolder(folder: string): ModelsError {
  return new ModelsError('E_MIGRATION', `There is no folder of migrations: ${folder}`, {
    hint: 'Start the program in the directory of the project, or set the option `migrations`.',
  });
}
