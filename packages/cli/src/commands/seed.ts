import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Models, Seed } from '@rest-gen/model';
import type { Argv } from 'yargs';
import { CliError, EXIT, storeError } from '../errors.ts';
import { statPath } from '../paths.ts';
import { findModel, importDefault, inDirectory, loadModel } from '../project/load-model.ts';
import { openProject } from '../project/project.ts';
import { type Outcome, progressLine } from '../report.ts';
import { oneLine, sentence } from '../text.ts';
import { type Arguments, type Context, examples } from './command.ts';

/** `rest-gen seed`: run the files in `seeds`, each in a transaction. */
export function builder(yargs: Argv): Argv {
  return yargs.options({ force: { type: 'boolean', describe: 'Run them when NODE_ENV is production' } }).epilogue(
    examples([
      ['$0 seed', 'Add the records of all files in seeds'],
      ['$0 migrate --fresh && $0 seed', 'Start again, with these records only'],
    ]),
  );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const model = findModel(project);
  if (args.force !== true && io.env.NODE_ENV === 'production') {
    throw new CliError('E_PRODUCTION', 'NODE_ENV is production, and seeds add records.', 'Add --force to run them.');
  }
  const files = listSeeds(project.root);
  const isDry = args['dry-run'] === true;
  const done: string[] = [];
  const line = progressLine(io);
  const error = isDry
    ? undefined
    : await inDirectory(project.root, () =>
        runAll(project.root, model, files, { onBegin: line.show, onDone: (file) => done.push(file) }),
      ).finally(line.clear);
  const seeds = (isDry ? files : done).map((file) => ({ status: isDry ? 'pending' : 'seeded', file }));
  return {
    exitCode: error ? EXIT.findings : EXIT.done,
    text: seeds.map(({ status, file }) => `${paint(isDry ? 'yellow' : 'green', status)} ${oneLine(file)}\n`).join(''),
    json: { command: 'seed', root: project.root, model, dryRun: isDry, seeds },
    notes: files.length === 0 ? ['There are no files in seeds.'] : [],
    error,
  };
}

// --- internal ---

/** The seeds, sorted by name. */
function listSeeds(root: string): string[] {
  if (!statPath(join(root, 'seeds'))?.isDirectory()) return [];
  const isSeed = (name: string): boolean => /\.[mc]?[jt]s$/.test(name) && !/\.d\.[mc]?ts$/.test(name);
  return readdirSync(join(root, 'seeds'))
    .filter(isSeed)
    .sort()
    .map((name) => `seeds/${name}`);
}

async function runAll(
  root: string,
  model: string,
  files: readonly string[],
  { onBegin, onDone }: { onBegin: (file: string) => void; onDone: (file: string) => void },
): Promise<CliError | undefined> {
  const models = (await loadModel(root, model)) as unknown as Models;
  try {
    // All of them first, so that a file that cannot be loaded stores nothing.
    const seeds: (readonly [file: string, seed: Seed])[] = [];
    for (const file of files) seeds.push([file, await loadSeed(root, file)]);
    for (const [file, seed] of seeds) {
      onBegin(file);
      await models.transaction(seed).catch((cause: unknown) => {
        const fix = 'Its records were not stored. Fix the cause and run the command again.';
        throw storeError(cause, 'E_SEED', fix, `${file} failed: `);
      });
      onDone(file);
    }
    return undefined;
  } catch (thrown) {
    return thrown instanceof CliError ? thrown : storeError(thrown, 'E_SEED', 'Fix the file.');
  } finally {
    await models.close?.().catch(() => undefined);
  }
}

async function loadSeed(root: string, file: string): Promise<Seed> {
  const seed = await importDefault(root, file).catch((cause: Error) => {
    const fix = 'Fix the file. TypeScript needs tsx, or Node 22.18 or later.';
    throw new CliError('E_SEED', sentence(`${file} cannot be loaded: ${cause.message}`), fix, { cause });
  });
  if (typeof seed === 'function') return seed as Seed;
  throw new CliError(
    'E_SEED',
    `${file} has no function as its default export.`,
    'Write export default async (models) => { … };',
  );
}
