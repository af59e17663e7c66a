import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { ResolvedLimits } from './options.ts';
import { readProgress } from './socket-progress.ts';

/**
 * End what slow clients hold of a session of HTTP/2: streams whose request has not wholly come after `requestTimeout`, streams of whose waiting bytes none
 * has left for `idleTimeout`, and the connection, when the system has taken nothing of it for so long.
 *
 * Node looks at the connection alone, which an answered ping keeps open, and before it closes one it waits for what is queued. A stream ends with
 * CANCEL: were 408 answered instead, the `setHeader` of a handler that still runs would throw, and of other codes Node makes an error that may
 * find no listener.
 */
export function endSlowStreams(session: ServerHttp2Session, limits: ResolvedLimits): void {
  const { requestTimeout, idleTimeout, connectionsCheckingInterval } = limits;
  if ((requestTimeout === 0 && idleTimeout === 0) || session.destroyed) return;
  const streams: Watched[] = [];
  const timer = setInterval(look, connectionsCheckingInterval).unref();
  // What `once` gives back is the socket itself; session.socket is a view that forbids to destroy it.
  const socket: Socket = session.socket.once('close', () => clearInterval(timer));
  let taken = UNSEEN;
  let takenAt = performance.now();

  session.prependListener('stream', (stream, headers) => {
    // A tunnel is no request: those of HTTP/1 have no limits either.
    if (headers[':method'] === 'CONNECT') return;
    const watched = { stream, at: streams.length, begun: 0, since: 0, pieces: 0, seen: UNSEEN };
    streams.push(watched);
    stream.on('close', () => forget(watched));
  });

  /** The last one takes its place: per request that is cheaper than a set. */
  function forget({ at }: Watched): void {
    const last = streams.pop() as Watched;
    if (last.at === at) return;
    last.at = at;
    streams[at] = last;
  }

  function look(): void {
    const now = performance.now();
    if (idleTimeout > 0 && isStuck(now)) {
      session.destroy();
      socket.destroy();
      return;
    }
    const waiting = streams.reduce((sum, { stream }) => sum + stream.writableLength, 0);
    const patience = idleTimeout * Math.max(1, Math.ceil(waiting / PATIENT_BYTES));
    for (const watched of streams) {
      const { stream } = watched;
      watched.begun ||= now;
      if (requestTimeout > 0 && now - watched.begun >= requestTimeout && !hasCome(stream)) {
        // An answer that is whole stays good.
        end(stream, stream.writableFinished ? NO_ERROR : CANCEL);
      } else if (idleTimeout > 0 && !isMoving(watched, now) && now - watched.since >= patience) end(stream, CANCEL);
    }
  }

  function isStuck(now: number): boolean {
    const { sent, queued } = readProgress(socket) ?? NOTHING;
    if (queued === 0 || sent !== taken) {
      // To Node a connection is silent although its client reads slowly what is queued.
      if (queued > 0) session.setTimeout(idleTimeout);
      // What is queued next counts from when it is seen.
      taken = queued > 0 ? sent : UNSEEN;
      takenAt = now;
    }
    return now - takenAt >= idleTimeout;
  }
}

// --- internal ---

/** What is known of a stream; times are those of looks. */
interface Watched {
  readonly stream: ServerHttp2Stream;
  /** Its place among those of its session. */
  at: number;
  /** When it was seen first. */
  begun: number;
  /** When it was last seen to have nothing to send, or to send something. */
  since: number;
  /** How many pieces of its answer were begun to be sent, and how many of them had been seen: Node begins one when those before it have left. */
  pieces: number;
  seen: number;
}

const UNSEEN = -1;
const NOTHING = { sent: 0, queued: 0 };

/** How much of a piece has left is not seen, and the streams of a connection share it: so many bytes have `idleTimeout`, twice as many twice that. */
const PATIENT_BYTES = 262_144;

const NO_ERROR = 0;
const CANCEL = 8;

/** How much waits is no measure: of a stream that moves it can be the same at every look, and of one that is stuck it can change. */
function isMoving(watched: Watched, now: number): boolean {
  const { stream, pieces, seen } = watched;
  if (stream.writableLength > 0) {
    if (pieces === seen) return false;
    // Most streams have nothing to send whenever they are looked at: they are left as they are.
    if (seen === UNSEEN) countPieces(watched);
    watched.seen = pieces;
  }
  watched.since = now;
  return true;
}

function countPieces(watched: Watched): void {
  const { stream } = watched;
  const { _write, _writev } = stream;
  stream._write = function count(...args) {
    watched.pieces += 1;
    _write.apply(this, args);
  };
  stream._writev = function count(...args) {
    watched.pieces += 1;
    _writev?.apply(this, args);
  };
}

/** Of a stream that is closed Node knows no more. */
function hasCome(stream: ServerHttp2Stream): boolean {
  return stream.closed || stream.state.remoteClose === 1;
}

/** Destroyed at once, a stream takes what its handler still does; closed alone it would throw. */
function end(stream: ServerHttp2Stream, code: number): void {
  stream.close(code);
  stream.destroy();
}
