import { createRequire } from 'node:module';
import { DataError } from '@rest-gen/router/model';
import { isNotFound, missingDriver } from '../../missing-driver.ts';

/** What we use of `node:sqlite`, and of `@photostructure/sqlite`, which has the same interface. */
export interface SqliteDriver {
  DatabaseSync: new (path: string, options?: { timeout?: number; defensive?: boolean }) => SqliteDatabase;
}

export interface SqliteDatabase {
  exec(text: string): void;
  prepare(text: string): SqliteStatement;
  close(): void;
  /** Missing in the `node:sqlite` of some Nodes before 22.16. */
  readonly isTransaction?: boolean;
}

export interface SqliteStatement {
  all(...parameters: SqliteValue[]): Record<string, unknown>[];
  get(...parameters: SqliteValue[]): Record<string, unknown> | undefined;
  run(...parameters: SqliteValue[]): { changes: number | bigint };
  setReadBigInts(isWanted: boolean): void;
  /** Missing in the `node:sqlite` of Nodes before 22.16. */
  setReturnArrays?(isWanted: boolean): void;
  /** Missing in the `node:sqlite` of Nodes before 22.16. */
  columns?(): readonly { readonly name: string; readonly type: string | null }[];
}

/** What SQLite can bind. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/** Loads a module by its name, or throws. */
export type Load = (name: string) => unknown;

/**
 * Load the SQLite driver: `node:sqlite` if it is stable, else `@photostructure/sqlite`, else `node:sqlite` with the
 * warning of Node.
 *
 * @throws {DataError} `unavailable`, with what to install
 */
export function loadDriver(nodeVersion: string = process.versions.node, load: Load = loadModule): SqliteDriver {
  const names = isStableIn(nodeVersion) ? [builtIn, installed] : [installed, builtIn];
  const causes: unknown[] = [];
  for (const name of names) {
    try {
      return load(name) as SqliteDriver;
    } catch (error) {
      causes.push(error);
    }
  }
  const broken = causes[names.indexOf(installed)];
  if (!isNotFound(broken)) throw missingDriver('SQLite', installed, broken);
  throw new DataError('unavailable', 'No driver for SQLite is installed', {
    hint: `Run \`npm i ${installed}\`, or use Node 24.15 or later, which includes one.`,
    cause: new AggregateError(causes),
  });
}

// --- internal ---

const builtIn = 'node:sqlite';
const installed = '@photostructure/sqlite';

// Before 24.15 `node:sqlite` prints an ExperimentalWarning into every program that loads it, and before 22.13 it needs a flag.
function isStableIn(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 25 || (major === 24 && minor >= 15);
}

const require = createRequire(import.meta.url);

function loadModule(name: string): unknown {
  return require(name);
}
