import type { StoreOptions } from '../../store.ts';
import { readServerUrl } from '../server/read-server-url.ts';
import { ServerClient } from '../server/server-client.ts';
import type { ServerDriver } from '../server/server-driver.ts';
import { connectOptions, optionNames, readSettings } from './connect-options.ts';
import { loadDriver } from './load-driver.ts';
import { PostgresPool } from './postgres-pool.ts';
import { judge } from './sqlstate.ts';
import { StatementNames } from './statement-names.ts';

/**
 * The connections to PostgreSQL: `postgres://user:password@first:5432,second:5432/database?sslmode=verify-full`.
 *
 * The options are those of libpq: `sslmode` (default `disable`), `sslrootcert`, `sslcert`, `sslkey`,
 * `target_session_attrs` (`read-write` for several hosts), `application_name`, `options`, and `host` for the
 * directory of a Unix socket.
 *
 * @throws {ModelsError} `E_STORE_URL` for a malformed address
 */
export function createPostgresClient(url: string, options: StoreOptions): ServerClient {
  const address = readServerUrl(url, rules);
  const settings = readSettings(address);
  const { mustWrite } = settings;
  const names = new StatementNames();
  const driver: ServerDriver = {
    dialect: 'postgres',
    begin: 'begin isolation level serializable',
    openPool: (host) => {
      const connect = connectOptions(address, host, settings);
      return new PostgresPool(loadDriver(), { ...options, mustWrite, connect }, names, options.connections);
    },
    judge,
  };
  return new ServerClient(driver, address.hosts, options);
}

// --- internal ---

const rules = { port: 5432, options: optionNames, example: 'postgres://user:password@localhost:5432/database' };
