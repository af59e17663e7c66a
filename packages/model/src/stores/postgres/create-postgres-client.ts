import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import type { StoreOptions } from '../../store.ts';
import { PreparedConnections } from '../server/prepared-connections.ts';
import { parseChoice, readServerUrl, type ServerAddress, type ServerHost } from '../server/read-server-url.ts';
import { ServerClient } from '../server/server-client.ts';
import type { HostPool, ServerConnection, ServerDriver } from '../server/server-driver.ts';
import { loadDriver, type PostgresDriver } from './load-driver.ts';
import { judge } from './map-error.ts';
import { StatementNames } from './named-statements.ts';
import { type ConnectionSettings, PostgresConnection } from './postgres-connection.ts';

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

/** What an address can say behind `?`; all are libpq's (https://www.postgresql.org/docs/current/libpq-connect.html). */
export const optionNames = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
  'application_name',
  'options',
  'host',
] as const;

/** @throws {ModelsError} `E_STORE_URL` for values that are not understood */
export function readSettings({ options, hosts }: ServerAddress): ConnectSettings {
  const sslMode = parseChoice('sslmode', options.get('sslmode'), sslModes, noFallback);
  const target = parseChoice('target_session_attrs', options.get('target_session_attrs'), [
    hosts.length > 1 ? 'read-write' : 'any',
    hosts.length > 1 ? 'any' : 'read-write',
  ]);
  return { sslMode, mustWrite: target === 'read-write' };
}

/** What the driver needs to connect to one host. @throws when a file of a certificate cannot be read */
export function connectOptions(
  { user, password, database, options }: ServerAddress,
  { host, port }: ServerHost,
  { sslMode }: ConnectSettings,
): PoolConfig {
  const socket = options.get('host');
  const ssl = sslOptions(sslMode, options);
  const startup = options.get('options');
  return {
    host: socket ?? host,
    port,
    database,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ssl,
    application_name: options.get('application_name') ?? 'rest-gen',
    // The driver understands nothing else, whatever the database is kept in.
    client_encoding: 'UTF8',
    ...(startup !== undefined && { options: startup }),
  };
}

// --- internal ---

const rules = { port: 5432, options: optionNames, example: 'postgres://user:password@localhost:5432/database' };

/** What is right or wrong with the options of an address without looking at files. */
interface ConnectSettings {
  readonly sslMode: SslMode;
  /** Use servers only that can be written to. */
  readonly mustWrite: boolean;
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

type SslMode = (typeof sslModes)[number];

const noFallback =
  ' Modes that fall back to an unencrypted connection are not supported, because they protect from nobody.';

/** As libpq: `require` alone trusts every server, with a root certificate it is `verify-ca`. */
function sslOptions(mode: SslMode, options: ReadonlyMap<string, string>): ConnectionOptions | false {
  if (mode === 'disable') return false;
  const file = (name: string): Buffer | undefined => {
    const path = options.get(name);
    return path === undefined || path === 'system' ? undefined : readFileSync(path);
  };
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')];
  return {
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
  };
}

/** The connections to one host, kept by the pool of `pg`. */
class PostgresPool implements HostPool {
  readonly #pool: Pool;
  readonly #prepared: PreparedConnections<PoolClient>;
  readonly #open = new Set<PoolClient>();

  /** @param connections - at most */
  constructor(driver: PostgresDriver, settings: ConnectionSettings, names: StatementNames, connections: number) {
    this.#prepared = new PreparedConnections((client) => new PostgresConnection(client, driver, settings, names));
    this.#pool = new driver.Pool({
      ...settings.connect,
      max: connections,
      // Not the pool: it would start a timer for each statement, and nobody waits in it.
      Client: class extends driver.Client {
        constructor(config: ClientConfig) {
          super({ ...config, connectionTimeoutMillis: settings.patience });
        }
      },
      keepAlive: true,
      types: { getTypeParser: () => asItIs },
    } as unknown as PoolConfig);
    // The pool has thrown the connection away; nobody was using it.
    this.#pool.on('error', ignore);
    // Without a listener a connection that is reset while it is lent would end the process.
    this.#pool.on('connect', (client) => this.#open.add(client.on('error', ignore)));
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  async acquire(): Promise<ServerConnection> {
    return this.#prepared.get(await this.#pool.connect());
  }

  /** A server that is silent does not say goodbye: its connections would keep the process alive. */
  async close(): Promise<void> {
    const isEmpty = new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.#open.size === 0) resolve();
      };
      this.#pool.on('remove', look);
      look();
    });
    await this.#pool.end();
    await Promise.race([isEmpty, sleep(LONGEST_GOODBYE, undefined, { ref: false })]);
    for (const client of this.#open) (client as unknown as Destroyable).connection.stream.destroy();
  }
}

/** Milliseconds. */
const LONGEST_GOODBYE = 500;

/** What the types of `pg` leave out. */
interface Destroyable {
  readonly connection: { readonly stream: { destroy(): void } };
}

function asItIs(value: unknown): unknown {
  return value;
}

function ignore(): void {}
