import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Client, ClientConfig, PoolClient, PoolConfig, QueryResult } from 'pg';
import { DataError } from '../../core/data-error.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock } from '../../watch.ts';
import type { ServerConnection } from '../server/server-driver.ts';
import type { PostgresDriver } from './load-driver.ts';
import { NamedStatements, type StatementNames } from './named-statements.ts';

export interface ConnectionSettings {
  readonly connect: ClientConfig;
  /** Refuse a server that can only be read. */
  readonly mustWrite: boolean;
  /** Milliseconds. */
  readonly patience: number;
  readonly statementTimeout: number;
}

/** A connection of the pool of `pg`. */
export class PostgresConnection implements ServerConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #named: NamedStatements;
  readonly #driver: PostgresDriver;
  readonly #settings: ConnectionSettings;
  idleSince: number | undefined = undefined;

  constructor(client: PoolClient, driver: PostgresDriver, settings: ConnectionSettings, names: StatementNames) {
    this.#client = client;
    this.#driver = driver;
    this.#settings = settings;
    this.#names = names;
    this.#named = new NamedStatements(names, (name) => closeStatement(client, name));
  }

  /** Set the session up, in a statement of its own: connection poolers refuse such settings at the start. */
  async prepare(): Promise<void> {
    const { patience, statementTimeout, mustWrite } = this.#settings;
    const { rows } = await this.#send(prepare, [statementTimeout, patience]);
    if (mustWrite && rows[0]?.is_read_only === 't') throw new Error('The server is read-only');
  }

  async query(text: string, parameters: readonly unknown[]): Promise<SqlResult> {
    // Without values several statements may stand in one text.
    if (parameters.length === 0) return this.#send(text);
    if (parameters.length > MOST_PARAMETERS) {
      throw new DataError('invalid_filter', 'The statement has too many values', {
        hint: 'Use fewer than 65,000 values at a time.',
      });
    }
    const values = parameters.map(toBindable);
    const name = this.#named.nameOf(text, parameters.length);
    if (name === undefined) return this.#send(text, values);
    try {
      return await this.#send(text, values, name);
    } catch (error) {
      if (!this.#names.isMistaken(error as object)) throw error;
      return this.#repeat(text, values);
    }
  }

  cancel(): Promise<void> {
    return cancelRequest(this.#driver, this.#settings.connect, this.#client, this.#settings.patience);
  }

  release(isBroken: boolean): void {
    this.idleSince = clock();
    this.#client.release(isBroken);
  }

  /** The error has ended the transaction that the statement is in, if there is one. */
  async #repeat(text: string, values: unknown[]): Promise<SqlResult> {
    try {
      return await this.#send(text, values);
    } catch (error) {
      if ((error as { code?: unknown }).code !== IN_FAILED_TRANSACTION) throw error;
      throw new DataError('retry', 'A table has changed during the transaction', { cause: error });
    }
  }

  /** As a `Query`: of an object, the client would make a copy, which costs more than the rest. */
  #send(text: string, values?: unknown[], name?: string): Promise<SqlResult> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, result: QueryResult | QueryResult[]): void => {
        if (error) reject(error);
        else resolve(toResult(result));
      };
      const query = new this.#driver.Query(text, values, done as never);
      if (name !== undefined) Object.assign(query, { name });
      this.#client.query(query);
    });
  }
}

// --- internal ---

const prepare = `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false), set_config('bytea_output', 'hex', false),
  set_config('extra_float_digits', '3', false), set_config('statement_timeout', $1, false),
  set_config('lock_timeout', $2, false),
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only`;

/** The protocol counts parameters in 16 bits; the driver would send the rest of the number. */
const MOST_PARAMETERS = 65_535;

/** SQLSTATE. */
const IN_FAILED_TRANSACTION = '25P02';

/** What the types of `pg` leave out. */
interface Preparing {
  readonly connection: {
    readonly parsedStatements: Record<string, string>;
    close(statement: { type: 'S'; name: string }): void;
  };
}

/** The message travels with the next statement, and is heard in a failed transaction, too. */
function closeStatement(client: PoolClient, name: string): void {
  const { connection } = client as unknown as Preparing;
  delete connection.parsedStatements[name];
  connection.close({ type: 'S', name });
}

function toResult(result: QueryResult | QueryResult[]): SqlResult {
  const last = (Array.isArray(result) ? result.at(-1) : result) as QueryResult | undefined;
  return { rows: last?.rows ?? [], affected: last?.rowCount ?? undefined, fields: last?.fields };
}

/** The driver would write a `Date` in the zone of this process. */
function toBindable(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

/**
 * Ask a server to cancel what a connection is running (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS).
 *
 * This needs no connection that is free, and passes through connection poolers. Resolves when the server has hung up: the request has been carried out
 * then.
 */
function cancelRequest(driver: PostgresDriver, options: PoolConfig, client: Client, patience: number): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: unknown };
  const { host = 'localhost', port = 5432, ssl } = options;
  const connection = new driver.Connection({ ssl } as never) as unknown as CancelConnection;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => connection.stream.destroy(), patience);
    connection.on('connect', () => (ssl ? connection.requestSsl() : connection.cancel(processID, secretKey)));
    connection.on('sslconnect', () => connection.cancel(processID, secretKey));
    connection.on('error', reject);
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/** What the types of `pg` leave out. */
interface CancelConnection extends EventEmitter {
  readonly stream: Socket;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: unknown): void;
}
