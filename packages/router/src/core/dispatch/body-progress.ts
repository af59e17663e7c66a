import type { IncomingMessage } from 'node:http';
import { isHttp2 } from '../is-http2.ts';

/** Bytes that have to arrive of a body in each millisecond of a timeout. A slower client would hold a request for little. */
const BYTES_PER_MS = 1;

/** How much of a body arrives while it is read. */
export class BodyProgress {
  readonly #received: () => number;
  #counted: number;

  constructor(req: IncomingMessage) {
    this.#received = isHttp2(req) ? countChunks(req) : () => req.socket.bytesRead;
    this.#counted = this.#received();
  }

  /** Whether enough has arrived since the last call, or since the beginning. */
  isEnough(milliseconds: number): boolean {
    const received = this.#received();
    const isEnough = received - this.#counted >= milliseconds * BYTES_PER_MS;
    this.#counted = received;
    return isEnough;
  }
}

// --- internal ---

/** Many requests share a connection of HTTP/2, so the bytes of each one are counted where Node adds a chunk to it. */
function countChunks(req: IncomingMessage): () => number {
  let bytes = 0;
  const { push } = req;
  req.push = (chunk: Buffer | null, ...rest) => {
    bytes += chunk?.length ?? 0;
    return push.call(req, chunk, ...rest);
  };
  return () => bytes;
}
