import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isObject } from '@rest-gen/logic/common';
import { CliError } from '../errors.ts';
import { sentence } from '../text.ts';
import type { Project } from './project.ts';
import { findPackage, type Runtime, runtimeOf } from './runtime.ts';

/**
 * Find the model file that can run here: build output, then JavaScript sources, then TypeScript.
 *
 * @param runtime - what runs TypeScript; by default of this process
 * @returns relative to the root, with `/`: `dist/config/model.js`
 * @throws {CliError} `E_NO_MODEL`
 */
export function findModel({ root }: Project, runtime: Runtime = runtimeOf(root)): string {
  const [found] = [...RUNNABLE, ...TYPESCRIPT].filter((file) => existsSync(join(root, file)));
  if (found === undefined) {
    const fix = 'Install @rest-gen/model and write one: export default createModels(…).';
    throw new CliError('E_NO_MODEL', `${root} has no src/config/model.`, fix);
  }
  if (RUNNABLE.includes(found) || runtime.hasTsx || runtime.stripsTypes) return found;
  throw new CliError(
    'E_NO_MODEL',
    `${found} is TypeScript, which Node ${runtime.node} does not run, and there is no dist/config/model.`,
    'Build the project first, or install tsx to run its sources:\n  npm install --save-dev tsx',
  );
}

/**
 * Load the models of a project.
 *
 * @param file - relative to the root
 * @returns the default export; for CommonJS `module.exports`, or the `default` in it
 * @throws {CliError} `E_MODEL` when the file cannot be loaded, or does not export an object; errors of the models are
 *   not changed
 */
export async function loadModel(root: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  const model = await importModel(root, file);
  if (isObject(model)) return model;
  const message = `The default export of ${file} is not a model provider.`;
  throw new CliError('E_MODEL', message, 'Write export default createModels(…).');
}

/**
 * The default export of a file of a project, in JavaScript or TypeScript; for CommonJS `module.exports`, or the
 * `default` in it.
 */
export async function importDefault(root: string, file: string): Promise<unknown> {
  if (/\.[cm]?ts$/.test(file)) {
    const tsx = findPackage(root, 'tsx');
    if (tsx !== undefined) await import(pathToFileURL(tsx).href);
    else (await import('./find-sources.ts')).findSources();
  }
  const { default: exported } = (await import(pathToFileURL(join(root, file)).href)) as { default?: unknown };
  // TypeScript compiled to CommonJS has its default export one level deeper.
  return isObject(exported) && exported.__esModule === true ? exported.default : exported;
}

/**
 * Run `work` with this working directory: addresses of stores and the migrations folder are relative to the project.
 */
export async function inDirectory<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(directory);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

// --- internal ---

const RUNNABLE = ['dist', 'src'].flatMap((folder) =>
  ['js', 'mjs', 'cjs'].map((extension) => `${folder}/config/model.${extension}`),
);
const TYPESCRIPT = ['ts', 'mts', 'cts'].map((extension) => `src/config/model.${extension}`);

async function importModel(root: string, file: string): Promise<unknown> {
  try {
    return await importDefault(root, file);
  } catch (cause) {
    // An error of the models, such as an unknown address of a store, has its own code and hint.
    if (cause instanceof Error && cause.name === 'ModelsError') throw cause;
    const message = sentence(`${file} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`);
    throw new CliError('E_MODEL', message, 'Fix the file, or build the project again.', { cause });
  }
}
