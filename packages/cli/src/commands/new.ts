import { mkdirSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CliError, EXIT } from '../errors.ts';
import { checkDirectory } from '../new/check-directory.ts';
import { DATABASES, type Database, readDatabase } from '../new/database.ts';
import { install } from '../new/install.ts';
import { dependencyNames } from '../new/package-json.ts';
import { checkPackageName } from '../new/package-name.ts';
import { type NewFile, planProject } from '../new/plan-project.ts';
import { NEXT_COMMAND } from '../new/sources.ts';
import { readTestRunner, TEST_RUNNERS } from '../new/test-runner.ts';
import { ownVersion } from '../own-package.ts';
import { quote } from '../quote.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, noteText, type Outcome, paintFor } from '../report.ts';
import { writeFiles } from '../write.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen new <dir>`: a project that runs. */
export const newCommand: Command = {
  usage: 'new <dir>',
  summary: 'Write a project that runs, and install what it needs',
  positionals: { dir: { describe: 'A new or an empty directory; its last part names the package' } },
  options: {
    js: { type: 'boolean', describe: 'JavaScript instead of TypeScript' },
    db: { type: 'string', describe: `${DATABASES.join(', ')}; by default sqlite`, values: DATABASES },
    test: { type: 'string', describe: `${TEST_RUNNERS.join(', ')}; by default mocha`, values: TEST_RUNNERS },
    'no-install': { type: 'boolean', describe: 'Write the files only' },
  },
  examples: [
    ['new blog', 'TypeScript, on an embedded SQLite database'],
    ['new blog --js', 'JavaScript'],
    ['new blog --db postgres', 'On PostgreSQL; its tests run without a server'],
    ['new . --no-install', 'In this directory, which is empty'],
  ],
  run,
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
  const root = resolve(cwd, String(args.dir));
  const request = {
    // An empty word, as of a variable of a shell that is not set, does not mean this directory.
    name: args.dir === '' ? '' : basename(root),
    language: args.js ? 'js' : 'ts',
    database: readDatabase(String(args.db ?? 'sqlite')),
    testRunner: readTestRunner(String(args.test ?? 'mocha')),
    version: ownVersion(),
  } as const;
  checkPackageName(request.name, dependencyNames(request));
  checkDirectory(root);
  const isDry = args['dry-run'] === true;
  const files = planProject(request);

  if (!isDry) await write(root, files);
  const change = changeInto(cwd, root);
  const wantsInstall = !isDry && args['no-install'] !== true;
  // At once, not with the other remarks at the end: npm may be silent for a while.
  if (wantsInstall) io.stderr.write(noteText(`npm installs what ${request.name} needs.`, paintFor(io.stderr, io.env)));
  const error = wantsInstall
    ? await failureOf(install(root, io.env, [...change, 'npm install'].join(' && ')))
    : undefined;
  const created = files.map(({ path }) => ({ path, status: 'create', target: join(root, path) }) as const);
  const isInstalled = wantsInstall && error === undefined;
  const steps = [...change, ...(isInstalled ? [] : ['npm install']), 'npm run dev', nextCommand(request.database)];
  return {
    exitCode: error === undefined ? EXIT.done : error.exitCode,
    text: fileLines(created, paint),
    json: {
      command: 'new',
      name: request.name,
      root,
      language: request.language,
      database: request.database,
      testRunner: request.testRunner,
      dryRun: isDry,
      written: !isDry,
      installed: isInstalled,
      files: fileObjects(created),
    },
    notes: isDry ? ['Nothing was written.'] : error ? [] : [`Next:\n${steps.map((step) => `  ${step}`).join('\n')}`],
    ...(error && { error }),
  };
}

/** All files or none; a directory that was made for them goes with them. */
async function write(root: string, files: readonly NewFile[]): Promise<void> {
  const made = makeDirectory(root);
  try {
    await writeFiles(
      root,
      files.map(({ path, contents }) => ({ target: join(root, path), after: contents })),
    );
  } catch (error) {
    if (made !== undefined) removeEmpty(root, made);
    throw error;
  }
}

/** What another run has written there meanwhile is not ours to remove. */
function removeEmpty(directory: string, last: string): void {
  try {
    rmdirSync(directory);
    if (directory !== last) removeEmpty(dirname(directory), last);
  } catch {
    // Something is in it.
  }
}

/** Gives the first directory that had to be made. */
function makeDirectory(root: string): string | undefined {
  try {
    return mkdirSync(root, { recursive: true });
  } catch (cause) {
    const message = `The directory could not be made: ${(cause as Error).message}.`;
    throw new CliError('E_WRITE', message, 'Remove the cause and run the command again.', { cause });
  }
}

async function failureOf(work: Promise<void>): Promise<CliError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

/** The step into the directory, where it is another one. */
function changeInto(cwd: string, root: string): string[] {
  const path = relative(cwd, root);
  if (path === '' || /^[\w./\\][\w./\\-]*$/.test(path)) return path === '' ? [] : [`cd ${path}`];
  // In double quotes shells still act on some characters, each on others.
  return [/^[^-"$`!%\p{C}][^"$`!%\p{C}]*$/u.test(path) ? `cd "${path}"` : `cd (into ${quote(path)})`];
}

function nextCommand(database: Database): string {
  return database === 'none' ? 'npx rest-gen controller health' : NEXT_COMMAND;
}
