import type { Server as NetServer, Socket } from 'node:net';
import { isTls } from './is-tls.ts';
import type { ResolvedLimits } from './options.ts';
import { readProgress } from './socket-progress.ts';

/**
 * End connections of HTTP/1 of which nothing has come or left for `idleTimeout`, as Node's `server.timeout` does: the request, the response and the
 * server hear `timeout`, and where nobody listens the connection is closed.
 *
 * Node sets a timer for each request, and moves it with each piece that is read or written, which costs more than any other limit. Here the
 * connections are looked at together: they end up to one `connectionsCheckingInterval` later. What has a time of its own is left to Node: the wait for
 * the next request, and a request or response with `setTimeout`.
 */
export function endSilentConnections(server: NetServer, limits: ResolvedLimits): void {
  const { idleTimeout, connectionsCheckingInterval } = limits;
  if (idleTimeout === 0) return;
  const connections = new Map<HttpSocket, Seen>();
  let timer: NodeJS.Timeout | undefined;

  server.on(isTls(server) ? 'secureConnection' : 'connection', (socket: HttpSocket) => {
    connections.set(socket, { moved: UNSEEN, at: 0 });
    socket.once('close', () => connections.delete(socket));
    timer ??= setInterval(look, Math.min(connectionsCheckingInterval, idleTimeout)).unref();
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, seen] of connections) {
      const moved = isOurs(socket) ? countMoved(socket) : UNSEEN;
      const isSilent = moved !== UNSEEN && moved === seen.moved;
      if (isSilent && now - seen.at < idleTimeout) continue;
      seen.moved = moved;
      seen.at = now;
      if (isSilent) socket.emit('timeout');
    }
    if (connections.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
}

// --- internal ---

/** What was seen of a connection: how much had moved, when that was seen first. */
interface Seen {
  moved: number;
  at: number;
}

const UNSEEN = -1;

/** Node's own fields: there is a parser until the connection is upgraded, and a timeout above 0 while Node's own timer runs. */
interface HttpSocket extends Socket {
  parser?: object | null;
}

function isOurs({ parser, timeout }: HttpSocket): boolean {
  return Boolean(parser) && !timeout;
}

/** A stream that stands for a connection has no system that counts, and no limit; Node gives it none either. */
function countMoved(socket: HttpSocket): number {
  const progress = readProgress(socket);
  return progress ? progress.received + progress.sent : UNSEEN;
}
