import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ModelsError } from './models-error.ts';
import { RootProvider } from './root-provider.ts';
import type { Dialect } from './sql/dialect.ts';
import type { SqlClient } from './sql/sql-client.ts';
import { Store, type StoreOptions } from './store.ts';
import { createMysqlClient } from './stores/mysql/create-mysql-client.ts';
import { mysqlDialect } from './stores/mysql/mysql-dialect.ts';
import { createPostgresClient } from './stores/postgres/create-postgres-client.ts';
import { postgresDialect } from './stores/postgres/postgres-dialect.ts';
import { SqliteClient } from './stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from './stores/sqlite/sqlite-dialect.ts';
import type { Models, ModelsOptions } from './types.ts';

/**
 * Create the models of an application. The store is opened at the first query.
 *
 * @param source - `sqlite:./data/app.sqlite3`, `sqlite::memory:`, or a client of a driver or an ORM
 * @example export default createModels(process.env.DATABASE_URL || 'sqlite:./data/app.sqlite3');
 * @throws {ModelsError} `E_STORE_URL` when the store is not supported
 * @see docs/models.md
 */
export function createModels(source: string | SqlClient, options: ModelsOptions = {}): Models {
  const { patience = 5_000, connections = 10, statementTimeout = 30_000 } = options;
  const store = openStore(source, { patience, connections, statementTimeout });
  const { migrations, autoMigrate = store.isEmbedded && process.env.NODE_ENV !== 'production' } = options;
  const folder = resolveInProject(migrations ?? 'migrations');
  return new RootProvider(store, folder, { autoMigrate, needsFolder: migrations !== undefined });
}

/**
 * Open the store of an address or client. It connects at the first query.
 *
 * @throws {ModelsError} `E_STORE_URL` for an unsupported address or client; the message does not repeat a password
 */
export function openStore(source: string | SqlClient, options: StoreOptions): Store {
  const { patience } = options;
  const [client, dialect] = typeof source === 'string' ? openAddress(source, options) : [source, dialectOf(source)];
  const database = typeof source === 'string' ? nameOf(source) : undefined;
  return new Store(client, dialect, { isEmbedded: client instanceof SqliteClient, patience, database });
}

// --- internal ---

const dialects: readonly Dialect[] = [sqliteDialect, postgresDialect, mysqlDialect];

const supported =
  'Use sqlite:./data/app.sqlite3, sqlite::memory:, postgres://user:password@host:5432/database or mysql://user:password@host:3306/database.';

function openAddress(url: string, options: StoreOptions): [SqlClient, Dialect] {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  switch (scheme?.toLowerCase()) {
    case 'sqlite':
      return [new SqliteClient(sqlitePath(rest), options.patience), sqliteDialect];
    case 'postgres':
    case 'postgresql':
      return [createPostgresClient(url, options), postgresDialect];
    case 'mysql':
    case 'mariadb':
      return [createMysqlClient(url, options), mysqlDialect];
    default:
  }
  const message =
    scheme === undefined ? 'The address of the store has no scheme' : `"${scheme}:" is not a supported store`;
  throw new ModelsError('E_STORE_URL', message, { hint: supported });
}

/** What an address names, without the user: `./data/app.sqlite3`, `app on db.example.com:5432`. */
function nameOf(url: string): string {
  const [, host = '', database = ''] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)\/([^?]*)/.exec(url) ?? [];
  return /^sqlite:/i.test(url) ? url.slice('sqlite:'.length) : `${database} on ${host}`;
}

function dialectOf(client: SqlClient): Dialect {
  const dialect = dialects.find(({ name }) => name === (client as SqlClient | undefined)?.dialect);
  if (dialect !== undefined) return dialect;
  throw new ModelsError(
    'E_STORE_URL',
    'The source of the models is neither an address nor a client of a known dialect',
    { hint: `${supported} The dialects of a client are ${dialects.map(({ name }) => name).join(', ')}.` },
  );
}

function sqlitePath(rest: string): string {
  const path = rest.replace(/^\/\/(?=.)/, '');
  if (path === ':memory:') return path;
  if (path === '' || path === '//' || path.includes('\0')) {
    throw new ModelsError('E_STORE_URL', 'The address of the store has no file name', { hint: supported });
  }
  return resolveInProject(path);
}

/**
 * Resolve a path relative to the project: the directory of the `package.json` above the entry file, if it holds `config/router`, as the router looks for
 * it: also in `src/` or `dist/`.
 *
 * For other programs, such as the command line and test runners, it is the working directory.
 */
function resolveInProject(path: string): string {
  return resolve(findProject(process.argv[1]) ?? '', path);
}

function findProject(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const file = existsSync(entry) ? realpathSync(entry) : entry;
  if (file.includes(`${sep}node_modules${sep}`)) return undefined;
  let directory = dirname(file);
  while (!existsSync(join(directory, 'package.json'))) {
    if (directory === dirname(directory)) return undefined;
    directory = dirname(directory);
  }
  return ['.', 'src', 'dist'].some((folder) => hasRouter(join(directory, folder, 'config'))) ? directory : undefined;
}

function hasRouter(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /^router\.[cm]?[jt]s$/.test(name));
}
