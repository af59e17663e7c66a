import type { Io } from '../io.ts';
import type { Options, Values } from '../options.ts';
import type { Arguments } from '../read-arguments.ts';
import type { Outcome, Paint } from '../report.ts';

/** A command of the command line; one file each in this directory. */
export interface Command {
  /** First word, and what follows it: `controller <name> [field..]`. */
  readonly usage: string;
  readonly summary: string;
  /** What the words in the usage are, by name. */
  readonly positionals: Readonly<Record<string, { describe: string; values?: Values }>>;
  readonly options: Options;
  /** Command lines without `rest-gen`, and what they do. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** @throws {CliError} before anything is written */
  run(args: Arguments, context: Context): Promise<Outcome>;
}

/** What a command may use beside its arguments. */
export interface Context {
  readonly io: Io;
  /** Colour of stdout. */
  readonly paint: Paint;
}

/** A place for an argument: `<name>` one that is required, `[field..]` a list of any length. */
export interface Place {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** The first word of a command. */
export function wordOf(command: Command): string {
  return command.usage.split(' ', 1)[0] as string;
}

/** The places for arguments behind the first word, as the usage tells them. */
export function placesOf(command: Command): Place[] {
  const [, ...places] = command.usage.split(' ');
  return places.map((place) => ({
    name: place.replace(/^[<[]|(?:\.\.)?[>\]]$/g, ''),
    isRequired: place.startsWith('<'),
    isList: place.includes('..'),
  }));
}
