import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '@rest-gen/logic/common';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import { quote } from '../text.ts';
import { importsTypeScript, isolatesDeclarations } from './tsconfig.ts';

export type Language = 'ts' | 'js';
export type Modules = 'esm' | 'cjs';
type Manifest = Readonly<Record<string, unknown>>;

/** The facts about a project that planning needs. */
export interface Project {
  /** Absolute path of the directory with `package.json`, or of the working directory if there is none. */
  readonly root: string;
  readonly hasPackage: boolean;
  /** `package.json`; empty if there is none. */
  readonly manifest: Manifest;
  readonly language: Language;
  readonly modules: Modules;
  /** Extension of relative imports in TypeScript: `ts` if `tsconfig.json` allows it, else `js`, the compiled file. */
  readonly importExtension: 'ts' | 'js';
  /** Exports have types that are written. */
  readonly annotated: boolean;
  /** Names of all kinds of dependencies. */
  readonly dependencies: ReadonlySet<string>;
  /** Existing files, relative to the root with `/`: `src/config/router.js`. */
  readonly routerFile: string | undefined;
  readonly baseFile: string | undefined;
  readonly modelFile: string | undefined;
  /** File names in `migrations`. */
  readonly migrations: readonly string[];
}

/**
 * Find the project that a directory belongs to.
 *
 * The root is the nearest directory upwards with a `package.json`. A `tsconfig.json` means TypeScript,
 * `"type": "module"` means ES modules.
 *
 * @param cwd - absolute path
 * @param language - by default the language of the project
 * @throws {CliError} `E_NO_DIRECTORY`; `E_PACKAGE` when `package.json` is not a JSON object
 */
export function findProject(cwd: string, language?: Language): Project {
  if (!statPath(cwd)?.isDirectory())
    throw new CliError('E_NO_DIRECTORY', `There is no directory ${quote(cwd)}.`, 'Create it first.');
  const found = findUp(cwd, 'package.json');
  const root = found ?? resolve(cwd);
  const manifest = found === undefined ? {} : readManifest(join(found, 'package.json'));
  const chosen = language ?? (existsSync(join(root, 'tsconfig.json')) ? 'ts' : 'js');
  return {
    root,
    hasPackage: found !== undefined,
    manifest,
    language: chosen,
    modules: manifest.type === 'module' ? 'esm' : 'cjs',
    importExtension: chosen === 'ts' && importsTypeScript(root) ? 'ts' : 'js',
    annotated: chosen === 'ts' && isolatesDeclarations(root),
    dependencies: dependencyNames(manifest),
    routerFile: findSource(root, 'src/config/router', chosen),
    baseFile: findSource(root, 'src/controller/rest', chosen),
    modelFile: findSource(root, 'src/config/model', chosen),
    migrations: listSources(join(root, 'migrations')),
  };
}

/**
 * Like {@link findProject}, for commands that need a `package.json`.
 *
 * @throws {CliError} `E_NO_PROJECT` too
 */
export function openProject(cwd: string, language?: Language): Project {
  const project = findProject(cwd, language);
  if (project.hasPackage) return project;
  throw new CliError(
    'E_NO_PROJECT',
    `There is no package.json in ${project.root} or above it.`,
    'Run the command in the project, or name its directory with --cwd.',
  );
}

/** Find the nearest directory, from `from` upwards, with a file of one of these names. */
export function findUp(from: string, ...names: string[]): string | undefined {
  for (let directory = resolve(from); ; directory = dirname(directory)) {
    if (names.some((name) => existsSync(join(directory, name)))) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

/** Find a source file by its path without extension, in the language of the project first: `src/config/router.ts`. */
export function findSource(root: string, stem: string, language: Language): string | undefined {
  const extensions = language === 'ts' ? TS_FIRST : JS_FIRST;
  return extensions.map((extension) => `${stem}.${extension}`).find((file) => existsSync(join(root, file)));
}

/** The files of a directory, sorted. Pipes are left out: reading them would never end. */
export function listSources(directory: string): string[] {
  if (!statPath(directory)?.isDirectory()) return [];
  return readdirSync(directory)
    .filter((name) => !statPath(join(directory, name))?.isFIFO())
    .sort();
}

// --- internal ---

const TS_FIRST = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const JS_FIRST = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function readManifest(file: string): Manifest {
  try {
    if (!statPath(file)?.isFile()) throw new Error('it is not a file');
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    if (isObject(value)) return value;
  } catch (cause) {
    throw new CliError('E_PACKAGE', `${file} cannot be read: ${(cause as Error).message}.`, 'Fix it first.', {
      cause,
    });
  }
  throw new CliError('E_PACKAGE', `${file} is not a JSON object.`, 'Fix it first, or create one with npm init.');
}

function dependencyNames(manifest: Manifest): Set<string> {
  const lists = DEPENDENCY_KINDS.map((kind) => manifest[kind]).filter(isObject);
  return new Set(lists.flatMap((names) => Object.keys(names)));
}
