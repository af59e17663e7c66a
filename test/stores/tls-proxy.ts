import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';

/** A way to a PostgreSQL server that speaks TLS, with a certificate for `localhost` that nobody has signed. */
export interface TlsProxy {
  readonly port: number;
  /** Connections that have been encrypted. */
  readonly count: number;
  close(): Promise<void>;
}

/** The certificate of {@link tlsProxy}, for clients that should trust it. */
export const tlsCertificate: string = fileURLToPath(new URL('./fixtures/tls/localhost.crt', import.meta.url));

/** Open a TLS proxy for tests: it answers the SSLRequest of PostgreSQL, and passes on what comes decrypted. */
export async function tlsProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    client.once('data', () => {
      client.write('S');
      count += 1;
      const inside = new TLSSocket(client, { isServer: true, cert, key });
      const target = connect(targetPort, targetHost);
      const end = (): void => {
        inside.destroy();
        target.destroy();
      };
      for (const socket of [client, inside, target]) sockets.add(socket.on('error', end).on('close', end));
      inside.pipe(target).pipe(inside);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get count() {
      return count;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

// --- internal ---

const cert = readFileSync(tlsCertificate);
const key = readFileSync(new URL('./fixtures/tls/localhost.key', import.meta.url));
