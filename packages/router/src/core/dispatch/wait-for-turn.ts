import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Whether earlier requests of the same connection are not answered yet: the client has not waited for the answers (pipelining). Node calls the handlers
 * of all requests that it has read, and keeps their answers in memory.
 */
export function isPipelined(req: IncomingMessage, res: ServerResponse): boolean {
  // A response has no socket until the responses before it are sent; one that was made without a connection never gets one.
  return res.socket === null && req.socket?.pending === false;
}

/**
 * Wait until the earlier requests of the connection are answered. Until then no further requests are read from it. When the connection closes, the
 * promise stays pending and the request is dropped.
 */
export function waitForTurn({ socket }: IncomingMessage, res: ServerResponse): Promise<void> {
  const count = waiting.get(socket) ?? 0;
  waiting.set(socket, count + 1);
  if (count === 0) socket.on('resume', pauseAgain);
  socket.pause();
  return new Promise((resolve) => {
    const begin = () => {
      const left = (waiting.get(socket) as number) - 1;
      waiting.set(socket, left);
      if (left === 0) {
        socket.off('resume', pauseAgain);
        socket.resume();
      }
      resolve();
    };
    res.once('socket', () => process.nextTick(begin));
  });
}

// --- internal ---

/** The number of requests that wait on a connection. */
const waiting = new WeakMap<Socket, number>();

/** Node resumes the connection when an answer is sent. */
function pauseAgain(this: Socket): void {
  this.pause();
}
