import { isThenable } from '@rest-gen/model/core';
import type { Request, Response } from 'express';
import type { Observation } from '../../core/contracts/observer.ts';
import type { Route } from '../../core/contracts/plan.ts';
import { REPLAYED } from '../../core/respond/headers.ts';
import { ACTION, ANSWER, LOGIC, MATCH, type StepChannel } from './channels.ts';
import type { AnswerMessage, MatchMessage, RequestMessage, StepMessage } from './types.ts';

/** Publishes the messages of one request. */
export class Trace implements Observation {
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

  /**
   * Steps 1 and 2 are over.
   *
   * @param route - `/post/{id}`
   */
  match({ matched: { rule }, controller: { name }, resource }: Route, route: string | undefined): void {
    const { actions, call } = resource;
    const { method } = this.#req;
    const other = call && method !== 'OPTIONS' ? '__call' : undefined;
    const action = actions.get(method)?.action ?? other;
    this.#request = {
      ...this.#request,
      rule: rule.rule.number,
      route,
      controller: name,
      action,
    };
    this.#take();
    MATCH.publish({ ...this.#request, duration: this.#elapsed() } satisfies MatchMessage);
  }

  /** Run a step; it may take its time. */
  step<T>(name: 'logic' | 'action', work: () => T): T {
    const message: StepMessage = { ...this.#request, duration: undefined, error: undefined };
    return traceStep(name === 'logic' ? LOGIC : ACTION, message, work);
  }

  /** The request is answered with an error. */
  fail(error: unknown): void {
    this.#error = error;
    this.#take();
  }

  // --- internal ---

  /** The request belongs to the router: publish its end. */
  #take(): void {
    if (this.#taken) return;
    this.#taken = true;
    // `close` was emitted already.
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
      replayed: this.#res.hasHeader(REPLAYED),
      error: this.#error,
    } satisfies AnswerMessage);
  }

  #elapsed(): number {
    return performance.now() - this.#begun;
  }
}

// --- internal ---

/**
 * Run a step under its channel, with the stores that are bound to its `start` (`AsyncLocalStorage`).
 *
 * The events are those of `TracingChannel.tracePromise`; a synchronous step has `start` and `end` only.
 */
function traceStep<T>(channel: StepChannel, message: StepMessage, work: () => T): T {
  const begun = performance.now();
  const finish = (): void => {
    message.duration = performance.now() - begun;
  };
  const fail = (error: unknown): void => {
    message.error = error;
    channel.error.publish(message);
  };
  const settle = (): void => {
    channel.asyncStart.publish(message);
    channel.asyncEnd.publish(message);
  };
  return channel.start.runStores(message, () => {
    try {
      const value = work();
      if (!isThenable(value)) {
        finish();
        return value;
      }
      return value.then(
        (settled) => {
          finish();
          settle();
          return settled;
        },
        (error: unknown) => {
          finish();
          fail(error);
          settle();
          throw error;
        },
      ) as T;
    } catch (error) {
      finish();
      fail(error);
      throw error;
    } finally {
      channel.end.publish(message);
    }
  });
}
