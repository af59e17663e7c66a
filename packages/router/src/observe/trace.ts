import type { Request, Response } from 'express';
import type { Route } from '../dispatch/types.ts';
import { ANSWER, isObserved, MATCH, type StepChannel } from './channels.ts';
import { nameRoute } from './name-route.ts';
import { traceStep } from './trace-step.ts';
import type { AnswerMessage, MatchMessage, RequestMessage, StepMessage } from './types.ts';

/** Begin to tell of a request; `undefined` when nobody listens. */
export function beginTrace(req: Request, res: Response): Trace | undefined {
  return isObserved() ? new Trace(req, res) : undefined;
}

/** What is told of one request, to those who listen to the channels. */
export class Trace {
  /** The answer was kept from an earlier request. */
  replayed = false;
  readonly #begun = performance.now();
  readonly #req: Request;
  readonly #res: Response;
  #request: RequestMessage;
  #error: unknown;
  #taken = false;

  constructor(req: Request, res: Response) {
    this.#req = req;
    this.#res = res;
    this.#request = { req, res, rule: undefined, route: undefined, controller: undefined, action: undefined };
  }

  /** Steps 1 and 2 are over. */
  match({ matched: { rule }, controller: { name }, resource }: Route, path: string): void {
    const { actions, call } = resource;
    const { method } = this.#req;
    const other = call && method !== 'OPTIONS' ? '__call' : undefined;
    const action = actions.get(method)?.action ?? other;
    this.#request = {
      ...this.#request,
      rule: rule.rule.number,
      route: nameRoute(rule, name, path),
      controller: name,
      action,
    };
    this.#take();
    MATCH.publish({ ...this.#request, duration: this.#elapsed() } satisfies MatchMessage);
  }

  /** Run a step; it may take its time. */
  run<T>(channel: StepChannel, work: () => T): T {
    const message: StepMessage = { ...this.#request, duration: undefined, error: undefined };
    return traceStep(channel, message, work);
  }

  /** The request is answered with an error. */
  fail(error: unknown): void {
    this.#error = error;
    this.#take();
  }

  // --- internal ---

  /** The request is ours: its end is told. */
  #take(): void {
    if (this.#taken) return;
    this.#taken = true;
    // Its `close` will not come again.
    if (this.#res.destroyed) this.#end();
    else this.#res.once('close', () => this.#end());
  }

  #end(): void {
    const { headersSent, statusCode, writableFinished } = this.#res;
    ANSWER.publish({
      ...this.#request,
      status: headersSent ? statusCode : undefined,
      duration: this.#elapsed(),
      aborted: !writableFinished,
      replayed: this.replayed,
      error: this.#error,
    } satisfies AnswerMessage);
  }

  #elapsed(): number {
    return performance.now() - this.#begun;
  }
}
