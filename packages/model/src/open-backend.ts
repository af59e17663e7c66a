import { resolve } from 'node:path';
import type { Backend } from './backend.ts';
import { ModelsError } from './models-error.ts';
import { SqlBackend } from './sql/sql-backend.ts';
import { SqliteClient } from './stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from './stores/sqlite/sqlite-dialect.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a session is concerns the backend alone.
export type AnyBackend = Backend<any>;

/** Settings of the connection to a store. */
export interface StoreOptions {
  /** Milliseconds to wait for a lock, a free connection or a server. */
  readonly patience: number;
  /** Connections at most. */
  readonly connections: number;
  /** Milliseconds after which a statement is cancelled; 0 for none. */
  readonly statementTimeout: number;
}

/**
 * Open the store that an address names; nothing is connected to before the first query.
 *
 * @throws {ModelsError} `E_STORE_URL` for an address that is not supported; a password in it is not repeated
 */
export function openBackend(url: string, options: StoreOptions): AnyBackend {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  const open = scheme === undefined ? undefined : openers.get(scheme.toLowerCase());
  if (open !== undefined) return open(rest, url, options);
  throw new ModelsError(
    'E_STORE_URL',
    scheme === undefined ? 'The address of the store has no scheme' : `"${scheme}:" is no store that is supported`,
    { hint: supported },
  );
}

// --- internal ---

type Open = (rest: string, url: string, options: StoreOptions) => AnyBackend;

const openers: ReadonlyMap<string, Open> = new Map([['sqlite', openSqlite]]);

const supported = 'Supported are sqlite:./data/app.sqlite3 and sqlite::memory:.';

function openSqlite(rest: string, _url: string, { patience }: StoreOptions): AnyBackend {
  return new SqlBackend(new SqliteClient(sqlitePath(rest), patience), sqliteDialect, {
    isEmbedded: true,
    patience,
  });
}

function sqlitePath(rest: string): string {
  const path = rest.replace(/^\/\/(?=.)/, '');
  if (path === ':memory:') return path;
  if (path === '' || path === '//' || path.includes('\0')) {
    throw new ModelsError('E_STORE_URL', 'The address of the store names no file', { hint: supported });
  }
  return resolve(path);
}
