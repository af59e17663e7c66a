import { readFileSync } from 'node:fs';
import type { ConnectionOptions, Pool, PoolConnection, SslOptions } from 'mysql2';
import { DataError } from '../../core/data-error.ts';
import type { StoreOptions } from '../../store.ts';
import { PreparedConnections } from '../server/prepared-connections.ts';
import { parseChoice, readServerUrl, type ServerAddress, type ServerHost } from '../server/read-server-url.ts';
import { ServerClient } from '../server/server-client.ts';
import type { HostPool, ServerConnection, ServerDriver } from '../server/server-driver.ts';
import { loadDriver, type MysqlDriver } from './load-driver.ts';
import { findServerError, isLost, isUnfit } from './map-error.ts';
import { type ConnectionSettings, discard, MOST_PREPARED, MysqlConnection } from './mysql-connection.ts';

/**
 * The connections to MySQL or MariaDB: `mysql://user:password@first:3306,second:3306/database?ssl-mode=VERIFY_IDENTITY&ssl-ca=ca.pem`.
 *
 * `ssl-mode` is `DISABLED` unless said otherwise; `socket` names a Unix socket in place of the host.
 *
 * @throws {ModelsError} `E_STORE_URL` for an address of another form
 */
export function createMysqlClient(url: string, options: StoreOptions): ServerClient {
  const address = readServerUrl(url, rules);
  return new ServerClient(mysqlDriver(address, options), address.hosts, options);
}

// --- internal ---

const example = 'mysql://user:password@localhost:3306/database';

const rules = { port: 3306, options: ['ssl-mode', 'ssl-ca', 'socket'], example };

const sslModes = ['DISABLED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const;

function mysqlDriver(address: ServerAddress, { patience, statementTimeout, connections }: StoreOptions): ServerDriver {
  const sslMode = parseChoice('ssl-mode', address.options.get('ssl-mode')?.toUpperCase(), sslModes);
  const mustWrite = address.hosts.length > 1;
  return {
    dialect: 'mysql',
    // The level of isolation is set for the whole connection. InnoDB takes part from the beginning: otherwise, to roll back to a savepoint that is older than
    // the first statement would end its transaction, and release what was locked.
    begin: 'start transaction with consistent snapshot',
    openPool: (host) => {
      const options = connectionOptions(address, host, sslMode, patience);
      return new MysqlPool(loadDriver(), { options, patience, statementTimeout, mustWrite }, connections);
    },
    judge: (error) => {
      const found = findServerError(error);
      if (found === undefined) return undefined;
      // What was refused has not happened, even when the connection is closed for it.
      if (isUnfit(found)) return 'unfit';
      return isLost(found) ? 'lost' : undefined;
    },
  };
}

function connectionOptions(
  { user, password, database, options }: ServerAddress,
  { host, port }: ServerHost,
  sslMode: string,
  patience: number,
): ConnectionOptions {
  const socketPath = options.get('socket');
  return {
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    database,
    ...(sslMode !== 'DISABLED' && { ssl: sslOptions(sslMode, options.get('ssl-ca')) }),
    charset: 'utf8mb4',
    connectTimeout: patience,
    // As exact as the server is: digits as text where a number would round, times without a zone as text.
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    rowsAsArray: true,
    // The driver would make code of the columns of a result.
    disableEval: true,
    multipleStatements: false,
    // A server must not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    maxPreparedStatements: MOST_PREPARED,
  };
}

function sslOptions(mode: string, file: string | undefined): SslOptions {
  const trust = { rejectUnauthorized: mode !== 'REQUIRED', verifyIdentity: mode === 'VERIFY_IDENTITY' };
  if (file === undefined) return trust;
  try {
    return { ...trust, ca: readFileSync(file, 'utf8') };
  } catch (cause) {
    throw new DataError('unavailable', 'The file of `ssl-ca` cannot be read', { cause });
  }
}

/** The connections to one host, kept by the pool of `mysql2`. */
class MysqlPool implements HostPool {
  readonly #pool: Pool;
  readonly #prepared: PreparedConnections<PoolConnection>;
  readonly #open = new Set<PoolConnection>();

  /** @param connections - at most */
  constructor(driver: MysqlDriver, settings: ConnectionSettings, connections: number) {
    this.#prepared = new PreparedConnections((connection) => new MysqlConnection(connection, driver, settings));
    this.#pool = driver.createPool({ ...settings.options, connectionLimit: connections });
    this.#pool.on('connection', (connection) => {
      this.#open.add(connection);
      connection.on('end', () => this.#open.delete(connection));
    });
  }

  async acquire(): Promise<ServerConnection> {
    return this.#prepared.get(await this.#lend());
  }

  /** Without a goodbye: a server that is silent would keep the process alive. */
  async close(): Promise<void> {
    this.#pool.end(() => {});
    for (const connection of this.#open) discard(connection);
  }

  #lend(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }
}
