import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import type { Runtime } from '../project/runtime.ts';
import { outDirectory } from '../project/tsconfig.ts';

/** How the child loads a project. */
export interface LoadingPlan {
  /** The directory with `config/router`, relative to the project: `src`. */
  readonly directory: string;
  /** The program that runs TypeScript; absent for JavaScript. */
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
export function planLoading({ root: project }: Project, root: string | undefined, runtime: Runtime): LoadingPlan {
  const candidates = root === undefined ? ['src', '.'] : [root];
  const directory = candidates.find((one) => hasRules(project, one, ANY));
  if (directory !== undefined) {
    if (!hasTypeScript(project, directory)) return { directory };
    if (runtime.hasTsx) return { directory, loader: 'tsx' };
    if (runtime.stripsTypes) return { directory, loader: 'node' };
  }
  const out = outDirectory(project) ?? 'dist';
  // Some projects compile into the directory of their sources.
  const built = [...(directory === undefined ? [] : [directory]), out, `${out}/src`];
  const compiled = built.find((one) => hasRules(project, one, JAVASCRIPT));
  if (directory === undefined) {
    if (compiled !== undefined) return { directory: compiled };
    const searched = candidates.map((one) => posix.join(one, 'config/router'));
    const fix =
      'Create the first rule with rest-gen controller <name> -r, or name the directory of config/router with --root.';
    throw new CliError('E_NO_RULES', `${project} has no ${searched.join(' and no ')}.`, fix);
  }
  const cannotRun = `${directory} is TypeScript, which Node ${runtime.node} does not run`;
  const tsx = 'To read the sources: npm install --save-dev tsx';
  if (compiled !== undefined) {
    return { directory: compiled, note: `${cannotRun}: the build output in ${compiled} was read. ${tsx}` };
  }
  throw new CliError('E_TYPESCRIPT', `${cannotRun}, and the project is not built.`, `${tsx}, or build the project.`);
}

// --- internal ---

const JAVASCRIPT = ['js', 'mjs', 'cjs'];
const ANY = [...JAVASCRIPT, 'ts', 'mts', 'cts'];

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
