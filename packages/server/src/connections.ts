import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Follow the connections of a server, to close it without losing a response. */
export function watchConnections(server: NetServer) {
  /**
   * The bytes received and the time when it opened. A TLS connection is listed twice: itself, and the TCP socket below
   * it.
   */
  const sockets = new Map<Socket, { bytes: number; time: number }>();
  /** The response to the last request of a connection. */
  const latest = new WeakMap<Socket, ServerResponse>();
  let phase: 'running' | 'stopping' | 'draining' = 'running';

  function keep(socket: Socket): void {
    sockets.set(socket, { bytes: socket.bytesRead, time: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  }
  function follow(req: IncomingMessage, res: ServerResponse): void {
    const previous = latest.get(req.socket);
    latest.set(req.socket, res);
    if (phase === 'running') return;
    // The response before it must not close the connection.
    if (previous && !previous.headersSent) previous.removeHeader('Connection');
    res.setHeader('Connection', 'close');
  }
  server.on('connection', (socket) => (phase === 'draining' ? socket.destroy() : keep(socket)));
  server.on('secureConnection', keep);
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    // Node answers the last two itself where there is no listener.
    if (event === 'request' || server.listenerCount(event) > 0) server.prependListener(event, follow);
  }

  function closeIdle(): void {
    let mustWait = false;
    for (const [socket, { bytes, time }] of sockets) {
      const res = latest.get(socket);
      const isSilent = !res && socket.bytesRead === bytes;
      // The first request of a new connection may be on its way.
      if (isSilent && performance.now() > time + 1_000) socket.destroy();
      // Node considers a connection idle after `res.end()`, even if a slow client still reads.
      else if (isSilent || (res?.writableEnded && !res.writableFinished && !res.destroyed)) mustWait = true;
    }
    if (!mustWait) (server as Partial<HttpServer>).closeIdleConnections?.();
  }

  return {
    /** Accept no more connections after `delay`, finish pending requests and close idle connections. */
    async drain(delay: number): Promise<void> {
      phase = 'stopping';
      if (delay > 0) await sleep(delay);
      // Accept the connections (first turn) and read the requests (second turn) that have already arrived.
      for (let turn = 0; turn < 2; turn += 1) await nextTurn();
      phase = 'draining';
      // The `close` of HTTP servers would close idle connections at once. In Bun they do not extend `net.Server`.
      const { close } = server instanceof NetServer ? NetServer.prototype : server;
      const closed = new Promise<unknown>((resolve) => close.call(server, resolve));
      for (const res of [...sockets.keys()].map((socket) => latest.get(socket)))
        if (res && !res.headersSent) res.setHeader('Connection', 'close');
      closeIdle();
      const timer = setInterval(closeIdle, 50);
      await closed;
      clearInterval(timer);
      phase = 'running';
    },
    /** Close all connections. */
    destroy(): void {
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
