import { basename, join, relative, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { CliError, EXIT } from '../errors.ts';
import { writeFiles } from '../files/write-files.ts';
import { checkDirectory } from '../new/check-directory.ts';
import { DATABASES, type Database } from '../new/database.ts';
import { install } from '../new/install.ts';
import { dependencyNames } from '../new/package-json.ts';
import { checkPackageName } from '../new/package-name.ts';
import { nextCommand, planProject } from '../new/plan-project.ts';
import { ownVersion } from '../own-package.ts';
import { fileLines, fileObjects, noteText, type Outcome, paintFor } from '../report.ts';
import { quote } from '../text.ts';
import type { Arguments, Context } from './command.ts';

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
        choices: ['mocha', 'vitest'],
        describe: 'Test runner; default: mocha',
      },
      'no-install': { type: 'boolean', describe: 'Do not run npm install' },
    })
    .example([
      ['$0 new blog', 'TypeScript, with an embedded SQLite database'],
      ['$0 new blog --js', 'JavaScript'],
      ['$0 new blog --db postgres', 'PostgreSQL; tests run without a server'],
      ['$0 new . --no-install', 'In the current directory, which is empty'],
    ]);
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const root = resolve(cwd, String(args.dir));
  const request = {
    // An empty argument, as of an unset shell variable, does not mean the current directory.
    name: args.dir === '' ? '' : basename(root),
    language: args.js ? 'js' : 'ts',
    database: (args.db ?? 'sqlite') as Database,
    testRunner: args.test === 'vitest' ? 'vitest' : 'mocha',
    version: ownVersion(),
  } as const;
  checkPackageName(request.name, dependencyNames(request));
  checkDirectory(root);
  const isDry = args['dry-run'] === true;
  const files = await planProject(request);

  if (!isDry) await writeFiles(files.map(({ path, contents }) => ({ target: join(root, path), after: contents })));
  const change = changeInto(cwd, root);
  const wantsInstall = !isDry && args['no-install'] !== true;
  // Printed at once, not with the other notes: npm may print nothing for a while.
  if (wantsInstall) io.stderr.write(noteText('Running npm install.', paintFor(io.stderr, io.env)));
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

// --- internal ---

async function failureOf(work: Promise<void>): Promise<CliError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

/** The step into the directory, unless it is the current one. */
function changeInto(cwd: string, root: string): string[] {
  const path = relative(cwd, root);
  if (path === '' || /^[\w./\\][\w./\\-]*$/.test(path)) return path === '' ? [] : [`cd ${path}`];
  // Shells act on some characters in double quotes too, each on others.
  return [/^[^-"$`!%\p{C}][^"$`!%\p{C}]*$/u.test(path) ? `cd "${path}"` : `cd (into ${quote(path)})`];
}
