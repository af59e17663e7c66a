import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lacksImport } from '../core/lacks-import.ts';
import { ModelsError } from '../models-error.ts';
import type { Migration } from '../schema/schema.ts';

/** One migration file. */
export interface LoadedMigration {
  /** The name of the file without its extension; the order of the names is the order of the migrations. */
  readonly name: string;
  readonly file: string;
  /** `js:` or `ts:`, and the SHA-256 of its text, regardless of line endings. */
  readonly checksum: string;
  readonly up: Migration;
  readonly down: Migration | undefined;
  /** It exports `config = { transaction: false }`. */
  readonly isSplit: boolean;
}

/**
 * Load the migrations of a directory: `<time>_<what>.js`, `.mjs`, `.cjs`, `.ts`, `.mts` or `.cts`, in the order of
 * their names.
 *
 * @returns `undefined` when there is no such directory
 * @throws {ModelsError} `E_MIGRATION`, naming the file, when its name is invalid, it cannot be loaded, or it does not
 *   export `up`
 */
export async function loadMigrations(folder: string): Promise<LoadedMigration[] | undefined> {
  const files = await listMigrations(folder);
  return files && Promise.all(files.map((file) => loadMigration(join(folder, file), nameOfFile(file))));
}

/** The files of a directory, in their order. @returns `undefined` when there is no such directory */
export async function listMigrations(folder: string): Promise<string[] | undefined> {
  let entries: string[];
  try {
    entries = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ModelsError('E_MIGRATION', `The directory of the migrations cannot be read: ${folder}`, { cause: error });
  }
  const files = entries.filter((entry) => isCode.test(entry) && !isDeclaration.test(entry)).sort();
  checkNames(files, folder);
  return files;
}

/** The name of a migration: that of its file without the extension. */
export function nameOfFile(file: string): string {
  return file.replace(isCode, '');
}

// --- internal ---

const isCode = /\.[mc]?[jt]s$/;
const isDeclaration = /\.d\.[mc]?ts$/;

function checkNames(files: readonly string[], folder: string): void {
  const names = new Map<string, string>();
  for (const file of files) {
    const name = nameOfFile(file);
    if (!/^\d+_./.test(name)) {
      throw new ModelsError('E_MIGRATION', `"${file}" is not a valid name for a migration`, {
        file: join(folder, file),
        hint: 'Name it <time>_<what>, such as 20260131120000_create_post, or move it to another directory.',
      });
    }
    const other = names.get(name);
    if (other !== undefined) {
      throw new ModelsError('E_MIGRATION', `"${other}" and "${file}" are the same migration`, {
        file: join(folder, file),
        hint: 'Keep one of them.',
      });
    }
    names.set(name, file);
  }
}

async function loadMigration(file: string, name: string): Promise<LoadedMigration> {
  const checksum = await checksumOf(file);
  const { up, down, config } = await importMigration(file, checksum);
  if (typeof up !== 'function' || (down !== undefined && typeof down !== 'function')) {
    throw new ModelsError(
      'E_MIGRATION',
      `The migration does not export a function "${typeof up === 'function' ? 'down' : 'up'}": ${file}`,
      {
        file,
        hint: 'Write `export const up: Migration = async (schema) => { … }`.',
      },
    );
  }
  const isSplit = (config as { transaction?: unknown } | undefined)?.transaction === false;
  return { name, file, checksum, up: up as Migration, down: down as Migration | undefined, isSplit };
}

async function checksumOf(file: string): Promise<string> {
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  return `${extname(file).slice(-2)}:${createHash('sha256').update(text).digest('hex')}`;
}

/** Checksums of the files when this process first loaded them. */
const firstLoaded = new Map<string, string>();

async function importMigration(
  file: string,
  checksum: string,
): Promise<{ up?: unknown; down?: unknown; config?: unknown }> {
  const first = firstLoaded.get(file) ?? checksum;
  firstLoaded.set(file, first);
  const url = pathToFileURL(file);
  if (checksum !== first) {
    // A process loads a module once; a file that was fixed while the program runs must be loaded again.
    url.search = checksum;
    delete createRequire(import.meta.url).cache[file];
  }
  try {
    const loaded = await import(/* webpackIgnore: true */ url.href).catch((error: unknown) => {
      if (!lacksImport(error)) throw error;
      return createRequire(url)(file);
    });
    // Node does not always see the names that a CommonJS file exports.
    return loaded.up === undefined && loaded.default !== undefined ? loaded.default : loaded;
  } catch (error) {
    const isUnknown = (error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION';
    throw new ModelsError('E_MIGRATION', `The migration cannot be loaded: ${file}: ${(error as Error).message}`, {
      file,
      cause: error,
      ...(isUnknown && {
        hint: 'Use Node 22.18 or later, start Node with a loader, or set `migrations` to the compiled files.',
      }),
    });
  }
}
