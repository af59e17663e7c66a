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

/** What the search depends on; given by tests, else read from the process. */
export interface Surroundings {
  /** The running entry file. */
  entry: string | undefined;
  cwd: string;
  /** Whether a `.ts` file can be loaded as it is. */
  runsTypeScript: boolean;
}

/**
 * Find the directory that holds `config/router`: the given one, else beside the running entry file, else `src/` or `dist/` of the
 * working directory.
 *
 * @throws {StartError} `E_NO_ROOT` naming the directories that were searched
 */
export function findRoot(given: string | undefined, surroundings: Surroundings = readSurroundings()): ProjectRoot {
  const { entry, cwd, runsTypeScript } = surroundings;
  const extensions = orderExtensions(entry, runsTypeScript);
  if (given !== undefined) return { directory: resolve(cwd, given), extensions };
  const beside = entry === undefined ? [] : [dirname(entry)];
  const searched = [...new Set([...beside, join(cwd, 'src'), join(cwd, 'dist')])];
  const directory = searched.find((candidate) =>
    extensions.some((extension) => existsSync(join(candidate, `config/router${extension}`))),
  );
  if (directory !== undefined) return { directory, extensions };
  throw new StartError('E_NO_ROOT', `no config/router in ${searched.map(showPath).join(', ')}`, {
    hint: rootHint(searched),
  });
}

/** What to do where no config/router is: start what is there in another way, or write the first resource. */
export function rootHint(directories: readonly string[]): string {
  const files = directories.flatMap((directory) => TYPESCRIPT.map((one) => join(directory, `config/router${one}`)));
  const source = files.find(existsSync);
  if (source === undefined) {
    return 'Write it and a first resource with: npx rest-gen controller post -r; or give createRestRouter({ root }) or ({ rules, controllers }).';
  }
  return `${showPath(source)} is there, and this Node runs no TypeScript: start with tsx (npm install --save-dev tsx, npx tsx src/app.ts), or compile the project and start dist/.`;
}

/** Read entry file, working directory and abilities of this process. */
export function readSurroundings(): Surroundings {
  const require = createRequire(import.meta.url);
  return {
    entry: realEntry(process.argv[1]),
    cwd: process.cwd(),
    runsTypeScript: Boolean((process.features as { typescript?: unknown }).typescript) || '.ts' in require.extensions,
  };
}

// --- internal ---

const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts'];

/** The kind of file that is running comes first: a project may hold both `post.ts` and, compiled beside it, `post.js`. */
function orderExtensions(entry: string | undefined, runsTypeScript: boolean): string[] {
  if (!runsTypeScript) return JAVASCRIPT;
  return TYPESCRIPT.includes(extname(entry ?? '')) ? [...TYPESCRIPT, ...JAVASCRIPT] : [...JAVASCRIPT, ...TYPESCRIPT];
}

function realEntry(entry: string | undefined): string | undefined {
  try {
    return entry === undefined ? undefined : realpathSync(entry);
  } catch {
    // `node src/app` names no file; the directory is still the right one to look in.
    return entry;
  }
}
