import type { ServerHttp2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { isTls } from './is-tls.ts';

/**
 * Close the connection of a session of HTTP/2 that ended by the `timeout` of its server: Node waits until the client has read what is queued, for ever where it
 * reads nothing. Here it has the same time once more.
 */
export function endIdleSessions(server: Server, idleTimeout: number): void {
  if (idleTimeout === 0) return;
  // `session.socket` does not allow to destroy it. The next listener of this event makes the session.
  let accepted: Socket;
  server.prependListener(isTls(server) ? 'secureConnection' : 'connection', (socket: Socket) => {
    accepted = socket;
  });
  server.on('session', (session: ServerHttp2Session) => {
    const socket = accepted;
    // Who listens for `timeout` of the server decides, and may keep the session.
    session.on('timeout', () => session.destroyed && socket.setTimeout(idleTimeout, () => socket.destroy()));
  });
}
