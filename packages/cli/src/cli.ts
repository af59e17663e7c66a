import { loadCommand } from './commands.ts';
import { COMPLETE } from './completion/word.ts';
import { CliError, EXIT, ProjectError } from './errors.ts';
import type { Io } from './io.ts';
import { COMMON } from './options.ts';
import { ownVersion } from './own-package.ts';
import { jsonText } from './quote.ts';
import { readArguments, unknownCommand } from './read-arguments.ts';
import { readWords } from './read-words.ts';
import { errorText, noteText, type Outcome, paintFor } from './report.ts';

/**
 * Run a command line.
 *
 * @param argv - words behind `rest-gen`
 * @returns the exit code: 0 done, 1 findings, 2 usage, 3 conflict, 4 not a project, 70 internal; never rejects
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const isJson = argv[0] !== COMPLETE && wantsJson(argv);
  try {
    const outcome = await execute(argv, io);
    return report(outcome, isJson, io);
  } catch (thrown) {
    const error = thrown instanceof CliError || thrown instanceof ProjectError ? thrown : internalError(thrown);
    return report({ exitCode: error.exitCode, text: '', json: {}, notes: [], error }, isJson, io);
  }
}

// --- internal ---

async function execute(argv: readonly string[], io: Io): Promise<Outcome> {
  if (argv[0] === COMPLETE)
    return completed(await (await import('./completion/complete.ts')).complete(argv.slice(1), io));
  checkDashes(argv);
  const first = readWords(argv, COMMON);
  const isHelp = first.words[0] === 'help';
  const [word] = isHelp ? first.words.slice(1) : first.words;
  const command = word === undefined ? undefined : await loadCommand(word);
  const words = command === undefined ? first : readWords(argv, { ...COMMON, ...command.options });
  if (isHelp && word !== undefined && command === undefined) throw await unknownCommand(word);
  if (words.values.help || isHelp) return shown(await (await import('./help.ts')).helpText(command));
  if (words.values.version === true) return shown(ownVersion());
  if (word === undefined) throw new CliError('E_USAGE', 'There is no command.', 'See rest-gen --help.');
  if (command === undefined) throw await unknownCommand(word);
  return command.run(await readArguments(words, command), { io, paint: paintFor(io.stdout, io.env) });
}

function shown(text: string): Outcome {
  return { exitCode: EXIT.done, text: `${text}\n`, json: { text }, notes: [] };
}

function completed(words: readonly string[]): Outcome {
  return { exitCode: EXIT.done, text: words.map((word) => `${word}\n`).join(''), json: { words }, notes: [] };
}

/** A lone `-` stands for stdin elsewhere; here it would be taken for a name. */
function checkDashes(argv: readonly string[]): void {
  if (!argv.includes('-')) return;
  throw new CliError(
    'E_USAGE',
    'The word "-" is no name, field or option.',
    'Leave it out; nothing is read from stdin.',
  );
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
    io.stdout.write(jsonText({ ...json, notes, ...(problem && { error: problem }) }));
  } else if (text !== '') {
    io.stdout.write(text);
  }
  const paint = paintFor(io.stderr, io.env);
  for (const note of notes) io.stderr.write(noteText(note, paint));
  if (error) io.stderr.write(errorText(error, paint));
  return exitCode;
}

/** Asked for before anything is read, so that refusals are JSON too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((word) => word === '--json' || word === '--json=true');
}
