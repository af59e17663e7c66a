import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Server as NetServer, Socket } from 'node:net';
import { isHttp2 } from './is-http2.ts';
import { isTls } from './is-tls.ts';

/** The connections of a server, from when they are watched on. */
export interface Connections {
  /** From now on each answer says that it is the last of its connection; new connections are still taken. */
  announce(): void;
  /** Take no more connections, answer what runs, close what is idle. @returns when no connection is left */
  drain(): Promise<void>;
  /** Break off what is left. @returns how many connections that were */
  destroy(): number;
}

/** Node's own fields of the socket of a request that is being answered; both are looked at only while a server stops. */
interface HttpSocket extends Socket {
  _httpMessage?: ServerResponse<IncomingMessage> | null;
  parser?: { incoming?: unknown } | null;
}

/** Watch the connections of a server of HTTP/1, HTTP/2, or both; nothing is done per request until it stops. */
export function watchConnections(server: NetServer): Connections {
  /** Every connection, upgraded ones too. */
  const sockets = new Map<HttpSocket, Begin>();
  /** With TLS the connections below those: they are there during the handshake already. */
  const transports = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let isDraining = false;

  server.on('connection', (socket: Socket) => keep(transports, socket));
  server.on(isTls(server) ? 'secureConnection' : 'connection', (socket: HttpSocket) => {
    if (isDraining) socket.destroy();
    sockets.set(socket, { bytes: socket.bytesRead, time: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('session', (session: ServerHttp2Session) => keep(sessions, session));

  /**
   * Run what closes idle connections: to Node an answer that has ended is sent, and it would cut off what is still on its way; Node 26 counts
   * connections that have just been opened as idle, too.
   */
  function spare(close: () => void): void {
    const spared: [HttpSocket, HttpSocket['_httpMessage']][] = [];
    for (const [socket, { time }] of sockets) {
      const res = socket._httpMessage;
      const isSending = res?.writableEnded && !res.writableFinished;
      if (!isSending && !(isSilent(socket) && performance.now() < time + GRACE)) continue;
      spared.push([socket, res]);
      socket._httpMessage = UNFINISHED;
    }
    close();
    for (const [socket, res] of spared) socket._httpMessage = res ?? null;
  }

  /** HTTP/2 in clear text has no connections of HTTP/1. */
  function closeIdle(): void {
    spare(() => (server as Partial<HttpServer>).closeIdleConnections?.());
  }

  /** Browsers open connections that they may need; Node counts them as busy. The request of one that is new may be on its way. */
  function closeSilent(socket: HttpSocket, { time }: Begin): void {
    const rest = time + GRACE - performance.now();
    if (rest <= 0) socket.destroy();
    else {
      const timer = setTimeout(() => {
        if (isSilent(socket)) socket.destroy();
      }, rest);
      socket.once('close', () => clearTimeout(timer));
    }
  }

  function isSilent(socket: HttpSocket): boolean {
    return socket.bytesRead === sockets.get(socket)?.bytes && !socket._httpMessage;
  }

  /** The last answer of a connection says that it is the last; the connection closes after it. */
  function finish(socket: HttpSocket): void {
    const res = socket._httpMessage;
    if (!res) {
      closeIdle();
      return;
    }
    // Behind this answer may wait those of requests that were sent at once: they come first.
    const isLast = socket.parser?.incoming === res.req;
    if (isLast && !res.headersSent) res.setHeader('Connection', 'close');
    res.once('close', () => setImmediate(finish, socket));
  }

  /** Requests that come on open connections while the server stops. */
  const latest = new WeakMap<Socket, ServerResponse>();
  function finishLate(req: IncomingMessage, res: ServerResponse): void {
    if (isHttp2(req)) return;
    const { socket } = req;
    const before = latest.get(socket) ?? (socket as HttpSocket)._httpMessage;
    if (before && before !== res && !before.headersSent) before.removeHeader('Connection');
    latest.set(socket, res);
    if (!res.headersSent) res.setHeader('Connection', 'close');
    res.once('close', () => setImmediate(() => isDraining && closeIdle()));
  }

  return {
    announce() {
      for (const event of EVENTS) {
        if (server.listenerCount(event) > 0) server.prependListener(event, finishLate);
      }
    },
    drain() {
      isDraining = true;
      // An error says that the server does not listen, or no more.
      const closed = new Promise<void>((resolve) => spare(() => server.close(() => resolve())));
      for (const session of sessions) session.close();
      for (const [socket, begin] of sockets) {
        if (isSilent(socket)) closeSilent(socket, begin);
        else finish(socket);
      }
      return closed.then(() => {
        isDraining = false;
        for (const event of EVENTS) server.removeListener(event, finishLate);
      });
    },
    destroy() {
      const open = transports.size;
      for (const socket of [...sockets.keys(), ...transports]) socket.destroy();
      return open;
    },
  };
}

// --- internal ---

function keep<T extends Socket | ServerHttp2Session>(set: Set<T>, one: T): void {
  set.add(one);
  one.once('close', () => set.delete(one));
}

/** What hands a request over; Node answers the last two by itself where nobody listens. */
const EVENTS = ['request', 'checkContinue', 'checkExpectation'];

/** How a connection began: how many bytes it had sent before its first request could begin, and when that was. */
interface Begin {
  readonly bytes: number;
  readonly time: number;
}

/** Milliseconds that a client has for its first request, once its connection is open, while the server stops. */
const GRACE = 1_000;

/** Stands for an answer that has not ended. */
const UNFINISHED = { finished: false } as ServerResponse;
