import { execute } from './cli.ts';
import { COMPLETE } from './completion.ts';
import { CliError, EXIT } from './errors.ts';
import type { Io } from './io.ts';
import { errorText, noteText, type Outcome, paintFor } from './report.ts';
import { jsonText } from './text.ts';

/**
 * Run a command line, print its results and its errors.
 *
 * @param argv - the arguments after `rest-gen`
 * @returns the exit code: 0 done, 1 findings, 2 usage, 3 conflict, 4 not a project, 70 internal; never rejects
 * @see docs/cli.md
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const isJson = wantsJson(argv);
  try {
    return print(await execute(argv, io), isJson, io);
  } catch (thrown) {
    const error = thrown instanceof CliError ? thrown : internalError(thrown);
    return print({ exitCode: error.exitCode, text: '', json: {}, notes: [], error }, isJson, io);
  }
}

/**
 * Run a command line in this process, and set its exit code.
 *
 * @param argv - default: the arguments of the process
 * @see docs/cli.md
 */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  let isOutputLost = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that closes early (`rest-gen … | head -1`) is not a failure.
      if (error.code === 'EPIPE' || isOutputLost) return;
      isOutputLost = true;
      process.exitCode = EXIT.internal;
      process.stderr.write(`error Cannot write the output: ${error.message}.\n`);
    });
  }
  const { env, stdout, stderr } = process;
  const code = await run(argv, { cwd: workingDirectory(), env, stdout, stderr });
  process.exitCode = isOutputLost ? EXIT.internal : code;
}

// --- internal ---

function print({ exitCode, text, json, notes, error }: Outcome, isJson: boolean, io: Io): number {
  if (isJson) {
    const shown = error && { code: error.code, message: error.message, fix: error.fix };
    io.stdout.write(jsonText({ ...json, notes, ...(shown && { error: shown }) }));
  } else if (text !== '') {
    io.stdout.write(text);
  }
  const paint = paintFor(io.stderr, io.env);
  for (const note of notes) io.stderr.write(noteText(note, paint));
  if (error) io.stderr.write(errorText(error, paint));
  return exitCode;
}

function internalError(cause: unknown): CliError {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return new CliError('E_INTERNAL', `This is a bug in rest-gen. ${text}`, 'Please report it with the lines above.', {
    cause,
  });
}

/** Checked before anything else, so that errors of the command line are JSON too. */
function wantsJson(argv: readonly string[]): boolean {
  // A shell completes a command line that has the option.
  if (argv[0] === COMPLETE) return false;
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((word) => word === '--json' || word === '--json=true');
}

/** `process.cwd()` throws when the directory was removed; its name is still needed for the message. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? '/';
  }
}
