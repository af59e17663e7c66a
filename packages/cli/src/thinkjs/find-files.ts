import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from '@babel/parser';
import { CliError } from '../errors.ts';
import type { File } from '../files/edit-source.ts';
import { statPath } from '../paths.ts';
import { oneLine, quote } from '../text.ts';
import type { Leftover } from './value.ts';

/** A source file of a ThinkJS project. */
export interface SourceFile {
  /** Relative to the project: `src/logic/user.js`. */
  readonly path: string;
  readonly source: string;
  readonly program: File['program'];
}

/** The files of a ThinkJS project that say rules. */
export interface ThinkProject {
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Logic files by the name of their controller: `admin/user`, with the module first. */
  readonly logics: ReadonlyMap<string, SourceFile>;
  readonly routers: readonly SourceFile[];
  /** Rules and texts of the whole program. */
  readonly settings: readonly SourceFile[];
  /** Version 2 or 3. */
  readonly version: 2 | 3;
  /** Files that are not read. */
  readonly left: readonly Leftover[];
}

/** Largest source file, in bytes. */
const MAX_BYTES = 1_000_000;

/**
 * Parse the logic files, rules and validators of a ThinkJS 2 or 3 project. Executes nothing, and follows no symbolic
 * link.
 *
 * @param directory - absolute path of the directory with `src`
 * @throws {CliError} `E_NO_DIRECTORY`; `E_THINKJS` when it has no such file, or one cannot be parsed
 */
export function findFiles(directory: string): ThinkProject {
  if (!statPath(directory)?.isDirectory())
    throw new CliError('E_NO_DIRECTORY', `There is no directory ${quote(directory)}.`, 'Name the ThinkJS project.');
  const left: Leftover[] = [];
  const paths = ['src', 'app'].map((root) => listFiles(directory, root, left)).find((all) => all.length > 0) ?? [];
  const files = new Map<string, SourceFile>();
  const logics = new Map<string, SourceFile>();
  const routers: SourceFile[] = [];
  const settings: SourceFile[] = [];
  for (const path of paths) {
    const [, module, name] = LOGIC.exec(path) ?? [];
    const isRouter = ROUTER.test(path);
    if (name === undefined && !isRouter && !SETTINGS.test(path)) continue;
    const file = parseFile(directory, path);
    files.set(path, file);
    if (name === undefined) (isRouter ? routers : settings).push(file);
    else {
      const controller = module === undefined ? name : `${module}/${name}`;
      const other = logics.get(controller);
      if (other === undefined) logics.set(controller, file);
      else left.push({ file: path, line: 1, message: `is not converted: ${other.path} has the same controller` });
    }
  }
  if (files.size === 0) {
    const message = `${quote(directory)} has no logic file or rule of ThinkJS: src/logic, src/<module>/logic, src/config/router.js.`;
    throw new CliError('E_THINKJS', message, 'Name the directory of the ThinkJS project, which contains src.');
  }
  return { files, logics, routers, settings, version: findVersion(directory), left };
}

// --- internal ---

const LOGIC = /^(?:src|app)\/(?:([^/]+)\/)?logic\/(.+)\.[jt]s$/;
const ROUTER = /^(?:src|app)\/(?:[^/]+\/)?config\/(?:router|route)\.[jt]s$/;
const SETTINGS = /^(?:src|app)\/(?:[^/]+\/)?(?:config\/(?:validator|locale\/[^/]+)|bootstrap\/[^/]+)\.[jt]s$/;

function listFiles(directory: string, path: string, left: Leftover[]): string[] {
  if (!statPath(join(directory, path), 'the link itself')?.isDirectory()) return [];
  const entries = readdirSync(join(directory, path), { withFileTypes: true });
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const name = posix.join(path, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(directory, name, left);
      if (entry.isSymbolicLink() && /(?:^|\/)(?:logic|config)(?:\/|$)/.test(name))
        left.push({ file: name, line: 1, message: 'is a symbolic link, which is not followed' });
      return entry.isFile() && /\.[jt]s$/.test(name) && !name.endsWith('.d.ts') ? [name] : [];
    });
}

function parseFile(directory: string, path: string): SourceFile {
  const file = join(directory, path);
  const refuse = (problem: string, cause?: unknown) =>
    new CliError('E_THINKJS', `${oneLine(path)}${problem}.`, 'Nothing was written. Fix the file, or remove it.', {
      cause,
    });
  if ((statPath(file)?.size ?? 0) > MAX_BYTES) throw refuse(' has more than 1,000,000 bytes');
  const source = readFileSync(file, 'utf8');
  try {
    const options = { sourceType: 'unambiguous', plugins: ['typescript', 'decorators-legacy'] } as const;
    return { path, source, program: parse(source, { ...options, plugins: [...options.plugins] }).program };
  } catch (cause) {
    const { loc, message } = cause as Error & { loc?: { line: number } };
    throw refuse(`${loc ? `:${loc.line}` : ''} cannot be parsed: ${message.replace(/ \(\d+:\d+\)$/, '')}`, cause);
  }
}

/** By the dependency; 3 where there is none. */
function findVersion(directory: string): 2 | 3 {
  try {
    const { dependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    return /^\D*2\./.test(String(dependencies?.thinkjs)) ? 2 : 3;
  } catch {
    return 3;
  }
}
