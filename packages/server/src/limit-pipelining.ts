import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerProblem } from './answer-problem.ts';
import { isHttp2 } from './is-http2.ts';
import type { Listener } from './serve-handler.ts';

/**
 * A listener that holds back what a client sends on one connection without waiting for answers (pipelining): above the limit a request is answered
 * 429 `E_TOO_MANY_REQUESTS` in its turn, and nothing behind it is looked at.
 *
 * Node alone runs all that it has read, a thousand small requests and more at once, and keeps their answers in memory until the client reads
 * them. HTTP/2 has a limit of its own.
 */
export function limitPipelining(listener: Listener, most: number): Listener {
  /** How many requests of a connection wait behind another one; for ever too many when one was refused. */
  const waiting = new WeakMap<Socket, number>();
  return (req, res) => {
    // An answer has no socket until those before it are out.
    if (isHttp2(req) || res.socket !== null) {
      listener(req, res);
      return;
    }
    const { socket } = req as IncomingMessage;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count < most) {
      waiting.set(socket, count);
      // Its turn has come.
      (res as ServerResponse).once('socket', () => waiting.set(socket, (waiting.get(socket) as number) - 1));
      listener(req, res);
      return;
    }
    // Nothing more is read, and what was read with it stays unanswered: the connection ends with this answer.
    socket.pause();
    if (count === Number.POSITIVE_INFINITY) return;
    waiting.set(socket, Number.POSITIVE_INFINITY);
    res.setHeader('Connection', 'close');
    answerProblem(res, 429, 'E_TOO_MANY_REQUESTS', `A connection may have ${most} requests at once.`);
  };
}
