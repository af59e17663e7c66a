import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from './errors.ts';
import type { Project } from './project.ts';
import { findPackage, type Runtime, runtimeOf } from './runtime.ts';
import { sentence } from './sentence.ts';

/** What a model file exports, as far as is known before it is used. */
export type LoadedModel = Readonly<Record<string, unknown>>;

/**
 * Find the file of the models that can run here: what was built, then JavaScript sources, then TypeScript.
 *
 * @param runtime - what runs TypeScript; looked at by default
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
      'Install @rest-gen/model and write one: export createModels(…) as its default.',
    );
  }
  throw new CliError(
    'E_NO_MODEL',
    `${source} is TypeScript, which Node ${runtime.node} does not run by itself, and dist/config/model is not there.`,
    'Build the project first, or let tsx run its sources:\n  npm install --save-dev tsx',
  );
}

/**
 * Load the models of a project.
 *
 * @param file - relative to the root
 * @returns the default export; for CommonJS `module.exports`, or the `default` in it
 * @throws {CliError} `E_MODEL` when the file cannot be loaded, or exports no object; what the models themselves throw passes through
 */
export async function loadModel(project: Project, file: string): Promise<LoadedModel> {
  const exported = unwrap(await importFile(project, file));
  if (isObject(exported)) return exported;
  throw new CliError(
    'E_MODEL',
    `${file} has no models as its default export.`,
    'Export createModels(…) as its default.',
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
    // Such as an address that names no store: it has a code and a way out of its own.
    if (cause instanceof Error && cause.name === 'ModelsError') throw cause;
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(
      'E_MODEL',
      sentence(`${file} cannot be loaded: ${text}`),
      'Mend the file, or build the project again.',
      {
        cause,
      },
    );
  }
}

/** From here on this process loads TypeScript: by the `tsx` of the project, as it does in a process of its own, else by Node. */
async function runTypeScript(project: Project): Promise<void> {
  const tsx = findPackage(project, 'tsx');
  if (tsx !== undefined) await import(pathToFileURL(tsx).href);
  else (await import('./inspect/find-sources.ts')).findSources();
}

/** TypeScript that was compiled to CommonJS has its default export one step deeper. */
function unwrap(exported: unknown): unknown {
  return isObject(exported) && exported.__esModule === true ? exported.default : exported;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
