import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that resets connections once the service has answered, so that the client never sees the response. */
export interface CuttingProxy {
  readonly url: string;
  /** Responses that no client has seen. */
  readonly cuts: number;
  close(): void;
}

/**
 * @param target - URL of the service
 * @param shouldCut - of the request with this number, from 0, and its method
 */
export async function cutConnections(
  target: string,
  shouldCut: (index: number, method: string) => boolean,
): Promise<CuttingProxy> {
  const { hostname, port, pathname } = new URL(target);
  let count = 0;
  let cuts = 0;
  const server = createServer((incoming, response) => {
    const isCut = shouldCut(count, incoming.method ?? '');
    count += 1;
    const { method, headers, url } = incoming;
    const outgoing = request({ hostname, port, method, headers, path: pathname + url }, (answer) => {
      if (!isCut) return answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.rawHeaders));
      cuts += 1;
      answer.resume();
      return incoming.socket.destroy();
    });
    outgoing.on('error', () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
