import type { Argv, Options, PositionalOptions } from 'yargs';
import type { Arguments } from '../arguments/arguments.ts';
import { FIELD_TYPES } from '../arguments/field-types.ts';
import type { Io } from '../io.ts';
import type { Outcome, Paint } from '../report.ts';

/** A command; one file each in this directory, listed in `../commands.ts`. */
export interface Command {
  /** Declare arguments, options and examples. */
  builder(yargs: Argv): Argv;
  /** @throws {CliError} before anything is written */
  run(args: Arguments, context: Context): Promise<Outcome>;
}

/** What a command may use besides its arguments. */
export interface Context {
  readonly io: Io;
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
  describe: `name:type, with "!" when required: ${FIELD_TYPES.join(' ')}; then :unique or :index`,
};

/** Options of the commands that write sources: the language, and what happens to existing files. */
export const SOURCES: Readonly<Record<string, Options>> = {
  ts: { type: 'boolean', describe: 'Write TypeScript', conflicts: ['js'] },
  js: { type: 'boolean', describe: 'Write JavaScript' },
  force: { type: 'boolean', describe: 'Overwrite existing files that differ', conflicts: ['skip'] },
  skip: { type: 'boolean', describe: 'Keep existing files that differ' },
  diff: { type: 'boolean', describe: 'Show what would change in existing files, and write nothing' },
};
