import type { Socket } from 'node:net';

/** Node's own fields: what the system has taken of a socket, and below TLS the socket that knows it. */
interface SystemSocket extends Socket {
  _handle?: Partial<Record<'bytesRead' | 'bytesWritten' | 'writeQueueSize', number>> | null;
  _parent?: SystemSocket | null;
}

/** How many bytes of a socket have come and left, as the system counts them: what waits in queues of this process, of TLS or Node's, has not left. */
export interface Progress {
  readonly received: number;
  readonly sent: number;
  /** Bytes that wait for the system. */
  readonly queued: number;
}

/** @returns `undefined` for what is no socket of the system, and for one that is closed */
export function readProgress(socket: SystemSocket): Progress | undefined {
  const { _handle } = socket._parent ?? socket;
  if (!_handle) return undefined;
  const { bytesRead = 0, bytesWritten = 0, writeQueueSize = 0 } = _handle;
  return { received: bytesRead, sent: bytesWritten - writeQueueSize, queued: writeQueueSize };
}
