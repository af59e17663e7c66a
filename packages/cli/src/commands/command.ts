import type { Options } from 'yargs';
import type { Io } from '../io.ts';
import type { Outcome, Paint } from '../report.ts';

/** A command of the command line; one file each in this directory. */
export interface Command {
  /** First word, and what follows it, as yargs writes it: `controller <name> [field..]`. */
  readonly usage: string;
  readonly summary: string;
  readonly positionals: Readonly<Record<string, { describe: string }>>;
  readonly options: Readonly<Record<string, Options>>;
  /** Command lines without `rest-gen`, and what they do. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** @throws {CliError} before anything is written */
  run(args: Arguments, context: Context): Promise<Outcome>;
}

/** Arguments as yargs read them; positionals and options by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a command may use beside its arguments. */
export interface Context {
  readonly io: Io;
  /** Colour of stdout. */
  readonly paint: Paint;
}
