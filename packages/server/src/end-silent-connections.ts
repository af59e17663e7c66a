import { AsyncResource } from 'node:async_hooks';
import type { Server as NetServer, Socket } from 'node:net';
import { isTls } from './is-tls.ts';
import type { ResolvedLimits } from './options.ts';
import { type Progress, readProgress } from './socket-progress.ts';

/**
 * End connections of HTTP/1 of which nothing has come or left for `idleTimeout`, as Node's `server.timeout` does: the request, the response and the
 * server hear `timeout`, and where nobody listens the connection is closed.
 *
 * Node sets a timer for each request, and moves it with each piece that is read or written, which costs more than any other limit. Here the
 * connections are looked at together: they end up to two `connectionsCheckingInterval` later. What has a time of its own is left to Node: the wait for
 * the next request, and a request or response with `setTimeout`.
 *
 * What a client sends beside an answer that it does not read, empty lines for example, keeps nothing open: while bytes wait for the system, only those that
 * leave count, and the rest of a request. They have twice the time, since a system takes a megabyte at once, or nothing.
 */
export function endSilentConnections(server: NetServer, limits: ResolvedLimits): void {
  const { idleTimeout, connectionsCheckingInterval } = limits;
  if (idleTimeout === 0) return;
  const connections = new Map<HttpSocket, Seen>();
  let timer: NodeJS.Timeout | undefined;

  // Listeners of `timeout` are nobody's request: they do not run in the context of the connection that came first.
  const watch = AsyncResource.bind(look);

  server.on(isTls(server) ? 'secureConnection' : 'connection', (socket: HttpSocket) => {
    if (socket.destroyed) return;
    connections.set(socket, { moved: UNSEEN, at: 0 });
    socket.once('close', () => connections.delete(socket));
    timer ??= setInterval(watch, Math.min(connectionsCheckingInterval, idleTimeout)).unref();
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, seen] of connections) {
      const progress = isOurs(socket) ? readProgress(socket) : undefined;
      const moved = progress ? countMoved(progress, socket) : UNSEEN;
      if (progress && moved === seen.moved) {
        if (now - seen.at < (progress.queued > 0 ? 2 : 1) * idleTimeout) continue;
        // What a listener throws does not keep the others from being looked at.
        setImmediate(tell, socket);
      }
      seen.moved = moved;
      seen.at = now;
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
  parser?: { readonly incoming?: { readonly complete: boolean } | null } | null;
}

function isOurs({ parser, timeout }: HttpSocket): boolean {
  return Boolean(parser) && !timeout;
}

function countMoved({ received, sent, queued }: Progress, { parser }: HttpSocket): number {
  const isComing = parser?.incoming?.complete === false;
  return queued === 0 || isComing ? sent + received : sent;
}

function tell(socket: HttpSocket): void {
  if (!socket.destroyed) socket.emit('timeout');
}
