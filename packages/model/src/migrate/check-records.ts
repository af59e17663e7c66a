import { ModelsError } from '../models-error.ts';
import type { LoadedMigration } from './load-migrations.ts';
import type { MigrationRecord } from './migration-store.ts';

/**
 * A migration of the directory, of the database, or of both.
 *
 * @see docs/migrations.md
 */
export interface MigrationState {
  readonly name: string;
  /** When it was applied; `undefined` if it was not, or only partly. */
  readonly appliedAt: Date | undefined;
  /**
   * `changed`: the file has changed since it was applied; `missing`: it was applied, and its file no longer exists; `half-applied` and
   * `half-reverted`: a statement failed, and those before it were kept.
   */
  readonly state: 'pending' | 'applied' | 'changed' | 'missing' | 'half-applied' | 'half-reverted';
}

/** The state of every migration, in the order of the names. */
export function collectStates(
  migrations: readonly LoadedMigration[],
  records: readonly MigrationRecord[],
): MigrationState[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const known = new Map(records.map((record) => [record.name, record]));
  const names = [...new Set([...files.keys(), ...known.keys()])].sort();
  return names.map((name) => {
    const state = stateOf(files.get(name), known.get(name));
    const isApplied = state === 'applied' || state === 'changed' || state === 'missing';
    return { name, state, appliedAt: isApplied ? known.get(name)?.at : undefined };
  });
}

/**
 * Check that the recorded migrations allow this direction.
 *
 * @throws {ModelsError} `E_MIGRATION`: a file is missing or has changed since it was applied, or a migration in the other direction is incomplete
 */
export function checkRecords(
  migrations: readonly LoadedMigration[],
  records: readonly MigrationRecord[],
  direction: 'up' | 'down',
): void {
  for (const record of records) {
    const migration = migrations.find(({ name }) => name === record.name);
    if (migration === undefined) {
      throw new ModelsError(
        'E_MIGRATION',
        `The migrations do not match the database: "${record.name}" was applied, but its file is missing`,
        { hint: 'Restore the file: applied migrations must stay in the directory.' },
      );
    }
    const { file } = migration;
    if (record.state === 'applied' && !isSame(migration, record)) {
      throw new ModelsError('E_MIGRATION', `The migration has changed since it was applied: ${file}`, {
        file,
        hint: 'Restore the file, and write a new migration for the change. In development, `npx rest-gen migrate --fresh` starts again.',
      });
    }
    if (record.state === (direction === 'up' ? 'reverting' : 'applying')) {
      const [done, command] = direction === 'up' ? ['reverted', 'migrate --down'] : ['applied', 'migrate'];
      throw new ModelsError('E_MIGRATION', `The migration was only partly ${done}: ${file}`, {
        file,
        hint: `Fix the failed statement and run \`npx rest-gen ${command}\`, which continues there.`,
      });
    }
  }
}

// --- internal ---

function stateOf(migration: LoadedMigration | undefined, record: MigrationRecord | undefined): MigrationState['state'] {
  if (record === undefined) return 'pending';
  if (record.state !== 'applied') return record.state === 'applying' ? 'half-applied' : 'half-reverted';
  if (migration === undefined) return 'missing';
  return isSame(migration, record) ? 'applied' : 'changed';
}

/** A file that has since been compiled from `.ts` to `.js` cannot be compared. */
function isSame(migration: LoadedMigration, record: MigrationRecord): boolean {
  const isComparable = record.checksum.split(':')[0] === migration.checksum.split(':')[0];
  return !isComparable || record.checksum === migration.checksum;
}
