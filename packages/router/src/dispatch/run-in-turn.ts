import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isHttp2 } from '../is-http2.ts';

/**
 * Whether other answers come before that of a request on its connection: the client has not waited for them (pipelining). Node calls the handlers of
 * all requests that it has read, and keeps their answers in memory. HTTP/2 limits its concurrent streams itself.
 */
export function isPipelined(req: IncomingMessage, res: ServerResponse): boolean {
  // A response has no socket until the responses before it are sent; one that was made without a connection never gets one.
  return res.socket === null && !isHttp2(req) && !req.socket.pending;
}

/**
 * Run a pipelined request when the answers before its own are sent. Until then no further requests are read from the connection; when the connection
 * closes, the request is dropped.
 */
export function runInTurn({ socket }: IncomingMessage, res: ServerResponse, run: () => unknown): void {
  const count = waiting.get(socket) ?? 0;
  waiting.set(socket, count + 1);
  if (count === 0) socket.on('resume', pauseAgain);
  socket.pause();
  // Bound, because the event belongs to the context of another request.
  const begin = AsyncResource.bind(() => {
    const left = (waiting.get(socket) as number) - 1;
    waiting.set(socket, left);
    if (left === 0) {
      socket.off('resume', pauseAgain);
      socket.resume();
    }
    run();
  });
  res.once('socket', () => process.nextTick(begin));
}

// --- internal ---

/** The number of requests that wait on a connection. */
const waiting = new WeakMap<Socket, number>();

/** Node resumes the connection when an answer is sent. */
function pauseAgain(this: Socket): void {
  this.pause();
}
