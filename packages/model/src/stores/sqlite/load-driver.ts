import { type Load, loadPackage } from '../../load-package.ts';

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
  run(...parameters: SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  setReadBigInts(isWanted: boolean): void;
  setReturnArrays(isWanted: boolean): void;
  columns(): readonly { readonly name: string; readonly type: string | null }[];
}

/** What SQLite can bind. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/**
 * Load the SQLite driver: `node:sqlite` if it is stable, else `@photostructure/sqlite`.
 *
 * @throws {DataError} `no_driver`, with what to install
 */
export function loadDriver(nodeVersion: string = process.versions.node, load?: Load): SqliteDriver {
  return loadPackage('SQLite', isStableIn(nodeVersion) ? 'node:sqlite' : '@photostructure/sqlite', load);
}

// --- internal ---

// Before 24.15 `node:sqlite` prints an ExperimentalWarning into every program that loads it, and before 22.13 it needs a flag.
function isStableIn(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 25 || (major === 24 && minor >= 15);
}
