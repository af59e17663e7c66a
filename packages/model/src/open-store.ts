import { ModelsError } from './models-error.ts';
import { resolveInProject } from './resolve-in-project.ts';
import type { Dialect } from './sql/dialect.ts';
import type { SqlClient } from './sql/sql-client.ts';
import { Store, type StoreOptions } from './store.ts';
import { createMysqlClient } from './stores/mysql/create-mysql-client.ts';
import { mysqlDialect } from './stores/mysql/mysql-dialect.ts';
import { createPostgresClient } from './stores/postgres/create-postgres-client.ts';
import { postgresDialect } from './stores/postgres/postgres-dialect.ts';
import { SqliteClient } from './stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from './stores/sqlite/sqlite-dialect.ts';

/**
 * Open the store of an address or client. It connects at the first query.
 *
 * @throws {ModelsError} `E_STORE_URL` for an unsupported address or client; the message does not repeat a password
 */
export function openStore(source: string | SqlClient, options: StoreOptions): Store {
  const { patience } = options;
  const [client, dialect] = typeof source === 'string' ? openAddress(source, options) : [source, dialectOf(source)];
  return new Store(client, dialect, { isEmbedded: client instanceof SqliteClient, patience });
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
