import { resolve } from 'node:path';
import yargs, { type Argv, type CompletionCallback, type Options } from 'yargs';
import { isPrototypeName } from './arguments/reserved.ts';
import { type Arguments, type Command, examples } from './commands/command.ts';
import { COMMANDS, COMPLETION, type CommandEntry, commandsText } from './commands.ts';
import { COMPLETE, completionsOf, repairScript, splitValue } from './completion.ts';
import { CliError, EXIT } from './errors.ts';
import type { Io } from './io.ts';
import { ownVersion } from './paths.ts';
import { type Outcome, paintFor, widthOf } from './report.ts';
import { usageError } from './usage-error.ts';

/**
 * Parse a command line with yargs and run its command. Prints nothing.
 *
 * @param argv - the arguments after `rest-gen`
 * @throws {CliError} `E_USAGE`, and what the command throws
 */
export async function execute(argv: readonly string[], io: Io): Promise<Outcome> {
  // `--$0`, `--_` and properties of every object: yargs fails on these, or does not see them.
  const unusable = argv.find(
    (word) =>
      /^-+(?:\$0|_)(?:=|$)/.test(word) || (word.startsWith('-') && isPrototypeName(word.replace(/^-+|=.*$/gs, ''))),
  );
  if (unusable !== undefined) throw new CliError('E_USAGE', `Unknown argument: ${unusable}.`, 'See rest-gen --help.');
  // Load only the commands that the command line names: the help of all commands needs no more than their summaries.
  const loaded = new Map<string, Command>();
  for (const word of argv) {
    if (Object.hasOwn(COMMANDS, word)) loaded.set(word, await (COMMANDS[word] as CommandEntry).load());
  }
  let outcome: Outcome | undefined;
  // `rest-gen help controller` is another form of `rest-gen controller --help`, as in git and npm.
  const given = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const { words, prefix } = given[0] === COMPLETE ? splitValue(given) : { words: given, prefix: '' };
  const parser = createParser(words, io);
  for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
    const command = loaded.get(name);
    parser.command(
      usage,
      summary,
      (yargs: Argv) => command?.builder(yargs) ?? yargs,
      async (all) => {
        const args = lastOfEach(all);
        checkValues(name, args, words);
        const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
        const root = args.root as string | undefined;
        outcome = await command?.run(args, { io, cwd, root, paint: paintFor(io.stdout, io.env) });
      },
    );
  }
  const complete = (current: string, args: Arguments, ask: Ask, done: (all: string[]) => void): unknown =>
    ask((_error, defaults = []) => {
      const found = completionsOf({ current, defaults, args, argv: words, cwd: io.cwd });
      done(found.map((word) => prefix + word));
    });
  // yargs has no help for the completion: it prints the script.
  if (words[0] === 'completion' && words.some((word) => /^(?:--help|-h)$/.test(word))) {
    parser.command('completion', COMPLETION, (yargs: Argv) => yargs.epilogue(COMPLETION_EXAMPLES));
  } else {
    parser.completion('completion', COMPLETION, complete);
  }
  const printed = inGroups(await parse(parser, words.length === 0 ? ['--help'] : words), helpWidth(io));
  const text = `${repairScript(printed).trimEnd()}\n`;
  return outcome ?? { exitCode: EXIT.done, text, json: { text }, notes: [] };
}

// --- internal ---

/** What yargs gives for its own proposals. */
type Ask = (found: CompletionCallback) => unknown;

const COMPLETION_EXAMPLES = examples([
  ['$0 completion >> ~/.bashrc', 'For bash; ~/.zshrc for zsh'],
  ['$0 completion > ~/.config/fish/completions/rest-gen.fish', 'For fish'],
]);

/** Options of every command. */
const COMMON: Readonly<Record<string, Options>> = {
  cwd: { type: 'string', requiresArg: true, describe: 'Directory to work in' },
  'dry-run': { type: 'boolean', describe: 'Show what would be written, and write nothing' },
  json: { type: 'boolean', describe: 'Print results as JSON' },
};

function helpWidth({ stdout }: Io): number {
  return Math.min(widthOf(stdout), 80);
}

/** yargs has groups of options, but not of commands. */
function inGroups(help: string, columns: number): string {
  const start = help.indexOf('\nCommands:\n');
  if (start === -1) return help;
  return `${help.slice(0, start + 1)}${commandsText(columns)}\n${help.slice(help.indexOf('\nOptions:\n', start))}`;
}

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
    .wrap(helpWidth(io))
    .epilogue('rest-gen <command> --help shows its options and examples.')
    .showHelpOnFail(false)
    .exitProcess(false);
}

/** @returns what yargs itself prints: help, version, or completions */
async function parse(parser: Argv, argv: readonly string[]): Promise<string> {
  let failure: unknown;
  let printed = '';
  await parser.parse([...argv], {}, (error: unknown, args, output) => {
    // yargs calls this again for completions, with the output of the command that it has found.
    if (output !== '') printed = output;
    if (error) failure = isUsageError(error) ? usageError(error, output, args, optionsOf(parser)) : error;
  });
  if (failure !== undefined) throw failure;
  return printed;
}

const LISTS: ReadonlySet<string> = new Set(['field', 'table', 'except']);

/** The last value of an option that is given twice counts; only fields and tables are lists. */
function lastOfEach(args: Arguments): Arguments {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    Array.isArray(value) && !LISTS.has(name) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * An option with an empty value, as of an unset shell variable, does not mean its default; `--dry-run=yes` does not
 * mean `false`.
 */
function checkValues(command: string, args: Arguments, words: readonly string[]): void {
  for (const word of words) {
    const [, name = '', value = ''] = /^--([\w-]+)=(.*)$/s.exec(word) ?? [];
    if (typeof args[name] !== 'boolean' || value === 'true' || value === 'false') continue;
    throw new CliError('E_USAGE', `The option --${name} takes no value.`, `See rest-gen ${command} --help.`);
  }
  const empty = Object.keys(args).find(
    (name) => args[name] === '' && words.some((word) => new RegExp(`^--?${name}=?$`).test(word)),
  );
  if (empty === undefined) return;
  throw new CliError('E_USAGE', `The option --${empty} has an empty value.`, `See rest-gen ${command} --help.`);
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'YError';
}

/** The names of the options that the parser knows. */
function optionsOf(parser: Argv): string[] {
  return Object.keys((parser as unknown as { getOptions(): { key: object } }).getOptions().key);
}
