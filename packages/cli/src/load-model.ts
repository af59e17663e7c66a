import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { CliError } from './errors.ts';
import type { Project } from './project.ts';
import { sentence } from './sentence.ts';

/** What a model file exports, as far as is known before it is used. */
export type LoadedModel = Readonly<Record<string, unknown>>;

/**
 * Find the file of the models that this Node can run: what was built, then JavaScript sources, then TypeScript.
 *
 * @param runsTypeScript - what this Node says of itself by default
 * @returns relative to the root, with `/`: `dist/config/model.js`
 * @throws {CliError} `E_NO_MODEL`
 */
export function findModel(project: Project, runsTypeScript: boolean = canRunTypeScript()): string {
  const found = [...RUNNABLE, ...(runsTypeScript ? TYPESCRIPT : [])].find((file) => isThere(project, file));
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
    `${source} is TypeScript, which Node ${process.versions.node} does not run by itself, and dist/config/model is not there.`,
    'Build the project first, or use Node 22.18 or later.',
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

/** Node has told this since 22.10; types for it are younger than the Node that is supported. */
function canRunTypeScript(): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript);
}

function isThere({ root }: Project, file: string): boolean {
  return existsSync(join(root, file));
}

async function importFile({ root }: Project, file: string): Promise<unknown> {
  try {
    return ((await import(pathToFileURL(join(root, file)).href)) as { default?: unknown }).default;
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

/** TypeScript that was compiled to CommonJS has its default export one step deeper. */
function unwrap(exported: unknown): unknown {
  return isObject(exported) && exported.__esModule === true ? exported.default : exported;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
