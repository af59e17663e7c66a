import type { NextFunction, Request, Response } from 'express';
import type { RequestContext } from '../controller/types.ts';
import { type HttpError, requestError } from '../errors.ts';
import type { Trace } from '../observe/trace.ts';
import type { ResolvedOptions } from '../options.ts';
import { reportLate, sendError } from '../respond/send-error.ts';

/**
 * The one answer of a request: who settles it first gives it, everybody after that is too late.
 *
 * What is answered at once needs no clock and no listener: they begin with `watch`, or when somebody asks for `signal`.
 */
export class Exchange {
  readonly req: Request;
  readonly res: Response;
  /** What the client sent to the action, once it is selected. */
  sent: RequestContext | undefined;
  /** The body is on its way. */
  reading = false;
  readonly #next: NextFunction | undefined;
  readonly #options: ResolvedOptions;
  readonly #trace: Trace | undefined;
  #settled = false;
  #watched = false;
  #timer: NodeJS.Timeout | undefined;
  #controller: AbortController | undefined;
  /** Why nobody waits any more. */
  #reason: Error | undefined;

  /** @param next - whoever comes behind; `undefined` under bare `node:http` */
  constructor(
    req: Request,
    res: Response,
    next: NextFunction | undefined,
    options: ResolvedOptions,
    trace?: Trace | undefined,
  ) {
    this.req = req;
    this.res = res;
    this.#next = next;
    this.#options = options;
    this.#trace = trace;
  }

  /** Aborts when the client leaves before the answer, or when the time is up. Made when it is first asked for: it costs more than the rest of an exchange. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    this.watch();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Whether the action, or a middleware, has begun to answer by itself, or nobody waits any more. */
  get answered(): boolean {
    const { res } = this;
    return this.#settled || res.headersSent || res.writableEnded || res.destroyed;
  }

  /** Begin to look after a request that takes its time: its deadline, and the client that may leave. */
  watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    // Its `close` will not come again.
    if (this.res.destroyed) this.#leave();
    else this.res.on('close', () => this.#leave());
    const { timeout } = this.#options;
    if (timeout === 0 || this.#settled) return;
    this.#timer = setTimeout(() => this.#expire(), timeout).unref();
  }

  /** Claim the answer; `false` when somebody else has it. */
  settle(): boolean {
    clearTimeout(this.#timer);
    const first = !this.answered;
    this.#settled = true;
    return first;
  }

  /**
   * Answer with an error; after the answer, tell the operator.
   *
   * @param unsent - the answer was claimed, and could not be sent: nothing of it has gone out. Default `false`
   */
  fail(error: unknown, unsent = false): void {
    const { req, res } = this;
    if (this.settle() || unsent) {
      this.#trace?.fail(error);
      sendError(error, req, res, this.#next, this.#options, this.sent);
    } else reportLate(error, req, res, this.#reason !== undefined);
  }

  // --- internal ---

  #leave(): void {
    if (!this.res.writableFinished) this.#abort('The client has left.');
    this.settle();
  }

  #expire(): void {
    this.#abort(`The request took longer than ${this.#options.timeout} ms.`);
    if (!this.res.headersSent) this.fail(timeUp(this.reading));
  }

  #abort(message: string): void {
    this.#reason ??= new Error(message);
    this.#controller?.abort(this.#reason);
  }
}

// --- internal ---

/** Who has taken too long: the client with its body, or the action. */
function timeUp(reading: boolean): HttpError {
  if (reading) return requestError('E_BODY_TIMEOUT', undefined, { headers: { Connection: 'close' } });
  return requestError('E_TIMEOUT', undefined, { headers: { 'Retry-After': '1' } });
}
