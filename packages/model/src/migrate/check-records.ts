import { ModelsError } from '../models-error.ts';
import type { LoadedMigration } from './load-migrations.ts';
import type { MigrationRecord } from './migration-store.ts';

/** A migration of the folder, of the database, or of both. */
export interface MigrationState {
  readonly name: string;
  /** When it was applied; `undefined` when it is not, or not wholly. */
  readonly appliedAt: Date | undefined;
  /**
   * `changed`: the file is another one since it was applied; `missing`: it was applied, and there is no file; `half-applied` and `half-reverted`: a
   * statement failed where those before it stay.
   */
  readonly state: 'pending' | 'applied' | 'changed' | 'missing' | 'half-applied' | 'half-reverted';
}

/** The state of every migration, in the order of the names. */
export function readStates(
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
 * Refuse to go in a direction that what is remembered does not allow.
 *
 * @throws {ModelsError} `E_MIGRATION`: a file is missing or has been changed since it was applied, or what was begun in the other direction is not done
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
        `The migrations do not fit the database: "${record.name}" was applied, and its file is missing`,
        { hint: 'Bring the file back; what has been applied must stay in the folder.' },
      );
    }
    const { file } = migration;
    if (record.state === 'applied' && !isSame(migration, record)) {
      throw new ModelsError('E_MIGRATION', `The migration has been changed since it was applied: ${file}`, {
        file,
        hint: 'Bring it back as it was, and write a new migration for the change. In development, `npx rest-gen migrate --fresh` begins anew.',
      });
    }
    if (record.state === (direction === 'up' ? 'reverting' : 'applying')) {
      const [done, wayOut] = direction === 'up' ? ['taken back', 'migrate --down'] : ['applied', 'migrate'];
      throw new ModelsError('E_MIGRATION', `The migration has been ${done} in part: ${file}`, {
        file,
        hint: `Mend what failed in it and run \`npx rest-gen ${wayOut}\`, which goes on there.`,
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

/** A file that was compiled since, from `.ts` to `.js`, cannot be compared. */
function isSame(migration: LoadedMigration, record: MigrationRecord): boolean {
  const isComparable = record.checksum.split(':')[0] === migration.checksum.split(':')[0];
  return !isComparable || record.checksum === migration.checksum;
}
