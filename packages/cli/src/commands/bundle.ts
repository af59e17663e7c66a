import { join } from 'node:path';
import type { Argv } from 'yargs';
import { CliError } from '../errors.ts';
import type { ComparedFile } from '../files/compare-file.ts';
import { compareGenerated, headerOf } from '../files/compare-generated.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import type { BundleReply } from '../inspect/tasks.ts';
import { importPath } from '../plan/plan-controller.ts';
import { openProject, type Project } from '../project/project.ts';
import { keyOf, render } from '../render.ts';
import type { Outcome } from '../report.ts';
import { takeName } from '../text.ts';
import { type Arguments, CHECK, type Context, examples, ROOT, writeGenerated } from './command.ts';

/** `rest-gen bundle`: a module with static imports of everything that the router would load from files. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      check: CHECK,
      root: ROOT,
    })
    .epilogue(
      examples([
        ['$0 bundle', 'Then in the application: createRestRouter(modules)'],
        ['$0 bundle --check', 'In a pipeline, before the bundler runs'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const { value, notes } = await inspectProject(project, 'bundle', {}, { io, root });
  const file = await compareBundle(project, value);
  return writeGenerated(file, args, { json: { command: 'bundle', root: project.root }, notes, paint });
}

// --- internal ---

/** An imported module. */
interface ImportedModule {
  /** Name of the controller, logic or policy, as the key of an object: `post`, `'v1/post'`. */
  readonly key: string;
  readonly variable: string;
  /** The path in the import. */
  readonly path: string;
}

/** @throws {CliError} `E_CONFLICT` when this command did not write the existing file */
async function compareBundle(project: Project, files: BundleReply): Promise<ComparedFile> {
  const [rules] = files.rules === undefined ? [] : imports(project, [['rules', files.rules]], '');
  if (rules === undefined) {
    const fix = 'Create the first resource with rest-gen controller <name> -r.';
    throw new CliError('E_NO_RULES', 'There is no config/router.', fix);
  }
  const path = `src/modules.${project.language}`;
  const [model] = files.model === undefined ? [] : imports(project, [['model', files.model]], '');
  const controllers = imports(project, files.controllers, 'Controller');
  const logics = imports(project, files.logics, 'Logic');
  const policies = imports(project, files.policies, 'Policy');
  const text = render('bundle', {
    header: headerOf('bundle', 'a controller, logic or policy was added or removed'),
    esm: project.language === 'ts' || project.modules === 'esm',
    modules: [rules, ...controllers, ...logics, ...policies, ...(model ? [model] : [])],
    controllers,
    logics,
    policies,
    hasModel: model !== undefined,
  });
  return compareGenerated(path, join(project.root, path), text, 'bundle');
}

/** `v1/post` is imported as `v1PostController`, with a number if the variable is taken. */
function imports(project: Project, files: BundleReply['controllers'], suffix: string): ImportedModule[] {
  const used = new Set<string>();
  return files.map(([name, file]) => {
    const words = `${name}/${suffix}`.split(/[^A-Za-z0-9_$]+/).filter(Boolean);
    const base = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
    const stem = /^\d/.test(base) ? `_${base}` : base;
    return { key: keyOf(name), variable: takeName(stem, used), path: importPath(project, 'src', file) };
  });
}
