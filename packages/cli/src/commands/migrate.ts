import process from 'node:process';
import type { MigrateOptions, MigrationState, Models } from '@rest-gen/model';
import type { Argv } from 'yargs';
import { CliError, EXIT, projectError } from '../errors.ts';
import type { Output } from '../io.ts';
import { findModel, type LoadedModel, loadModel } from '../project/load-model.ts';
import { openProject, type Project } from '../project/project.ts';
import { type Color, type Outcome, type Paint, widthOf } from '../report.ts';
import { oneLine, sentence } from '../text.ts';
import type { Arguments, Context } from './command.ts';

/** `rest-gen migrate`: apply pending migrations, list all, revert the last one, or start again. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      status: { type: 'boolean', describe: 'List the migrations; exit with 1 unless all are applied and unchanged' },
      down: { type: 'boolean', describe: 'Revert the last migration', conflicts: ['status', 'dry-run'] },
      fresh: {
        type: 'boolean',
        describe: 'DROP EVERY TABLE with all records, then apply all migrations; does not ask',
        conflicts: ['status', 'down', 'dry-run'],
      },
      force: { type: 'boolean', describe: 'Allow --fresh when NODE_ENV is production', implies: 'fresh' },
      'dry-run': { type: 'boolean', describe: 'The same as --status' },
    })
    .example([
      ['$0 migrate', 'Bring the database of src/config/model up to date'],
      ['$0 migrate --status', 'List what is applied and what is pending'],
      ['$0 migrate --down', 'Revert the last migration'],
      ['$0 migrate --fresh', 'Drop every table, then apply all; for development'],
    ]);
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const file = findModel(project);
  const isStatus = args.status === true || args['dry-run'] === true;
  const isFresh = args.fresh === true;
  if (isFresh && args.force !== true) refuseProduction(io.env);
  const task = isStatus ? STATUS : isFresh ? FRESH : args.down === true ? DOWN : APPLY;
  const { steps, error } = await inDirectory(project.root, () => attempt(task, project, file, io.stderr));
  const isDropped = isFresh && !error;
  const isOpen = steps.some(({ status }) => status !== 'applied' && status !== 'reverted');
  return {
    exitCode: error || isOpen ? EXIT.findings : EXIT.done,
    text: `${isDropped ? `${paint('red', 'dropped')} every table\n` : ''}${steps.map((step) => lineOf(step, paint)).join('')}`,
    json: {
      command: 'migrate',
      root: project.root,
      model: file,
      ...(isDropped && { dropped: true }),
      migrations: steps,
    },
    notes: notesOf(steps, isFresh, error),
    ...(error && { error }),
  };
}

// --- internal ---

/** A line of the result. */
interface Step {
  readonly status: MigrationState['state'] | 'reverted';
  readonly name: string;
  /** ISO 8601, in UTC; with `--status` only. */
  readonly appliedAt?: string;
}

/** A task for the models. */
interface Task {
  readonly needs: 'migrate' | 'migrationStatus' | 'migrateDown' | 'migrateFresh';
  run(models: Models, options: MigrateOptions): Promise<Step[]>;
}

const APPLY: Task = {
  needs: 'migrate',
  run: async (models, options) => (await models.migrate(options)).applied.map((name) => ({ status: 'applied', name })),
};
const STATUS: Task = {
  needs: 'migrationStatus',
  run: async (models) => (await models.migrationStatus()).map(stepOf),
};
const DOWN: Task = {
  needs: 'migrateDown',
  run: async (models, options) => {
    const { reverted } = await models.migrateDown(options);
    return reverted === undefined ? [] : [{ status: 'reverted', name: reverted }];
  },
};
const FRESH: Task = {
  needs: 'migrateFresh',
  run: async (models, options) =>
    (await models.migrateFresh(options)).applied.map((name) => ({ status: 'applied', name })),
};

function refuseProduction(env: Context['io']['env']): void {
  if (env.NODE_ENV !== 'production') return;
  throw new CliError(
    'E_PRODUCTION',
    'NODE_ENV is production, and --fresh drops every table with all records.',
    'Add --force to do it anyway.',
  );
}

function notesOf(steps: readonly Step[], isFresh: boolean, error: CliError | undefined): string[] {
  if (error) return isFresh ? ['The tables may have been dropped: see --status.'] : [];
  if (isFresh || steps.length > 0) return [];
  return ['nothing to do'];
}

async function attempt(
  task: Task,
  project: Project,
  file: string,
  terminal: Output,
): Promise<{ steps: Step[]; error?: CliError }> {
  let isShown = false;
  const show = (text: string) => {
    if (!terminal.isTTY) return;
    isShown = true;
    terminal.write(`${CLEAR}${`${text} …`.slice(0, widthOf(terminal) - 1)}`);
  };
  try {
    return { steps: await runTask(task, await loadModel(project, file), file, show) };
  } catch (error) {
    if (error instanceof CliError) throw error;
    return { steps: [], error: storeError(error) };
  } finally {
    if (isShown) terminal.write(CLEAR);
  }
}

/** Go to the beginning of the line and erase it (ECMA-48 `EL`). */
const CLEAR = '\r\u001b[2K';

/** An error of the models; those of other providers may have no code. */
function storeError(thrown: unknown): CliError {
  const { code, message, hint } = (thrown instanceof Error ? thrown : { message: String(thrown) }) as {
    readonly message: string;
    readonly code?: unknown;
    readonly hint?: unknown;
  };
  return projectError(
    typeof code === 'string' ? code : 'E_MIGRATE',
    sentence(message),
    typeof hint === 'string'
      ? hint
      : 'Fix the cause and run the command again. Migrations that were applied before stay applied (see --status).',
  );
}

/** Addresses of stores and the migrations folder are relative to the project. */
async function inDirectory<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(directory);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

async function runTask(
  { needs, run }: Task,
  model: LoadedModel,
  file: string,
  onBegin: (text: string) => void,
): Promise<Step[]> {
  const close = async () => typeof model.close === 'function' && model.close();
  let steps: Step[];
  try {
    if (typeof model[needs] !== 'function') {
      throw new CliError(
        'E_MODEL',
        `The models of ${file} have no ${needs}().`,
        'Only models of @rest-gen/model have migrations. For others, use the tool of their store.',
      );
    }
    steps = await run(model as unknown as Models, { onBegin });
  } catch (error) {
    // The error of the migration is more important than one of closing.
    await close().catch(() => undefined);
    throw error;
  }
  await close();
  return steps;
}

function stepOf({ name, state, appliedAt }: MigrationState): Step {
  return { status: state, name, ...(appliedAt && { appliedAt: appliedAt.toISOString() }) };
}

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
