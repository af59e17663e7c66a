import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import { Server as NetServer, type Socket } from 'node:net';
import { isHttp2 } from './is-http2.ts';
import { isTls } from './is-tls.ts';

/** The connections of a server, from when they are watched on. */
export interface Connections {
  /** From now on each answer says that it is the last of its connection; new connections are still accepted. */
  announce(): void;
  /** Accept no more connections, answer what runs, close what is idle. @returns when no connection is left */
  drain(): Promise<void>;
  /** Break off what is left. @returns how many connections that were */
  destroy(): number;
}

/** Watch the connections of a server of HTTP/1, HTTP/2, or both. */
export function watchConnections(server: NetServer): Connections {
  /** Every connection, upgraded ones too. */
  const sockets = new Map<Socket, Begin>();
  /** With TLS the connections below those: they exist during the handshake already. */
  const transports = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  /** The response to the last request of a connection; those of pipelined requests before it are sent first. */
  const latest = new WeakMap<Socket, ServerResponse>();
  let isStopping = false;
  let isDraining = false;

  server.on('connection', (socket: Socket) => keep(transports, socket));
  server.on(isTls(server) ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (isDraining) socket.destroy();
    sockets.set(socket, { bytes: socket.bytesRead, time: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('session', (session: ServerHttp2Session) => keep(sessions, session));
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    // Node answers the last two itself where nobody listens.
    if (event === 'request' || server.listenerCount(event) > 0) server.prependListener(event, follow);
  }

  function follow(req: IncomingMessage, res: ServerResponse): void {
    if (isHttp2(req)) return;
    const before = latest.get(req.socket);
    latest.set(req.socket, res);
    if (!isStopping) return;
    if (before && !before.headersSent) before.removeHeader('Connection');
    sayLast(res);
  }

  /** Tell the client that the connection closes after this response. */
  function sayLast(res: ServerResponse): void {
    if (!res.headersSent) res.setHeader('Connection', 'close');
    res.once('close', () => setImmediate(closeIdle));
  }

  /** Node counts a response that has ended as sent, and would cut off what is still on its way, so wait for these. */
  function closeIdle(): void {
    if (!isDraining) return;
    let isEarly = false;
    for (const [socket, { bytes, time }] of sockets) {
      const res = latest.get(socket);
      if (res?.writableEnded && !res.writableFinished && !res.destroyed) isEarly = true;
      // Browsers open connections that they may need. The first request of one that is new may be on its way.
      const isSilent = res === undefined && socket.bytesRead === bytes;
      if (isSilent && performance.now() < time + GRACE) isEarly = true;
      else if (isSilent) socket.destroy();
    }
    // HTTP/2 in clear text has no connections of HTTP/1.
    if (!isEarly) (server as Partial<HttpServer>).closeIdleConnections?.();
  }

  return {
    announce() {
      isStopping = true;
    },
    async drain() {
      isDraining = true;
      // Not the `close` of HTTP servers, which closes idle connections at once. An error says that the server does not listen.
      const { close } = server instanceof NetServer ? NetServer.prototype : server;
      const closed = new Promise<void>((resolve) => close.call(server, () => resolve()));
      for (const session of sessions) session.close();
      for (const socket of sockets.keys()) {
        const res = latest.get(socket);
        if (res && !res.writableFinished) sayLast(res);
      }
      closeIdle();
      const timer = setInterval(closeIdle, 50);
      await closed;
      clearInterval(timer);
      isStopping = isDraining = false;
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

/** How a connection began: how many bytes it had sent before its first request could begin, and when that was. */
interface Begin {
  readonly bytes: number;
  readonly time: number;
}

/** Milliseconds that a client has for its first request, once its connection is open, while the server stops. */
const GRACE = 1_000;
