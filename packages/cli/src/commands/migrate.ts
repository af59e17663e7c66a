import process from 'node:process';
import type { Models } from '@rest-gen/model';
import type { Argv } from 'yargs';
import { CliError, EXIT, storeError } from '../errors.ts';
import type { ComparedFile } from '../files/compare-file.ts';
import { loadRelations } from '../inspect/inspect-project.ts';
import type { Io } from '../io.ts';
import { compareTypes, TYPES_FILE } from '../plan/plan-types.ts';
import { findModel, inDirectory, loadModel } from '../project/load-model.ts';
import { openProject, type Project } from '../project/project.ts';
import { type Color, fileLines, fileObjects, type Outcome, type Paint, progressLine } from '../report.ts';
import { oneLine } from '../text.ts';
import { type Arguments, type Context, examples, writeOutcome } from './command.ts';
import { appliedStep, type Done, type Step, TASKS } from './migrate-tasks.ts';
import { pull } from './pull.ts';
import { PULL } from './pull-baseline.ts';

/** `rest-gen migrate`: apply pending migrations, list all, revert the last one, or start again. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('table', { type: 'string', describe: 'With --pull: only these tables, with * for any text' })
    .options({
      status: { type: 'boolean', describe: 'List the migrations; exit with 1 unless all are applied and unchanged' },
      down: { type: 'boolean', describe: 'Revert the last migration', conflicts: ['status', 'dry-run'] },
      fresh: {
        type: 'boolean',
        describe: 'DROP EVERY TABLE with all records, then apply all migrations; does not ask',
        conflicts: ['status', 'down', 'dry-run'],
      },
      ...PULL,
      force: { type: 'boolean', describe: 'Allow --fresh when NODE_ENV is production', implies: 'fresh' },
      'dry-run': { type: 'boolean', describe: 'The same as --status; with --pull, only show what would be written' },
    })
    .epilogue(
      examples([
        ['$0 migrate', 'Bring the database of src/config/model up to date'],
        ['$0 migrate --fresh', 'Drop every table, then apply all; for development'],
      ]),
    );
}

export async function run(args: Arguments, context: Context): Promise<Outcome> {
  if (args.pull === true) return pull(args, context);
  if ([args.table ?? []].flat().length > 0)
    throw new CliError('E_USAGE', 'Only --pull takes names of tables.', 'Add it.');
  const { io, cwd, paint } = context;
  const project = openProject(cwd);
  const file = findModel(project);
  const isFresh = args.fresh === true;
  if (isFresh && args.force !== true && io.env.NODE_ENV === 'production') {
    const message = 'NODE_ENV is production, and --fresh drops every table with all records.';
    throw new CliError('E_PRODUCTION', message, 'Add --force to do it anyway.');
  }
  const isStatus = args.status === true || args['dry-run'] === true;
  const task = isStatus ? 'migrationStatus' : isFresh ? 'migrateFresh' : args.down === true ? 'migrateDown' : 'migrate';
  const typed = !isStatus && project.language === 'ts' && io.env.NODE_ENV !== 'production' ? project : undefined;
  const attempted = await inDirectory(project.root, () => attempt(task, file, io, typed));
  const { steps, types, note, error } = attempted.types ? await writeTypes(attempted, attempted.types) : attempted;
  const isDropped = isFresh && !error;
  const isOpen = steps.some(({ status }) => status !== 'applied' && status !== 'reverted');
  const { database } = attempted;
  const every = database === undefined ? 'every table' : `every table of ${oneLine(database)}`;
  const dropped = isDropped ? `${paint('red', 'dropped')} ${every}\n` : '';
  const failed = isFresh ? ['The tables may have been dropped: see --status.'] : [];
  return {
    exitCode: error || isOpen ? EXIT.findings : EXIT.done,
    text: dropped + steps.map((step) => lineOf(step, paint)).join('') + (types ? fileLines([types], paint) : ''),
    json: {
      command: 'migrate',
      root: project.root,
      model: file,
      ...(isDropped && { dropped: true, database }),
      migrations: steps,
      ...(types && { files: fileObjects([types]) }),
    },
    notes: error ? failed : [...(isFresh || steps.length > 0 ? [] : ['nothing to do']), ...(note ? [note] : [])],
    error,
  };
}

// --- internal ---

type Terminal = Pick<Io, 'env' | 'stderr'>;

interface Attempt extends Done {
  /** `src/tables.d.ts`, or why it cannot be written. */
  readonly types?: ComparedFile;
  readonly note?: string;
  readonly error?: CliError;
}

/**
 * Run a task; on a terminal, a line shows the current migration.
 *
 * @param project - if its types of the tables are compared afterwards
 */
async function attempt(
  task: keyof typeof TASKS,
  file: string,
  io: Terminal,
  project: Project | undefined,
): Promise<Attempt> {
  const line = progressLine(io);
  let model: Readonly<Record<string, unknown>> = {};
  const close = async () => typeof model.close === 'function' && model.close();
  const begun: string[] = [];
  const onBegin = (name: string) => {
    begun.push(name);
    line.show(name);
  };
  try {
    model = await loadModel(process.cwd(), file);
    if (typeof model[task] !== 'function') {
      throw new CliError(
        'E_MODEL',
        `The models of ${file} have no ${task}().`,
        'Only models of @rest-gen/model have migrations. For others, use the tool of their store.',
      );
    }
    const done = await TASKS[task](model as unknown as Models, { onBegin });
    const typed =
      project && typeof model.tables === 'function' ? await tryTypes(project, model as unknown as Models, io) : {};
    await close();
    return { ...done, ...typed };
  } catch (error) {
    // The error of the migration is more important than one of closing.
    await close().catch(() => undefined);
    if (error instanceof CliError) throw error;
    // The last one that has begun has failed.
    const applied = task === 'migrateDown' ? [] : begun.slice(0, -1);
    return { steps: applied.map(appliedStep), error: storeError(error, 'E_MIGRATE', FIX) };
  } finally {
    line.clear();
  }
}

/** The tables have been migrated, whatever becomes of their types: another process may write them too. */
async function writeTypes({ types: _types, ...rest }: Attempt, types: ComparedFile): Promise<Attempt> {
  try {
    await writeOutcome([types], {}, { json: {}, notes: [], paint: (_color, text) => text });
    return { ...rest, types };
  } catch (error) {
    return { ...rest, note: `${TYPES_FILE} was not written: ${(error as Error).message}` };
  }
}

/** Failures are notes, as in {@link writeTypes}. */
async function tryTypes(project: Project, models: Models, io: Terminal): Promise<Pick<Attempt, 'types' | 'note'>> {
  try {
    return { types: await compareTypes(project, models, await loadRelations(project, io)) };
  } catch (error) {
    return { note: `${TYPES_FILE} is unchanged: ${(error as Error).message}` };
  }
}

const FIX = 'Fix the cause and run the command again. Migrations that were applied before stay applied (see --status).';

const COLORS: Readonly<Record<Step['status'], Color>> = {
  applied: 'green',
  pending: 'yellow',
  changed: 'red',
  missing: 'red',
  'half-applied': 'red',
  'half-reverted': 'red',
  reverted: 'yellow',
};

function lineOf({ status, name, appliedAt }: Step, paint: Paint): string {
  return `${paint(COLORS[status], status)} ${oneLine(name)}${appliedAt === undefined ? '' : `  ${appliedAt}`}\n`;
}
