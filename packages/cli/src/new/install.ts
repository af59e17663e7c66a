import { CliError } from '../errors.ts';
import type { Io } from '../io.ts';

/**
 * Install what a new project depends on, with npm. What npm prints goes to stderr as it comes; it is asked no questions.
 *
 * @param directory - absolute path of the project
 * @throws {CliError} `E_INSTALL` when npm is not there, or fails; the files of the project stay
 */
export async function install(directory: string, env: Io['env'], command: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const reason = await new Promise<string | undefined>((resolve) => {
    // Windows finds `npm` as a batch file, which only a shell starts; there is nothing of the user in these words.
    const shell = process.platform === 'win32';
    const child = spawn('npm', ARGUMENTS, { cwd: directory, env, shell, stdio: ['ignore', 2, 2], windowsHide: true });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `npm ended with ${signal ?? code}`));
  });
  if (reason === undefined) return;
  throw new CliError(
    'E_INSTALL',
    `The files are written, but the packages could not be installed: ${reason}.`,
    `Mend the cause, then run: ${command}`,
  );
}

// --- internal ---

/** Development tools too, wherever `NODE_ENV` is `production`. */
const ARGUMENTS = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
