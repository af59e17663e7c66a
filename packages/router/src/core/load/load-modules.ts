import { type Dirent, existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ProjectOptions } from '../contracts/options.ts';
import { findRoot, noRoot, type ProjectRoot } from './find-root.ts';
import { importDefault } from './import-default.ts';
import { type Refuse, stop } from './refuse.ts';
import { showPath } from './show-path.ts';

/** What a file of the project exports by default, or an option that replaces the file. */
export interface Module {
  readonly value: unknown;
  /** The file to name in errors; `undefined` for a value that came from an option. */
  readonly file: string | undefined;
}

/** The modules of a project as they were loaded, unchecked. */
export interface Modules {
  readonly rules: Module | undefined;
  readonly controllers: ReadonlyMap<string, Module>;
  readonly logics: ReadonlyMap<string, Module>;
  readonly policies: ReadonlyMap<string, Module>;
  readonly model: Module | undefined;
}

/** The files of a project, by the names of their modules; absolute paths. */
export interface ProjectFiles {
  readonly rules: string | undefined;
  readonly controllers: ReadonlyMap<string, string>;
  readonly logics: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, string>;
  readonly model: string | undefined;
}

/** List the files of a project; loads none of them. */
export function listFiles({ directory, extensions }: ProjectRoot): ProjectFiles {
  const list = (folder: string) => listModules(join(directory, folder), extensions);
  const find = (name: string) =>
    extensions.map((extension) => join(directory, `config/${name}${extension}`)).find((path) => existsSync(path));
  const controllers = new Map([...list('controller')].filter(([name]) => !isBaseClass(name)));
  return { rules: find('router'), controllers, logics: list('logic'), policies: list('policy'), model: find('model') };
}

/**
 * Load the files of a project. Options replace files, each of its kind.
 *
 * Files of one kind are loaded one after the other, the kinds at the same time. A broken project always fails at the same file.
 *
 * @param refuse - receives the error of each file that fails to load; the default throws it
 * @throws {StartError} `E_NO_ROOT` or `E_LOAD`
 */
export async function loadModules(options: ProjectOptions, refuse: Refuse = stop): Promise<Modules> {
  const given = givenModules(options);
  const root = findRoot(options.root);
  const files = listFiles(root);
  if (!given.rules && files.rules === undefined) refuse(noRoot([root.directory]));
  const [rules, controllers, logics, policies, model] = await Promise.all([
    given.rules ? [] : loadFiles(oneFile('rules', files.rules)),
    options.controllers ? [] : loadFiles(files.controllers),
    options.logics ? [] : loadFiles(files.logics),
    options.policies ? [] : loadFiles(files.policies),
    given.model ? [] : loadFiles(oneFile('model', files.model)),
  ]);
  /** The modules of one kind; in the order of the kinds and names, the errors of the others. */
  const accept = (loaded: readonly Loaded[]): Map<string, Module> => {
    const modules = new Map<string, Module>();
    for (const { name, module, error } of loaded) {
      if (module === undefined) refuse(error);
      else modules.set(name, module);
    }
    return modules;
  };
  return {
    rules: given.rules ?? accept(rules).get('rules'),
    controllers: options.controllers ? given.controllers : accept(controllers),
    logics: options.logics ? given.logics : accept(logics),
    policies: options.policies ? given.policies : accept(policies),
    model: given.model ?? accept(model).get('model'),
  };
}

/** Whether options replace all files: with rules and controllers nothing is loaded. */
export function isGiven({ rules, controllers }: ProjectOptions): boolean {
  return rules !== undefined && controllers !== undefined;
}

/** The modules that options give; reads no file. */
export function givenModules({ rules, controllers = {}, logics = {}, policies = {}, model }: ProjectOptions): Modules {
  const toModule = (value: unknown): Module => ({ value, file: undefined });
  const toMap = (values: object) => new Map(Object.entries(values).map(([name, value]) => [name, toModule(value)]));
  return {
    rules: rules && toModule(rules),
    controllers: new Map([...toMap(controllers)].filter(([name]) => !isBaseClass(name))),
    logics: toMap(logics),
    policies: toMap(policies),
    model: model && toModule(model),
  };
}

/**
 * List the modules below a directory by name: `controller/v1/post.js` is `v1/post` (seed, "Versioning"). Links are followed.
 *
 * @param extensions - in order of preference, where a name exists with several
 * @returns name → file, sorted by name; empty when the directory does not exist
 */
export function listModules(directory: string, extensions: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  walk(directory, '', extensions, found, []);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

// --- internal ---

interface Loaded {
  readonly name: string;
  readonly module?: Module;
  readonly error?: unknown;
}

function oneFile(name: string, path: string | undefined): Map<string, string> {
  return new Map(path === undefined ? [] : [[name, path]]);
}

async function loadFiles(paths: ReadonlyMap<string, string>): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const [name, path] of paths) {
    try {
      loaded.push({ name, module: { value: await importDefault(path), file: showPath(path) } });
    } catch (error) {
      loaded.push({ name, error });
    }
  }
  return loaded;
}

/** `rest` is the base class of all REST controllers, not a controller (seed, "Generator"); in a version directory too. */
function isBaseClass(name: string): boolean {
  return name === 'rest' || name.endsWith('/rest');
}

function walk(
  directory: string,
  prefix: string,
  extensions: readonly string[],
  found: Map<string, string>,
  above: readonly string[],
): void {
  const entries = readEntries(directory);
  if (entries.length === 0) return;
  const real = realpathSync(directory);
  // A link to a directory that it is in would never end.
  if (above.includes(real)) return;
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(directory, entry.name);
    const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
    if (kind?.isDirectory()) walk(path, `${prefix}${entry.name}/`, extensions, found, [...above, real]);
    else addModule(found, prefix + entry.name, path, kind, extensions);
  }
}

function addModule(
  found: Map<string, string>,
  file: string,
  path: string,
  kind: Dirent | Stats | undefined,
  extensions: readonly string[],
): void {
  const extension = extname(file);
  const name = file.slice(0, file.length - extension.length);
  // `post.d.ts`, `post.test.ts` and similar files are not modules of the convention.
  if (!kind?.isFile() || !extensions.includes(extension) || name.slice(name.lastIndexOf('/') + 1).includes('.')) return;
  const other = found.get(name);
  if (other === undefined || extensions.indexOf(extension) < extensions.indexOf(extname(other))) found.set(name, path);
}

function readEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
