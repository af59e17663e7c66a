import { createRequire } from 'node:module';
import { missingDriver } from '../../missing-driver.ts';

/** What we use of `node:sqlite`, and of `@photostructure/sqlite`, which has the same interface. */
export interface SqliteDriver {
  DatabaseSync: new (path: string, options?: { timeout?: number; defensive?: boolean }) => SqliteDatabase;
}

export interface SqliteDatabase {
  exec(text: string): void;
  prepare(text: string): SqliteStatement;
  close(): void;
  readonly isTransaction: boolean;
}

export interface SqliteStatement {
  all(...parameters: SqliteValue[]): Record<string, unknown>[];
  get(...parameters: SqliteValue[]): Record<string, unknown> | undefined;
  run(...parameters: SqliteValue[]): { changes: number | bigint };
  setReadBigInts(isWanted: boolean): void;
  setReturnArrays(isWanted: boolean): void;
  columns(): readonly { readonly name: string; readonly type: string | null }[];
}

/** What SQLite can bind. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/** Loads a module by its name, or throws. */
export type Load = (name: string) => unknown;

/**
 * Load the SQLite driver: `node:sqlite` if it is stable, else `@photostructure/sqlite`.
 *
 * @throws {DataError} `unavailable`, with what to install
 */
export function loadDriver(nodeVersion: string = process.versions.node, load: Load = loadModule): SqliteDriver {
  const name = isStableIn(nodeVersion) ? 'node:sqlite' : '@photostructure/sqlite';
  try {
    return load(name) as SqliteDriver;
  } catch (cause) {
    throw missingDriver('SQLite', name, cause);
  }
}

// --- internal ---

// Before 24.15 `node:sqlite` prints an ExperimentalWarning into every program that loads it, and before 22.13 it needs a flag.
function isStableIn(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 25 || (major === 24 && minor >= 15);
}

const require = createRequire(import.meta.url);

function loadModule(name: string): unknown {
  return require(name);
}
