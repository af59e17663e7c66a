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
    if (res.destroyed) {
      // The client has left during an earlier middleware: its `close` will not come again.
      this.#leave();
      return;
    }
    res.once('close', () => this.#leave());
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

  /** Whether the action, or a middleware, has begun to answer by itself, or nobody waits any more. */
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

  #leave(): void {
    if (!this.#res.writableFinished) this.#controller.abort(new Error('The client has left.'));
    this.settle();
  }
}
