import type { Request } from 'express';
import { changeError } from '../errors.ts';
import type { ChangesOptions } from '../types.ts';

type StreamLimits = Required<Pick<ChangesOptions, 'maxAge' | 'maxStreams' | 'maxStreamsPerUser'>>;

/** A stream that is open. */
export interface OpenStream {
  readonly signal: AbortSignal;
  /** To be called when it has ended. */
  release(): void;
}

/** Milliseconds between two looks whether a server stops. */
const LOOK = 100;

/** Seconds that `Retry-After` says. */
const RETRY_AFTER = '5';

/** The open streams of a process: their limits, and their end when the server stops. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #open = new Map<AbortController, Request['socket']>();
  readonly #byRequester = new Map<string, number>();
  /** While there are any. It does not wait for the store, which may be down. */
  #looking: NodeJS.Timeout | undefined;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** @throws {HttpError} 429 `E_STREAM_LIMIT`, 503 `E_STREAMS_FULL` */
  open(requester: string, req: Request): OpenStream {
    const { maxStreams, maxStreamsPerUser, maxAge } = this.#limits;
    const count = this.#byRequester.get(requester) ?? 0;
    const headers = { 'Retry-After': RETRY_AFTER };
    if (count >= maxStreamsPerUser)
      throw changeError('E_STREAM_LIMIT', `There are ${count} open streams, and there may be ${maxStreamsPerUser}.`, {
        headers,
      });
    if (this.#open.size >= maxStreams) throw changeError('E_STREAMS_FULL', undefined, { headers });
    const controller = new AbortController();
    this.#open.set(controller, req.socket);
    this.#looking ??= setInterval(() => this.#endStopping(), LOOK).unref();
    this.#byRequester.set(requester, count + 1);
    // Not all at once after a start.
    const timer = setTimeout(() => controller.abort(), maxAge * (0.8 + 0.2 * Math.random()));
    timer.unref();
    const release = (): void => {
      if (!this.#open.delete(controller)) return;
      if (this.#open.size === 0) {
        clearInterval(this.#looking);
        this.#looking = undefined;
      }
      clearTimeout(timer);
      controller.abort();
      const left = (this.#byRequester.get(requester) ?? 1) - 1;
      if (left > 0) this.#byRequester.set(requester, left);
      else this.#byRequester.delete(requester);
    };
    return { signal: controller.signal, release };
  }

  closeAll(): void {
    for (const controller of this.#open.keys()) controller.abort();
  }

  /** End the streams of servers that take no connections any more: their clients connect to another process. */
  #endStopping(): void {
    for (const [controller, socket] of this.#open) {
      const { server } = (socket ?? {}) as { server?: { listening?: boolean } };
      if (server?.listening === false) controller.abort();
    }
  }
}
