import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { StartError } from '../errors.ts';
import { showPath } from './show-path.ts';

/** Where a project's files are, and which extension to take where a name exists with several. */
export interface ProjectRoot {
  readonly directory: string;
  readonly extensions: readonly string[];
}

/** What the search depends on; tests give it, otherwise it is read from the process. */
export interface Surroundings {
  /** The running entry file. */
  entry: string | undefined;
  cwd: string;
  /** Whether this process is known to run TypeScript. Loaders that cannot be detected run it too. */
  runsTypeScript: boolean;
}

/**
 * Find the directory that holds `config/router`: the given one, else beside the running entry file, else `src/` or `dist/` of the
 * working directory.
 *
 * A directory with TypeScript alone comes last where the process is not known to run TypeScript.
 *
 * @throws {StartError} `E_NO_ROOT` naming the directories that were searched
 */
export function findRoot(given: string | undefined, surroundings: Surroundings = listSurroundings()): ProjectRoot {
  const { entry, cwd, runsTypeScript } = surroundings;
  // The kind of file that is running comes first: a project may hold both `post.ts` and, compiled beside it, `post.js`.
  const isTypeScript = TYPESCRIPT.includes(extname(entry ?? ''));
  const extensions = isTypeScript ? [...TYPESCRIPT, ...JAVASCRIPT] : [...JAVASCRIPT, ...TYPESCRIPT];
  if (given !== undefined) return { directory: resolve(cwd, given), extensions };
  const searched = searchedDirectories(given, surroundings);
  const find = (allowed: readonly string[]) =>
    searched.find((candidate) => allowed.some((one) => existsSync(join(candidate, `config/router${one}`))));
  const directory = find(runsTypeScript ? extensions : JAVASCRIPT) ?? find(TYPESCRIPT);
  if (directory !== undefined) return { directory, extensions };
  throw noRoot(searched);
}

/** The directories that a project can be in, the likeliest first. */
export function searchedDirectories(
  given: string | undefined,
  { entry, cwd }: Pick<Surroundings, 'entry' | 'cwd'> = listSurroundings(),
): string[] {
  if (given !== undefined) return [resolve(cwd, given)];
  const beside = entry === undefined ? [] : [dirname(entry)];
  return [...new Set([...beside, join(cwd, 'src'), join(cwd, 'dist')])];
}

/** The error for directories that hold no `config/router`. */
export function noRoot(searched: readonly string[]): StartError {
  return new StartError('E_NO_ROOT', `no config/router in ${searched.map(showPath).join(', ')}`, {
    hint: 'Write it and a first resource with: npx rest-gen controller post -r; or give createRestRouter({ root }) or ({ rules, controllers }).',
  });
}

/** Read entry file, working directory and abilities of this process. */
export function listSurroundings(): Surroundings {
  return { entry: realEntry(process.argv[1]), cwd: process.cwd(), runsTypeScript: runsTypeScript() };
}

// --- internal ---

const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts'];

function runsTypeScript(): boolean {
  const { VITEST, JEST_WORKER_ID } = process.env;
  if ((process.features as { typescript?: unknown }).typescript || VITEST || JEST_WORKER_ID) return true;
  return '.ts' in createRequire(import.meta.url).extensions;
}

function realEntry(entry: string | undefined): string | undefined {
  try {
    return entry === undefined ? undefined : realpathSync(entry);
  } catch {
    // `node src/app` names no file; the directory is still the right one to look in.
    return entry;
  }
}
