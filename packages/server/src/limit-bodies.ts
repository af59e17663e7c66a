import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { ResolvedLimits } from './options.ts';
import type { Listener } from './serve-handler.ts';

/** Bytes of a body that have to arrive in each millisecond after `requestTimeout`. */
const BYTES_PER_MS = 1;

/**
 * A listener that ends requests whose body is not complete after `requestTimeout`, and after one more millisecond for
 * each byte of it: a large body may take long, and one that drips may not.
 *
 * Node's own `requestTimeout` is the same for every body.
 */
export function limitBodies(
  server: Server,
  listener: Listener,
  { requestTimeout, connectionsCheckingInterval }: ResolvedLimits,
): Listener {
  if (requestTimeout === 0) return listener;
  const reading = new Map<IncomingMessage, Reading>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const now = performance.now();
    for (const [req, { res, time, bytes }] of reading) {
      const { socket, complete } = req;
      const isOver = complete || socket.destroyed;
      const isLate = now - time > requestTimeout + (socket.bytesRead - bytes) / BYTES_PER_MS;
      if (isOver || isLate) reading.delete(req);
      if (isLate && !isOver) expire(server, req, res);
    }
    if (reading.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (req, res) => {
    if (hasBody(req)) {
      const { bytesRead: bytes } = req.socket;
      reading.set(req, { res, time: performance.now(), bytes });
      // Not at the next check: until then a busy server would keep seconds of answered requests. The check finds those
      // that are answered before their body is there and whose client leaves: they are not closed.
      req.once('close', () => reading.delete(req));
      timer ??= setInterval(check, connectionsCheckingInterval).unref();
    }
    listener(req, res);
  };
}

// --- internal ---

interface Reading {
  readonly res: ServerResponse;
  readonly time: number;
  /** The bytes that the connection had received when the body began. */
  readonly bytes: number;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** Answer 408 and close the connection, like Node. */
function expire(server: Server, { socket }: IncomingMessage, res: ServerResponse): void {
  if (server.listenerCount('clientError') > 0) {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, socket);
    return;
  }
  // A response has no socket until those before it are sent.
  if (res.socket && !res.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroy();
}
