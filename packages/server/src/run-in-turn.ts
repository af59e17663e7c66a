import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { isHttp2 } from './is-http2.ts';
import type { Listener } from './serve-handler.ts';

/**
 * A listener that bounds how many requests of a connection run at the same time, because their answers stay in memory until the client reads them.
 *
 * On HTTP/1 requests whose client does not wait for answers (pipelining) run one after another: each when the answers before its own are sent. Until then
 * no further requests are read. Node alone runs all that it has read, a thousand and more. On HTTP/2 at most `streams` requests run. Requests that wait are
 * dropped when the connection closes.
 */
export function runInTurn(listener: Listener, streams: number): Listener {
  return (req, res) => {
    if (isHttp2(req))
      runWithin(streams, req as Http2ServerRequest, res as Http2ServerResponse, () => listener(req, res));
    // A response has no socket until the responses before it are sent.
    else if (res.socket !== null) listener(req, res);
    else runPipelined(req as IncomingMessage, res as ServerResponse, () => listener(req, res));
  };
}

// --- internal ---

/** The number of requests that wait on a connection of HTTP/1. */
const pipelined = new WeakMap<Socket, number>();

function runPipelined({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
  const count = pipelined.get(socket) ?? 0;
  pipelined.set(socket, count + 1);
  if (count === 0) socket.on('resume', pauseAgain);
  socket.pause();
  // Bound, because the event belongs to the context of another request.
  const begin = AsyncResource.bind(() => {
    const left = (pipelined.get(socket) as number) - 1;
    pipelined.set(socket, left);
    if (left === 0) {
      socket.off('resume', pauseAgain);
      socket.resume();
    }
    run();
  });
  res.once('socket', () => process.nextTick(begin));
}

/** Node resumes the connection when an answer is sent. */
function pauseAgain(this: Socket): void {
  this.pause();
}

interface Session {
  running: number;
  readonly waiting: (() => void)[];
}

const sessions = new WeakMap<Http2Session, Session>();

function runWithin(most: number, req: Http2ServerRequest, res: Http2ServerResponse, run: () => void): void {
  const { stream } = req;
  const key = stream.session;
  // The stream is closed already.
  if (!key) {
    run();
    return;
  }
  const session = sessions.get(key) ?? { running: 0, waiting: [] };
  sessions.set(key, session);
  const begin = (): void => {
    session.running += 1;
    res.once('close', () => {
      session.running -= 1;
      while (session.running < most && session.waiting.length > 0) session.waiting.shift()?.();
    });
    run();
  };
  if (session.running < most) begin();
  else session.waiting.push(AsyncResource.bind(() => stream.destroyed || begin()));
}
