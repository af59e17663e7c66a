import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import type { PostgresDriver } from './load-driver.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { StatementNames } from './statement-names.ts';

export interface PostgresPoolSettings {
  readonly connect: PoolConfig;
  readonly mustWrite: boolean;
  readonly connections: number;
  /** Milliseconds. */
  readonly patience: number;
  readonly statementTimeout: number;
}

/** The connections to one host, kept by the pool of `pg`. */
export class PostgresHostPool implements HostPool {
  readonly #driver: PostgresDriver;
  readonly #settings: PostgresPoolSettings;
  readonly #pool: Pool;
  /** Those that have been prepared. */
  readonly #connections = new WeakMap<PoolClient, PostgresConnection>();
  readonly #open = new Set<PoolClient>();
  readonly #names = new StatementNames();

  constructor(driver: PostgresDriver, settings: PostgresPoolSettings) {
    const { connect, connections, patience } = settings;
    this.#driver = driver;
    this.#settings = settings;
    this.#pool = new driver.Pool({
      ...connect,
      max: connections,
      // Not the pool: it would start a timer for each statement, and nobody waits in it.
      Client: class extends driver.Client {
        constructor(config: ClientConfig) {
          super({ ...config, connectionTimeoutMillis: patience });
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
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    await this.#prepare(client);
    const connection = new PostgresConnection(client, this.#names, this.#driver, this.#settings);
    this.#connections.set(client, connection);
    return connection;
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

  /** In a statement of its own: connection poolers refuse such settings at the start. */
  async #prepare(client: PoolClient): Promise<void> {
    const { patience, statementTimeout, mustWrite } = this.#settings;
    try {
      const { rows } = await client.query({
        text: prepare,
        values: [statementTimeout, patience],
        query_timeout: patience,
      } as { text: string; values: unknown[] });
      if (mustWrite && rows[0]?.is_read_only === 't') throw new Error('The server is read-only');
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

// --- internal ---

const prepare = `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false), set_config('bytea_output', 'hex', false),
  set_config('extra_float_digits', '3', false), set_config('statement_timeout', $1, false),
  set_config('lock_timeout', $2, false),
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only`;

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
