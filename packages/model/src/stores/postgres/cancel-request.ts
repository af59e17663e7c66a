import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Client, PoolConfig } from 'pg';
import type { PostgresDriver } from './load-driver.ts';

/**
 * Ask a server to cancel what a connection is running (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS).
 *
 * This needs no connection that is free, and passes through connection poolers. Resolves when the server has hung up: the request has been carried out
 * then.
 */
export function cancelRequest(
  driver: PostgresDriver,
  options: PoolConfig,
  client: Client,
  patience: number,
): Promise<void> {
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

// --- internal ---

/** What the types of `pg` leave out. */
interface CancelConnection extends EventEmitter {
  readonly stream: Socket;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: unknown): void;
}
