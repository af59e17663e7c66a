import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../errors.ts';
import { sentence } from '../text.ts';
import type { Project } from './project.ts';
import { findPackage, type Runtime, runtimeOf } from './runtime.ts';

/** What a model file exports, not checked yet. */
export type LoadedModel = Readonly<Record<string, unknown>>;

/**
 * Find the model file that can run here: build output, then JavaScript sources, then TypeScript.
 *
 * @param runtime - what runs TypeScript; by default of this process
 * @returns relative to the root, with `/`: `dist/config/model.js`
 * @throws {CliError} `E_NO_MODEL`
 */
export function findModel(project: Project, runtime: Runtime = runtimeOf(project)): string {
  const found = [...RUNNABLE, ...(runtime.hasTsx || runtime.stripsTypes ? TYPESCRIPT : [])].find((file) =>
    isThere(project, file),
  );
  if (found !== undefined) return found;
  const source = TYPESCRIPT.find((file) => isThere(project, file));
  if (source === undefined) {
    throw new CliError(
      'E_NO_MODEL',
      `${project.root} has no src/config/model.`,
      'Install @rest-gen/model and write one: export default createModels(…).',
    );
  }
  throw new CliError(
    'E_NO_MODEL',
    `${source} is TypeScript, which Node ${runtime.node} does not run, and there is no dist/config/model.`,
    'Build the project first, or install tsx to run its sources:\n  npm install --save-dev tsx',
  );
}

/**
 * Load the models of a project.
 *
 * @param file - relative to the root
 * @returns the default export; for CommonJS `module.exports`, or the `default` in it
 * @throws {CliError} `E_MODEL` when the file cannot be loaded, or does not export an object; errors of the models are not changed
 */
export async function loadModel(project: Project, file: string): Promise<LoadedModel> {
  const exported = unwrap(await importFile(project, file));
  if (isObject(exported)) return exported;
  throw new CliError(
    'E_MODEL',
    `The default export of ${file} is not a model provider.`,
    'Write export default createModels(…).',
  );
}

// --- internal ---

const RUNNABLE = ['dist', 'src'].flatMap((folder) =>
  ['js', 'mjs', 'cjs'].map((extension) => `${folder}/config/model.${extension}`),
);
const TYPESCRIPT = ['ts', 'mts', 'cts'].map((extension) => `src/config/model.${extension}`);

function isThere({ root }: Project, file: string): boolean {
  return existsSync(join(root, file));
}

async function importFile(project: Project, file: string): Promise<unknown> {
  if (TYPESCRIPT.includes(file)) await runTypeScript(project);
  try {
    return ((await import(pathToFileURL(join(project.root, file)).href)) as { default?: unknown }).default;
  } catch (cause) {
    // Such as an address of an unknown store: it has its own code and hint.
    if (cause instanceof Error && cause.name === 'ModelsError') throw cause;
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(
      'E_MODEL',
      sentence(`${file} cannot be loaded: ${text}`),
      'Fix the file, or build the project again.',
      {
        cause,
      },
    );
  }
}

/** Make this process load TypeScript, with the `tsx` of the project, else with Node. */
async function runTypeScript(project: Project): Promise<void> {
  const tsx = findPackage(project, 'tsx');
  if (tsx !== undefined) await import(pathToFileURL(tsx).href);
  else (await import('./find-sources.ts')).findSources();
}

/** TypeScript compiled to CommonJS has its default export one level deeper. */
function unwrap(exported: unknown): unknown {
  return isObject(exported) && exported.__esModule === true ? exported.default : exported;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
