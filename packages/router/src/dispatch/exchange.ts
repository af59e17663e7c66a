import type { Response } from 'express';

/**
 * The one answer of a request: who settles it first gives it, everybody after that is too late.
 *
 * `signal` aborts when the client leaves before the answer, or when the time is up.
 */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #res: Response;
  #timer: NodeJS.Timeout | undefined;
  #settled = false;

  /**
   * @param timeout - milliseconds, 0 for none
   * @param onTimeout - called once when the time is up and nothing was answered
   */
  constructor(res: Response, timeout: number, onTimeout: () => void) {
    this.#res = res;
    res.once('close', () => {
      if (!res.writableFinished) this.#controller.abort(new Error('The client has left.'));
      this.settle();
    });
    if (timeout === 0) return;
    this.#timer = setTimeout(() => {
      this.#controller.abort(new Error(`The request took longer than ${timeout} ms.`));
      if (!this.#res.headersSent) onTimeout();
    }, timeout);
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the action, or a middleware, has begun to answer by itself. */
  get answered(): boolean {
    return this.#settled || this.#res.headersSent || this.#res.writableEnded;
  }

  /** Claim the answer; `false` when somebody else has it. */
  settle(): boolean {
    clearTimeout(this.#timer);
    const first = !this.answered;
    this.#settled = true;
    return first;
  }
}
