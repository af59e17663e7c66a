import yargs, { type Argv, type CompletionCallback, type Options } from 'yargs';
import type { Arguments } from './arguments/arguments.ts';
import { isPrototypeName } from './arguments/reserved.ts';
import type { Command } from './commands/command.ts';
import { COMMANDS } from './commands.ts';
import { CliError, EXIT } from './errors.ts';
import type { Io } from './io.ts';
import { ownVersion } from './own-package.ts';
import { listControllers } from './project/list-controllers.ts';
import { type Outcome, paintFor } from './report.ts';
import { sentence } from './sentence.ts';

/**
 * Read a command line with yargs and run its command. Prints nothing.
 *
 * @param argv - the arguments after `rest-gen`
 * @throws {CliError} `E_USAGE`, and what the command throws
 */
export async function execute(argv: readonly string[], io: Io): Promise<Outcome> {
  // Only commands that are named in the command line are loaded: the help of all needs no more than their summaries.
  const loaded = new Map<string, Command>();
  for (const word of argv) {
    if (Object.hasOwn(COMMANDS, word)) loaded.set(word, await (COMMANDS[word] as { load(): Promise<Command> }).load());
  }
  // yargs fails on these.
  const unusable = argv.find((word) => isPrototypeName(word.replace(/^-+|=.*$/gs, '')) && word.startsWith('-'));
  if (unusable !== undefined) throw new CliError('E_USAGE', `Unknown argument: ${unusable}.`, 'See rest-gen --help.');
  let outcome: Outcome | undefined;
  // `rest-gen help controller`, as git and npm have it.
  const asked = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  // Of the completion yargs has no help: it prints the script.
  const words = asked[0] === 'completion' && asked.some((word) => /^(--help|-h)$/.test(word)) ? ['--help'] : asked;
  const parser = createParser(words, io);
  for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
    const command = loaded.get(name);
    parser.command(
      usage,
      summary,
      (yargs: Argv) => command?.builder(yargs) ?? yargs,
      async (args) => {
        outcome = await command?.run(lastOfEach(args), { io, paint: paintFor(io.stdout, io.env) });
      },
    );
  }
  parser.completion(
    'completion',
    'Print the completion script for bash, zsh or fish',
    (
      current: string,
      args: Arguments,
      complete: (found: CompletionCallback) => unknown,
      done: (all: string[]) => void,
    ) => complete((_error, defaults = []) => done([...defaults, ...controllersFor(current, args._, io.cwd)])),
  );
  const printed = await parse(parser, words);
  return outcome ?? { exitCode: EXIT.done, text: `${printed.trimEnd()}\n`, json: { text: printed }, notes: [] };
}

// --- internal ---

/** Options of every command. */
const COMMON: Readonly<Record<string, Options>> = {
  cwd: { type: 'string', requiresArg: true, describe: 'Directory to work in' },
  'dry-run': { type: 'boolean', describe: 'Show what would be written, and write nothing' },
  json: { type: 'boolean', describe: 'Print results as JSON' },
};

function createParser(argv: readonly string[], io: Io): Argv {
  return yargs([...argv], io.cwd)
    .scriptName('rest-gen')
    .usage('$0 <command>\n\nREST controllers for Express by convention.')
    .locale('en')
    .parserConfiguration({
      // Names are text, `12` too, and `--no-route` is an option of its own.
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
    })
    .options(COMMON)
    .version(ownVersion())
    .alias('version', 'v')
    .alias('help', 'h')
    .demandCommand(1, 'No command given')
    .strict()
    .recommendCommands()
    .wrap(Math.min(io.stdout.columns ?? 80, 80))
    .epilogue('rest-gen <command> --help shows its options and examples.')
    .showHelpOnFail(false)
    .exitProcess(false);
}

/** @returns what yargs itself prints: help, version, or completions */
async function parse(parser: Argv, argv: readonly string[]): Promise<string> {
  let failure: unknown;
  let printed = '';
  await parser.parse([...argv], {}, (error: unknown, args, output) => {
    // For completions yargs calls this again, with the output, for the command that it has found.
    if (output !== '') printed = output;
    if (error) failure = isUsageError(error) ? usageError(error, output, String(args._?.[0])) : error;
  });
  if (failure !== undefined) throw failure;
  return printed;
}

/** Controller names to complete after `destroy controller` and `logic`. */
function controllersFor(current: string, words: unknown, cwd: string): string[] {
  const takesName = Array.isArray(words) && (words[1] === 'logic' || words[1] === 'destroy');
  return takesName && !current.startsWith('-') ? listControllers(cwd) : [];
}

/** Of an option that is given twice, the last one counts; only the fields of a resource are a list. */
function lastOfEach(args: Arguments): Arguments {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    Array.isArray(value) && name !== 'field' ? value.at(-1) : value,
  ]);
  return Object.fromEntries(entries);
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'YError';
}

/** @param output - what yargs would print: the message, or the command that it recommends */
function usageError({ message }: Error, output: string, name: string): CliError {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const text = message.replace(/\s+/g, ' ').trim().slice(0, 400);
  // The script of the completion may follow.
  const recommended = output.startsWith('Did you mean') ? `${output.split('\n', 1)[0]} ` : '';
  const help =
    entry === undefined ? 'See rest-gen --help.' : `Usage: rest-gen ${entry.usage}. See rest-gen ${name} --help.`;
  return new CliError('E_USAGE', sentence(text), recommended + help);
}
