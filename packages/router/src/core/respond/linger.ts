import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes and milliseconds for which the rest of a body is read after an answer that closes the connection. */
const MAX_BYTES = 67_108_864;
const MAX_TIME = 10_000;

/**
 * Let an answer reach a client that is still sending its body; to be called before the answer is sent.
 *
 * Node closes the connection after an answer with `Connection: close`. The system then resets it as long as data arrives, and many clients and proxies, which
 * write the whole request first, lose the answer. So what follows is read for a while, and dropped (RFC 9112 section 9.6).
 */
export function lingerAfter({ req, socket }: ServerResponse): void {
  if (req.complete || !socket || !hasBody(req)) return;
  // Node calls it where it closes a connection after a response.
  socket.destroySoon = () => {
    socket.destroySoon = Object.getPrototypeOf(socket).destroySoon;
    if (req.complete || socket.destroyed) socket.destroySoon();
    else linger(socket);
  };
}

// --- internal ---

function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function linger(socket: Socket): void {
  const close = (): void => void socket.destroy();
  const timer = setTimeout(close, MAX_TIME);
  socket.once('close', () => clearTimeout(timer));
  // The parser of Node would take what follows the body for the next request.
  for (const event of ['data', 'end']) socket.removeAllListeners(event);
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > MAX_BYTES) close();
  });
  socket.on('end', close);
  socket.end();
  socket.resume();
  // Node's HTTP parser reads from the socket directly and may have paused it; `resume` alone does not restart that.
  socket._read(0);
}
