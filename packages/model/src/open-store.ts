import { resolve } from 'node:path';
import { ModelsError } from './models-error.ts';
import type { Dialect } from './sql/dialect.ts';
import type { SqlClient, SqlDialectName } from './sql/sql-client.ts';
import { Store, type StoreOptions } from './store.ts';
import { mysqlDialect } from './stores/mysql/mysql-dialect.ts';
import { openMysql } from './stores/mysql/open-mysql.ts';
import { openPostgres } from './stores/postgres/open-postgres.ts';
import { postgresDialect } from './stores/postgres/postgres-dialect.ts';
import { SqliteClient } from './stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from './stores/sqlite/sqlite-dialect.ts';

/**
 * Open the store of an address or client. It connects at the first query.
 *
 * @throws {ModelsError} `E_STORE_URL` for an unsupported address or client; the message does not repeat a password
 */
export function openStore(source: string | SqlClient, options: StoreOptions): Store {
  return typeof source === 'string' ? openAddress(source, options) : openClient(source, options);
}

// --- internal ---

type Open = (rest: string, url: string, options: StoreOptions) => Store;

const openers: ReadonlyMap<string, Open> = new Map<string, Open>([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
  ['postgresql', openPostgres],
  ['mysql', openMysql],
  ['mariadb', openMysql],
]);

/** Created on first use: a program needs one or two of them. */
const dialects: Readonly<Partial<Record<SqlDialectName, () => Dialect>>> = {
  sqlite: () => sqliteDialect,
  postgres: () => postgresDialect,
  mysql: () => mysqlDialect,
};

const supported =
  'Use sqlite:./data/app.sqlite3, sqlite::memory:, postgres://user:password@host:5432/database or mysql://user:password@host:3306/database.';

function openAddress(url: string, options: StoreOptions): Store {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  const open = scheme === undefined ? undefined : openers.get(scheme.toLowerCase());
  if (open !== undefined) return open(rest, url, options);
  throw new ModelsError(
    'E_STORE_URL',
    scheme === undefined ? 'The address of the store has no scheme' : `"${scheme}:" is not a supported store`,
    { hint: supported },
  );
}

function openClient(client: SqlClient, { patience }: StoreOptions): Store {
  const name: unknown = (client as SqlClient | undefined)?.dialect;
  const dialect = Object.hasOwn(dialects, String(name)) ? dialects[name as SqlDialectName]?.() : undefined;
  if (dialect !== undefined) return new Store(client, dialect, { isEmbedded: false, patience });
  throw new ModelsError(
    'E_STORE_URL',
    'The source of the models is neither an address nor a client of a known dialect',
    {
      hint: `${supported} The dialects of a client are ${Object.keys(dialects).join(', ')}.`,
    },
  );
}

function openSqlite(rest: string, _url: string, { patience }: StoreOptions): Store {
  const client = new SqliteClient(sqlitePath(rest), patience);
  return new Store(client, sqliteDialect, { isEmbedded: true, patience });
}

function sqlitePath(rest: string): string {
  const path = rest.replace(/^\/\/(?=.)/, '');
  if (path === ':memory:') return path;
  if (path === '' || path === '//' || path.includes('\0')) {
    throw new ModelsError('E_STORE_URL', 'The address of the store has no file name', { hint: supported });
  }
  return resolve(path);
}
