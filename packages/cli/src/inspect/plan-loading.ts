import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { outDirectory } from '../project/read-tsconfig.ts';
import type { Runtime } from '../project/runtime.ts';

/** What the child loads, and how. */
export interface LoadingPlan {
  /** The directory with `config/router`, relative to the project: `src`. */
  readonly directory: string;
  /** What runs TypeScript; absent for JavaScript. */
  readonly loader?: 'tsx' | 'node';
  /** A note for the user about that choice. */
  readonly note?: string;
}

/**
 * Choose what is loaded of a project: its sources if they can run, else the build output.
 *
 * @param root - the directory with `config/router`, relative to the project; by default `src`, then the project itself
 * @throws {CliError} `E_NO_RULES`, `E_TYPESCRIPT`
 */
export function planLoading(project: Project, root: string | undefined, runtime: Runtime): LoadingPlan {
  const candidates = root === undefined ? ['src', '.'] : [root];
  const directory = candidates.find((one) => hasRules(project.root, one, ANY));
  if (directory !== undefined) {
    if (!hasTypeScript(project.root, directory)) return { directory };
    if (runtime.hasTsx) return { directory, loader: 'tsx' };
    if (runtime.stripsTypes) return { directory, loader: 'node' };
  }
  const built = directory === undefined ? [] : [directory];
  const out = outDirectory(project.root) ?? 'dist';
  const compiled = [...built, out, `${out}/src`].find((one) => hasRules(project.root, one, JAVASCRIPT));
  if (compiled === undefined) throw refusal(project, directory, candidates, runtime);
  if (directory === undefined) return { directory: compiled };
  return {
    directory: compiled,
    note: `${cannotRun(directory, runtime)}: the build output in ${compiled} was read. ${TSX}`,
  };
}

// --- internal ---

const JAVASCRIPT = ['js', 'mjs', 'cjs'];
const ANY = [...JAVASCRIPT, 'ts', 'mts', 'cts'];
const TSX = 'To read the sources: npm install --save-dev tsx';

function hasRules(project: string, directory: string, extensions: readonly string[]): boolean {
  return extensions.some((extension) => statPath(join(project, directory, `config/router.${extension}`))?.isFile());
}

function hasTypeScript(project: string, directory: string): boolean {
  return ['config', 'controller', 'logic'].some((folder) => {
    const path = join(project, directory, folder);
    if (!statPath(path)?.isDirectory()) return false;
    return readdirSync(path, { recursive: true }).some((file) => /(?<!\.d)\.[cm]?ts$/.test(String(file)));
  });
}

function refusal(
  project: Project,
  directory: string | undefined,
  candidates: readonly string[],
  runtime: Runtime,
): CliError {
  if (directory !== undefined) {
    return new CliError(
      'E_TYPESCRIPT',
      `${cannotRun(directory, runtime)}, and the project is not built.`,
      `${TSX}, or build the project.`,
    );
  }
  const searched = candidates.map((one) => (one === '.' ? 'config/router' : `${one}/config/router`));
  return new CliError(
    'E_NO_RULES',
    `${project.root} has no ${searched.join(' and no ')}.`,
    'Create the first rule with rest-gen controller <name> -r, or name the directory of config/router with --root.',
  );
}

function cannotRun(directory: string, { node }: Runtime): string {
  return `${directory} is TypeScript, which Node ${node} does not run`;
}
