import type { Socket } from 'node:net';

/** Node's own fields: what the system has taken of a socket, and below TLS the socket that knows it. */
interface SystemSocket extends Socket {
  _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
  _parent?: SystemSocket | null;
  encrypted?: boolean;
}

/** How many bytes of a socket have come and left. */
export interface Progress {
  /** What can be read: of a record of TLS that has not wholly come nothing. */
  readonly received: number;
  /** What the system has taken: what waits in queues of this process, of TLS or Node's, has not left. */
  readonly sent: number;
  /** Bytes that wait for the system. */
  readonly queued: number;
}

/** @returns `undefined` for a stream that stands for a connection, since no system counts its bytes, and for what is closed */
export function readProgress(socket: SystemSocket): Progress | undefined {
  let system = socket;
  while (system._parent) system = system._parent;
  const { _handle, encrypted } = system;
  if (!_handle || encrypted) return undefined;
  const { bytesWritten = 0, writeQueueSize = 0 } = _handle;
  return { received: socket.bytesRead, sent: bytesWritten - writeQueueSize, queued: writeQueueSize };
}
