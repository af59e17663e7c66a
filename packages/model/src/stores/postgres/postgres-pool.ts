import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import { PreparedConnections } from '../server/prepared-connections.ts';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import type { PostgresDriver } from './load-driver.ts';
import type { StatementNames } from './named-statements.ts';
import { type ConnectionSettings, PostgresConnection } from './postgres-connection.ts';

/** The connections to one host, kept by the pool of `pg`. */
export class PostgresPool implements HostPool {
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

// --- internal ---

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
