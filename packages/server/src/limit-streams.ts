import { AsyncResource } from 'node:async_hooks';
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2';
import { isHttp2 } from './is-http2.ts';
import type { Listener } from './serve-handler.ts';

/**
 * A listener that runs at most `most` requests of a connection of HTTP/2 at the same time, because their responses stay in memory until the client reads
 * them. Requests that wait are dropped when their streams close. On HTTP/1 the router runs the requests of a connection one after another.
 */
export function limitStreams(listener: Listener, most: number): Listener {
  return (req, res) => {
    if (!isHttp2(req)) {
      listener(req, res);
      return;
    }
    const { stream } = req as Http2ServerRequest;
    const key = stream.session;
    // The stream is closed already.
    if (!key) {
      listener(req, res);
      return;
    }
    const session = sessions.get(key) ?? { running: 0, waiting: [] };
    sessions.set(key, session);
    const begin = (): void => {
      session.running += 1;
      (res as Http2ServerResponse).once('close', () => {
        session.running -= 1;
        while (session.running < most && session.waiting.length > 0) session.waiting.shift()?.();
      });
      listener(req, res);
    };
    if (session.running < most) begin();
    else session.waiting.push(AsyncResource.bind(() => stream.destroyed || begin()));
  };
}

// --- internal ---

interface Session {
  running: number;
  readonly waiting: (() => void)[];
}

const sessions = new WeakMap<Http2Session, Session>();
