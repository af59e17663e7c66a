import { readFileSync } from 'node:fs';
import { nearest } from '@rest-gen/logic/nearest';
import yargs, { type Argv } from 'yargs';
import type { Command } from './commands/command.ts';
import { controllerCommand } from './commands/controller.ts';
import { migrateCommand } from './commands/migrate.ts';
import { migrationCommand } from './commands/migration.ts';
import { CliError, EXIT } from './errors.ts';
import type { Io } from './io.ts';
import { quote } from './quote.ts';
import { errorText, noteText, type Outcome, paintFor } from './report.ts';
import { sentence } from './sentence.ts';

/**
 * Run a command line.
 *
 * @param argv - words behind `rest-gen`
 * @returns the exit code: 0 done, 1 findings, 2 usage, 3 conflict, 4 not a project, 70 internal; never rejects
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const isJson = wantsJson(argv);
  try {
    const outcome = await execute(argv, io);
    return report(outcome, isJson, io);
  } catch (thrown) {
    const error = thrown instanceof CliError ? thrown : internalError(thrown);
    return report({ exitCode: error.exitCode, text: '', json: {}, notes: [], error }, isJson, io);
  }
}

// --- internal ---

const COMMANDS: readonly Command[] = [controllerCommand, migrationCommand, migrateCommand];

/** Options of every command. */
const COMMON = {
  cwd: { type: 'string', requiresArg: true, describe: 'Directory to work in' },
  'dry-run': { type: 'boolean', describe: 'Say what would be written, and write nothing' },
  json: { type: 'boolean', describe: 'Results as JSON' },
} as const;

async function execute(argv: readonly string[], io: Io): Promise<Outcome> {
  let outcome: Outcome | undefined;
  let shown = '';
  let current: Command | undefined;
  checkWords(argv);
  const parser = createParser(io.cwd, (message) => usageError(message, current));
  for (const command of COMMANDS) {
    parser.command(
      command.usage,
      command.summary,
      (builder) => {
        current = command;
        return describe(builder, command);
      },
      async (args) => {
        checkRest(args._ as string[], command);
        outcome = await command.run(args, { io, paint: paintFor(io.stdout, io.env) });
      },
    );
  }
  await parser.parseAsync([...argv], {}, (_error, _args, output) => {
    shown = output;
  });
  return outcome ?? { exitCode: EXIT.done, text: `${shown}\n`, json: { text: shown }, notes: [] };
}

/** A lone `-` stands for stdin elsewhere; yargs would make an empty text of it, or nothing. */
function checkWords(argv: readonly string[]): void {
  if (!argv.includes('-')) return;
  throw new CliError(
    'E_USAGE',
    'The word "-" is no name, field or option.',
    'Leave it out; nothing is read from stdin.',
  );
}

/** What yargs found behind `--`, and would pass over. */
function checkRest([, ...words]: readonly string[], command: Command): void {
  if (words.length === 0) return;
  const message = `Nothing is read behind "--": ${words.map(quote).join(' ')}.`;
  throw new CliError('E_USAGE', message, `Write it before. See rest-gen ${wordOf(command)} --help.`);
}

function createParser(cwd: string, refuse: (message: string) => CliError): Argv {
  return yargs([], cwd)
    .scriptName('rest-gen')
    .usage('$0 <command>\n\nREST controllers for Express by convention.')
    .options(COMMON)
    .version(version())
    .help()
    .alias({ help: 'h', version: 'v' })
    .locale('en')
    .wrap(80)
    .strict()
    .strictCommands()
    .epilogue('rest-gen <command> --help shows its options and examples.')
    .demandCommand(1, 'There is no command.')
    .parserConfiguration({
      // `--no-route` is an option of its own, `--a.b` no object, and no text becomes a number.
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      throw error && error.name !== 'YError' ? error : refuse(message);
    });
}

function describe(builder: Argv, command: Command): Argv {
  for (const [name, positional] of Object.entries(command.positionals)) {
    builder.positional(name, { ...positional, type: 'string' });
  }
  builder.options(command.options);
  const examples = command.examples.map(([line, effect]) => `  rest-gen ${line}\n      ${effect}`);
  builder.epilogue(['Examples:', ...examples].join('\n'));
  return builder;
}

/** A refusal by yargs, with its way out: the nearest name for one that it does not know, else the help. */
function usageError(message: string, command: Command | undefined): CliError {
  const help = `See rest-gen ${command ? `${wordOf(command)} ` : ''}--help.`;
  if (command && message.startsWith('Not enough non-option arguments')) {
    return new CliError('E_USAGE', `An argument is missing: rest-gen ${command.usage}.`, help);
  }
  const [, kind, name = ''] = /^Unknown (argument|command)s?: ([^,]+)/.exec(message) ?? [];
  const options = [...Object.keys(COMMON), 'help', 'version', ...Object.keys(command?.options ?? {})].map(
    (word) => `--${word}`,
  );
  const meant = kind === 'command' ? nearest(name, COMMANDS.map(wordOf)) : nearest(`--${name}`, kind ? options : []);
  return new CliError('E_USAGE', sentence(message), meant === undefined ? help : `Did you mean ${meant}? ${help}`);
}

function wordOf(command: Command): string {
  return command.usage.split(' ', 1)[0] as string;
}

function internalError(thrown: unknown): CliError {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new CliError('E_INTERNAL', `This is a defect of rest-gen. ${text}`, 'Please report it with the lines above.', {
    cause: thrown,
  });
}

function report({ exitCode, text, json, notes, error }: Outcome, isJson: boolean, io: Io): number {
  if (isJson) {
    const problem = error && { code: error.code, message: error.message, wayOut: error.wayOut };
    io.stdout.write(`${JSON.stringify({ ...json, notes, ...(problem && { error: problem }) }, null, 2)}\n`);
  } else if (text !== '') {
    io.stdout.write(text);
  }
  const paint = paintFor(io.stderr, io.env);
  for (const note of notes) io.stderr.write(noteText(note, paint));
  if (error) io.stderr.write(errorText(error, paint));
  return exitCode;
}

/** Asked for before yargs has read anything, so that its refusals are JSON too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((word) => word === '--json' || word === '--json=true');
}

function version(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}
