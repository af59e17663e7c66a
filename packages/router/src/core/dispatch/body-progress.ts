import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that have to arrive of a body in each millisecond of a timeout. A slower client would hold a request for little. */
const BYTES_PER_MS = 1;

/** How much of a body arrives while it is read. */
export class BodyProgress {
  /** The requests of some adapters have none. */
  readonly #socket: Socket | undefined;
  #counted: number;

  constructor({ socket }: IncomingMessage) {
    this.#socket = socket;
    this.#counted = socket?.bytesRead ?? 0;
  }

  /** Whether enough has arrived since the last call, or since the beginning. */
  isEnough(milliseconds: number): boolean {
    const bytesRead = this.#socket?.bytesRead ?? 0;
    const isEnough = bytesRead - this.#counted >= milliseconds * BYTES_PER_MS;
    this.#counted = bytesRead;
    return isEnough;
  }
}
