import type { Argv, Options, PositionalOptions } from 'yargs';
import { FIELD_TYPES, typeRow } from '../arguments/field-types.ts';
import { CliError, EXIT } from '../errors.ts';
import type { ComparedFile, OnConflict, Status } from '../files/compare-file.ts';
import { writeFiles } from '../files/write-files.ts';
import type { Io } from '../io.ts';
import type { Language } from '../project/project.ts';
import { fileLines, fileObjects, type Outcome, type Paint } from '../report.ts';

/** Arguments and options by name, as yargs gives them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A command; one file each in this directory, listed in `../commands.ts`. */
export interface Command {
  /** Declare arguments, options and examples. */
  builder(yargs: Argv): Argv;
  /** @throws {CliError} before anything is written */
  run(args: Arguments, context: Context): Promise<Outcome>;
}

/** The input of a command in addition to its arguments. */
export interface Context {
  readonly io: Io;
  /** The directory to work in, absolute: `--cwd`, else the working directory. */
  readonly cwd: string;
  /** `--root`: the directory with `config/router`. */
  readonly root: string | undefined;
  /** Color of stdout. */
  readonly paint: Paint;
}

/** The option of every command that loads the project. */
export const ROOT: Options = {
  type: 'string',
  requiresArg: true,
  describe: 'Directory with config/router; default: src, then the build output',
};

/** The fields of a resource, as an argument of `controller`, `logic` and `migration`. */
export const FIELDS: PositionalOptions = {
  type: 'string',
  describe: `name:type, with "!" when required: ${FIELD_TYPES.map((type) => typeRow(type).example ?? type).join(' ')}; what is in parentheses can be left out, but not of enum; then :unique or :index; references:table names the table`,
};

/** Options of the commands that write sources: the language, and what happens to existing files. */
export const SOURCES: Readonly<Record<string, Options>> = {
  ts: { type: 'boolean', describe: 'Write TypeScript', conflicts: ['js'] },
  js: { type: 'boolean', describe: 'Write JavaScript' },
  force: { type: 'boolean', describe: 'Overwrite existing files that differ', conflicts: ['skip'] },
  skip: { type: 'boolean', describe: 'Keep existing files that differ' },
  diff: { type: 'boolean', describe: 'Show what would change in existing files, and write nothing' },
};

/** Columns that a policy is about, as options of `policy` and `controller`. */
export const POLICY: Readonly<Record<string, Options>> = {
  owner: { type: 'string', requiresArg: true, describe: 'Column with the id of the user who may change a record' },
  tenant: {
    type: 'string',
    requiresArg: true,
    describe: 'Column of the tenant: users only see records of their own tenant',
  },
};

/** A command line, and what it does. */
type Example = readonly [line: string, text: string];

/** Two examples for the end of a help text, each in a line of its own, so that it can be copied. */
export function examples(two: readonly [Example, Example]): string {
  return `Examples:\n${two.map(([line, text]) => `  ${line}\n      ${text}`).join('\n')}`;
}

/** Statuses of files that are written or deleted; a rule that the user has to add has no text. */
const WRITTEN: ReadonlySet<Status> = new Set(['create', 'overwrite', 'update', 'route', 'remove']);

/**
 * Write compared files, all or nothing, unless one of them is a conflict or only a preview is requested.
 *
 * @param args - uses `--diff` and `--dry-run`
 */
export async function writeOutcome(
  files: readonly ComparedFile[],
  args: Arguments,
  { json, notes, paint, last }: { json: object; notes: readonly string[]; paint: Paint; last?: () => Promise<void> },
): Promise<Outcome> {
  const error = conflictOf(files);
  const isDry = args['dry-run'] === true || args.diff === true;
  const changes = files.filter(
    ({ status, after }) => WRITTEN.has(status) && (after !== undefined || status === 'remove'),
  );
  const isWritten = !isDry && error === undefined && changes.length > 0;
  if (isWritten) await writeFiles(changes, last);
  else if (!isDry && error === undefined) await last?.();
  const diff = args.diff ? await diffText(files) : '';
  return {
    exitCode: error?.exitCode ?? EXIT.done,
    text: fileLines(files, paint) + diff,
    json: { ...json, dryRun: isDry, written: isWritten, files: fileObjects(files), ...(diff && { diff }) },
    notes: [...notes, ...(isDry && !error ? ['Nothing was written.'] : [])],
    error,
  };
}

/**
 * Write a file that a command generates again and again. With `--check` it is only compared: the exit code is 1 unless
 * it is up to date.
 */
export async function writeGenerated(
  file: ComparedFile,
  args: Arguments,
  about: Parameters<typeof writeOutcome>[2],
): Promise<Outcome> {
  const isDry = args['dry-run'] === true || args.check === true;
  const outcome = await writeOutcome([file], { 'dry-run': isDry }, about);
  return args.check === true && file.status !== 'identical' ? { ...outcome, exitCode: EXIT.findings } : outcome;
}

/** The option of the commands that generate a file. */
export const CHECK: Options = {
  type: 'boolean',
  describe: 'Write nothing; exit with 1 when the file is out of date',
};

/** The language of sources that `--ts` or `--js` asks for. */
export function languageOf(args: Arguments): Language | undefined {
  return args.ts ? 'ts' : args.js ? 'js' : undefined;
}

/** The treatment of existing files that differ, from `--force` and `--skip`. */
export function onConflict(args: Arguments): OnConflict {
  return args.force ? 'force' : args.skip ? 'skip' : undefined;
}

/** Rules that the user has to add. */
export function ruleNotes(files: readonly ComparedFile[]): string[] {
  return files
    .filter(({ byHand }) => byHand)
    .map(({ path, rule }) => `Add this rule to the list in ${path}, or no request reaches the controller:\n${rule},`);
}

// --- internal ---

function conflictOf(files: readonly ComparedFile[]): CliError | undefined {
  const conflicts = files.filter(({ status }) => status === 'conflict');
  if (conflicts.length === 0) return undefined;
  const named = conflicts.map(({ path, reason }) => (reason === undefined ? path : `${path} (${reason})`));
  const canForce = conflicts.some(({ reason }) => reason === undefined);
  const fix = [
    canForce ? 'See the difference with --diff, overwrite with --force.' : 'Remove or rename what is there.',
    'Write only the other files with --skip.',
  ];
  const message = `Nothing was written, because existing files differ: ${named.join(', ')}.`;
  return new CliError('E_CONFLICT', message, fix.join(' '));
}

async function diffText(files: readonly ComparedFile[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const headerOptions = FILE_HEADERS_ONLY;
  return files
    .map(({ path, before, after }) =>
      before === undefined || after === undefined
        ? ''
        : createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { headerOptions }),
    )
    .join('');
}
