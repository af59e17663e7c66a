import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedFile } from '../compare.ts';
import { changesOf } from '../compare-planned.ts';
import { entryAt } from '../entry.ts';
import { CliError, EXIT } from '../errors.ts';
import { projectFormat } from '../format.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import type { BundleReply } from '../inspect/tasks/bundle.ts';
import { openProject } from '../open-project.ts';
import { ROOT } from '../options.ts';
import { importPath } from '../plan.ts';
import type { Project } from '../project.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, type Outcome } from '../report.ts';
import { BUNDLE_HEADER, bundle, type ImportedModule } from '../templates/bundle.ts';
import { writeFiles } from '../write.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen bundle`: a module with static imports of everything that the router would load from files. */
export const bundleCommand: Command = {
  usage: 'bundle',
  summary: 'Write src/modules: static imports of all controllers, for bundlers',
  positionals: {},
  options: {
    check: { type: 'boolean', describe: 'Write nothing; exit with 1 where the file is out of date' },
    ...ROOT,
  },
  examples: [
    ['bundle', 'Then in the application: createRestRouter(modules)'],
    ['bundle --check', 'In a pipeline, before the bundler runs'],
  ],
  run,
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const project = openProject(args, io);
  const { value, notes } = await inspectProject(
    project,
    { kind: 'bundle' },
    { io, root: args.root as string | undefined },
  );
  const file = await compareBundle(project, value);
  const isStale = file.status !== 'identical';
  const isDry = args['dry-run'] === true || args.check === true;
  if (!isDry) await writeFiles(project.root, changesOf([file]));
  return {
    exitCode: args.check === true && isStale ? EXIT.findings : EXIT.done,
    text: fileLines([file], paint),
    json: {
      command: 'bundle',
      root: project.root,
      dryRun: isDry,
      written: !isDry && isStale,
      files: fileObjects([file]),
    },
    notes: [...notes, ...(isDry ? ['Nothing was written.'] : [])],
  };
}

/** @throws {CliError} `E_CONFLICT` when there is such a file that this command has not written */
async function compareBundle(project: Project, files: BundleReply): Promise<ComparedFile> {
  const [rules] = files.rules === undefined ? [] : imports(project, [['rules', files.rules]], '');
  if (rules === undefined) throw new CliError('E_NO_RULES', 'There is no config/router.', 'Write a first resource.');
  const path = `src/modules.${project.language}`;
  const [model] = files.model === undefined ? [] : imports(project, [['model', files.model]], '');
  const lines = bundle({
    ts: project.language === 'ts',
    esm: project.language === 'ts' || project.modules === 'esm',
    rules,
    controllers: imports(project, files.controllers, 'Controller'),
    logics: imports(project, files.logics, 'Logic'),
    model,
  });
  const after = await projectFormat(project.root)(path, `${lines.join('\n')}\n`);
  const target = join(project.root, path);
  if (!entryAt(target)) return { path, status: 'create', after, target };
  const before = readFileSync(target, 'utf8');
  if (before === after) return { path, status: 'identical', target };
  if (!before.startsWith(BUNDLE_HEADER)) {
    throw new CliError(
      'E_CONFLICT',
      `${path} was not written by rest-gen bundle.`,
      'Move it away, and run the command again.',
    );
  }
  return { path, status: 'overwrite', before, after, target };
}

/** `v1/post` is imported as `v1PostController`; a number follows where two names give the same variable. */
function imports(project: Project, files: BundleReply['controllers'], suffix: string): ImportedModule[] {
  const used = new Set<string>();
  return files.map(([name, file]) => {
    const words = `${name}/${suffix}`.split(/[^A-Za-z0-9_$]+/).filter(Boolean);
    const base = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
    const stem = /^\d/.test(base) ? `_${base}` : base;
    let variable = stem;
    for (let number = 2; used.has(variable); number++) variable = `${stem}${number}`;
    used.add(variable);
    return { name, variable, path: importPath(project, 'src', file) };
  });
}
