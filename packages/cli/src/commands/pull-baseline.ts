import type { Models, TableDescription, TableStructure } from '@rest-gen/model';
import type { Options } from 'yargs';
import { storeError } from '../errors.ts';
import { type ComparedFile, comparePlanned } from '../files/compare-file.ts';
import { createdBy } from '../plan/choose-tables.ts';
import { planBaseline } from '../plan/plan-baseline.ts';
import { BASELINE } from '../plan/tables.ts';
import type { Project } from '../project/project.ts';

/** The options of `migrate` for a database that exists. */
export const PULL: Readonly<Record<string, Options>> = {
  pull: {
    type: 'boolean',
    describe: 'Write resources for the tables of the database',
    conflicts: ['status', 'down', 'fresh'],
  },
  except: { type: 'string', array: true, implies: 'pull', describe: 'With --pull: not these tables' },
  'no-baseline': {
    type: 'boolean',
    implies: 'pull',
    describe: 'With --pull: write no migration that makes the tables',
  },
};

/** The migration that makes the tables of a database again. */
export interface Baseline {
  readonly files: readonly ComparedFile[];
  readonly notes: readonly string[];
  /** Record it as applied on the database that was pulled. */
  readonly record?: () => Promise<void>;
}

export const NO_BASELINE: Baseline = { files: [], notes: [] };

/**
 * Plan the baseline of a database: the tables that no migration of the project makes. One that exists stays, and is recorded where its tables are.
 *
 * @param all - what the tables of the database are made of
 */
export async function pullBaseline(
  project: Project,
  models: Models,
  tables: readonly TableDescription[],
  all: readonly TableStructure[],
  now: Date,
): Promise<Baseline> {
  const existing = project.migrations.find((file) => BASELINE.test(file));
  const created = createdBy(project, existing);
  const structures = all.filter(({ name }) => !created.has(name));
  structures.sort((one, other) => (one.name < other.name ? -1 : 1));
  if (existing !== undefined) {
    const made = [...createdBy(project)].filter(([, file]) => file === existing).map(([name]) => name);
    const missing = made.filter((name) => !tables.some((table) => table.name === name));
    if (missing.length > 0)
      return {
        files: [],
        notes: [`migrations/${existing} is not recorded here: the database has no ${missing.join(', ')}.`],
      };
    const added = structures.filter(({ name }) => !made.includes(name)).map(({ name }) => name);
    const notes = added.length === 0 ? [] : [`No migration makes these tables: ${added.join(', ')}.`];
    return { files: [], notes, record: recorder(models, existing) };
  }
  if (structures.length === 0) return NO_BASELINE;
  const files = comparePlanned(project, [planBaseline(project, tables, structures, now)]);
  const [file] = files;
  return { files, notes: [], record: recorder(models, file?.path ?? '') };
}

// --- internal ---

function recorder(models: Models, path: string): () => Promise<void> {
  const name = path.replace(/^.*\//, '').replace(/\.[cm]?[jt]s$/, '');
  return async () => {
    try {
      await models.recordMigration(name);
    } catch (error) {
      throw storeError(
        error,
        'E_MIGRATE',
        'Nothing was written. Pull as a user who may create tables, or add --no-baseline.',
      );
    }
  };
}
