import { readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { CliError, EXIT } from '../errors.ts';
import type { Io } from '../io.ts';
import {
  DATABASES,
  type Database,
  dependencyNames,
  type ProjectRequest,
  TEST_RUNNERS,
  type TestRunner,
} from '../new/package-json.ts';
import { checkPackageName } from '../new/package-name.ts';
import { nextCommand, planProject } from '../new/plan-project.ts';
import { ownVersion, statPath } from '../paths.ts';
import { findProject } from '../project/project.ts';
import { runsTypeScript } from '../project/runtime.ts';
import { noteText, type Outcome, paintFor } from '../report.ts';
import { quote } from '../text.ts';
import { type Arguments, type Context, examples, writeOutcome } from './command.ts';

/** `rest-gen new <dir>`: a project that runs. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('dir', { type: 'string', describe: 'A new or empty directory; its name is the name of the package' })
    .options({
      js: { type: 'boolean', describe: 'JavaScript instead of TypeScript' },
      db: { type: 'string', requiresArg: true, choices: DATABASES, describe: 'Database; default: sqlite' },
      test: {
        type: 'string',
        requiresArg: true,
        choices: TEST_RUNNERS,
        describe: 'Test runner, node for that of Node; default: mocha',
      },
      'no-install': { type: 'boolean', describe: 'Do not run npm install' },
    })
    .epilogue(
      examples([
        ['$0 new blog', 'TypeScript, with an embedded SQLite database'],
        ['$0 new shop --db postgres', 'PostgreSQL; the tests use the database shop_test'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const root = resolve(cwd, String(args.dir));
  const request = {
    // An empty argument, as of an unset shell variable, does not mean the current directory.
    name: args.dir === '' ? '' : basename(root),
    language: args.js ? 'js' : 'ts',
    database: (args.db ?? 'sqlite') as Database,
    testRunner: (args.test ?? 'mocha') as TestRunner,
    version: ownVersion(),
    nodeVersion: process.versions.node,
  } as const;
  checkTestRunner(request);
  checkPackageName(request.name, dependencyNames(request));
  checkDirectory(root, [...changeInto(cwd, root), 'npm install'].join(' && '));
  const planned = planProject(request);
  const files = planned.map(({ path, contents }) => ({
    path,
    status: 'create' as const,
    target: join(root, path),
    after: contents,
  }));
  const { name, language, database, testRunner } = request;
  const json = { command: 'new', name, root, language, database, testRunner };
  const outcome = await writeOutcome(files, args, { json, notes: [], paint });
  if (args['dry-run'] === true) return { ...outcome, json: { ...outcome.json, installed: false } };

  const change = changeInto(cwd, root);
  const wantsInstall = args['no-install'] !== true;
  // Printed at once, not with the other notes: npm may print nothing for a while.
  const isPrinted = wantsInstall && args.json !== true;
  if (isPrinted) io.stdout.write(outcome.text);
  if (wantsInstall) io.stderr.write(noteText('Running npm install.', paintFor(io.stderr, io.env)));
  const error = wantsInstall ? await install(root, io.env, [...change, 'npm install'].join(' && ')) : undefined;
  const isInstalled = wantsInstall && error === undefined;
  const steps = [...change, ...(isInstalled ? [] : ['npm install']), 'npm run dev', nextCommand(database)];
  return {
    ...outcome,
    ...(isPrinted && { text: '' }),
    exitCode: error?.exitCode ?? EXIT.done,
    json: { ...outcome.json, installed: isInstalled },
    notes: error ? [] : [`Next:\n${steps.map((step) => `  ${step}`).join('\n')}`],
    error,
  };
}

// --- internal ---

/** The step into the directory, unless it is the current one. */
function changeInto(cwd: string, root: string): string[] {
  const path = relative(cwd, root);
  if (path === '' || /^[\w./\\][\w./\\-]*$/.test(path)) return path === '' ? [] : [`cd ${path}`];
  // Shells act on some characters in double quotes too, each on others.
  return [/^[^-"$`!%\p{C}][^"$`!%\p{C}]*$/u.test(path) ? `cd "${path}"` : `cd (into ${quote(path)})`];
}

/** @throws {CliError} `E_USAGE` where `node --test` takes neither globs nor TypeScript */
function checkTestRunner({ testRunner, nodeVersion }: Pick<ProjectRequest, 'testRunner' | 'nodeVersion'>): void {
  if (testRunner !== 'node' || runsTypeScript(nodeVersion)) return;
  const message = `--test node needs Node 22.18 or later, and this is ${nodeVersion}.`;
  throw new CliError('E_USAGE', message, 'Use another Node, or --test mocha.');
}

/**
 * Make sure that a new project can be created in a directory: it does not exist, or is empty except for `.git`.
 *
 * @param directory - absolute path
 * @param command - what completes a project whose packages were not installed
 * @throws {CliError} `E_NOT_EMPTY` with the names in it
 */
function checkDirectory(directory: string, command: string): void {
  if (!statPath(directory, 'the link itself')) return;
  const fix = 'Use a new directory. To add to an existing project, use rest-gen controller.';
  if (!statPath(directory)?.isDirectory()) {
    throw new CliError('E_NOT_EMPTY', `${quote(directory)} exists, and is not a directory.`, fix);
  }
  const names = readdirSync(directory).filter((name) => name !== '.git');
  if (names.length === 0) return;
  const shown = names.sort().slice(0, 10).map(quote).join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  const isOurs = findProject(directory).dependencies.has('@rest-gen/router') && names.includes('package.json');
  const further = isOurs ? `It is a project of rest-gen already. To complete it: ${command}` : fix;
  throw new CliError('E_NOT_EMPTY', `${quote(directory)} is not empty: ${shown}${more}.`, further);
}

/**
 * Install the packages of a new project with npm, which prints to stderr and does not prompt.
 *
 * @param directory - absolute path of the project
 * @returns `E_INSTALL` when npm is missing or fails; the files of the project stay
 */
async function install(directory: string, env: Io['env'], command: string): Promise<CliError | undefined> {
  const { spawn } = await import('node:child_process');
  const reason = await new Promise<string | undefined>((resolve) => {
    // `npm` is a batch file on Windows, which only a shell can start. The arguments are constant.
    const shell = process.platform === 'win32';
    const child = spawn('npm', ARGUMENTS, { cwd: directory, env, shell, stdio: ['ignore', 2, 2], windowsHide: true });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `npm ended with ${signal ?? code}`));
  });
  if (reason === undefined) return undefined;
  return new CliError(
    'E_INSTALL',
    `The project was created, but its packages were not installed: ${reason}.`,
    `Fix the cause, then run: ${command}`,
  );
}

/** Development dependencies are installed even if `NODE_ENV` is `production`. */
const ARGUMENTS = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
