import { DataError } from '@rest-gen/router/model';
import type { Pool, PoolClient, PoolConfig, QueryResult } from 'pg';
import type { SqlResult } from '../../sql/sql-client.ts';
import { within } from '../server/run-statement.ts';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import { cancelRequest } from './cancel-request.ts';
import type { PostgresDriver } from './load-driver.ts';

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
  /** When each connection that has been prepared was last released. */
  readonly #idleSince = new WeakMap<PoolClient, number>();
  readonly #open = new Set<PoolClient>();

  constructor(driver: PostgresDriver, settings: PostgresPoolSettings) {
    const { connect, connections, patience } = settings;
    this.#driver = driver;
    this.#settings = settings;
    this.#pool = new driver.Pool({
      ...connect,
      max: connections,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      types: { getTypeParser: () => asItIs },
    } as PoolConfig);
    // The pool has thrown the connection away; nobody was using it.
    this.#pool.on('error', ignore);
    // Without a listener a connection that is reset while it is lent would end the process.
    this.#pool.on('connect', (client) => this.#open.add(client.on('error', ignore)));
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  async acquire(): Promise<ServerConnection> {
    const client = await this.#pool.connect();
    const idleSince = this.#idleSince.get(client);
    if (idleSince === undefined) await this.#prepare(client);
    return {
      idleSince,
      query: (text, parameters) => run(client, text, parameters),
      cancel: () => cancelRequest(this.#driver, this.#settings.connect, client, this.#settings.patience),
      release: (isBroken) => {
        this.#idleSince.set(client, performance.now());
        client.release(isBroken);
      },
    };
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
    await within(isEmpty, LONGEST_GOODBYE);
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

/** The protocol counts parameters in 16 bits; the driver would send the rest of the number. */
const MOST_PARAMETERS = 65_535;

async function run(client: PoolClient, text: string, parameters: readonly unknown[]): Promise<SqlResult> {
  if (parameters.length > MOST_PARAMETERS) {
    throw new DataError('invalid_filter', 'The statement has too many values', {
      hint: 'Use fewer than 65,000 values at a time.',
    });
  }
  const values = parameters.map(toBindable);
  // Without values several statements may stand in one text.
  const result: QueryResult | QueryResult[] = await (values.length === 0
    ? client.query(text)
    : client.query(text, values));
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { rows: last?.rows ?? [], affected: last?.rowCount ?? undefined };
}

/** The driver would write a `Date` in the zone of this process. */
function toBindable(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function asItIs(value: unknown): unknown {
  return value;
}

function ignore(): void {}
