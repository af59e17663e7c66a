import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import { isThenable } from '@rest-gen/model/core';
import type { NextFunction, Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { Answer } from '../contracts/answer.ts';
import type { ControllerInstance } from '../contracts/controller.ts';
import type { ActionPlan, Exchange, RawQuery, ShownPage } from '../contracts/exchange.ts';
import type { Observation } from '../contracts/observer.ts';
import type { ResolvedOptions } from '../contracts/options.ts';
import type { Route } from '../contracts/plan.ts';
import { requestError } from '../errors.ts';
import { reserveMemory } from '../respond/answer-memory.ts';
import { keepErrorPersonal, keepPersonal } from '../respond/caching.ts';
import { reportFailure, reportLate, sendError } from '../respond/send-error.ts';
import { discard } from '../respond/streams.ts';
import { BodyProgress } from './body-progress.ts';
import type { Deadlined, Deadlines, FindDeadlines } from './deadlines.ts';

/** The parts of a request. */
export interface Incoming {
  readonly req: Request;
  readonly res: Response;
  /** Calls the next handler; `undefined` under bare `node:http`. */
  readonly next: NextFunction | undefined;
  readonly options: ResolvedOptions;
  readonly deadlines: FindDeadlines;
  /** `undefined` when nobody listens. */
  readonly trace: Observation | undefined;
  /** Tells tracers of Express about an error; `undefined` without a route of Express. */
  report: ((error: unknown) => void) | undefined;
}

/**
 * A request at its action: what the controller reads and sets, the deadline, and the one answer. The first caller of `settle` answers; everything after
 * it is too late.
 *
 * The deadline, the listener and the `AbortController` are made when they are needed: a request that is answered at once needs none of them.
 */
export class Context implements Exchange, Deadlined {
  readonly plan: ActionPlan;
  readonly req: Request;
  readonly res: Response;
  readonly controller: string;
  readonly action: string;
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params;
  readonly rawId: string | undefined;
  readonly unreadable: ReadonlySet<string>;
  readonly traced: boolean;
  readonly envelope: Exchange['envelope'];
  readonly maxItems: number;
  /** Milliseconds until the answer has to begin, and in which a part of the body has to arrive; 0 for no limit. */
  readonly timeout: number;
  readonly bodyLimit: number;
  readonly answerLimit: number;
  query: RawQuery = NO_QUERY;
  page: ShownPage | undefined = undefined;
  recordTag: string | undefined = undefined;
  mediaType: string | undefined = undefined;
  logic: CompiledAction | undefined;
  sentBody: unknown = undefined;
  instance!: ControllerInstance;
  body: unknown = undefined;
  input: ActionInput | undefined = undefined;
  answer: Answer | undefined = undefined;
  /** The return value of the action. */
  value: unknown = undefined;
  /** The action has returned. */
  completed = false;
  /** The answer was handed to `sendAnswer`. */
  sent = false;
  deadline: number | undefined = undefined;
  earlier: Deadlined | undefined = undefined;
  later: Deadlined | undefined = undefined;
  readonly #incoming: Incoming;
  readonly #deadlines: Deadlines;
  /** Set while the body is read: the deadline is extended as data arrives, and a body that is too slow is answered 408. */
  #progress: BodyProgress | undefined;
  #isPersonal = false;
  /** The action has accessed `this.res`, and may write the response itself. */
  #isExposed = false;
  #reservation: Promise<() => void> | undefined;
  #settled = false;
  #watched = false;
  #aborter: AbortController | undefined;
  #deprecatedSince: Date | undefined;
  /** Why the signal aborted. */
  #reason: Error | undefined;

  constructor(incoming: Incoming, { matched, controller }: Route, plan: ActionPlan) {
    const { req, res, options } = incoming;
    this.plan = plan;
    this.unreadable = controller.unreadable;
    this.req = req;
    this.res = res;
    this.controller = controller.name;
    this.action = plan.action;
    this.paramNames = matched.rule.paramNames;
    this.params = matched.params;
    this.rawId = matched.rawId;
    this.traced = options.teach || options.onError !== undefined;
    this.envelope = options.envelope;
    this.maxItems = controller.maxItems ?? options.limits.items;
    this.timeout = controller.timeout ?? options.timeout;
    this.bodyLimit = options.limits.body;
    this.answerLimit = options.limits.answer;
    this.logic = plan.logic;
    this.#incoming = incoming;
    this.#deadlines = incoming.deadlines(this.timeout);
  }

  /** What `req.isAuthenticated() && req.user` gives for a guest is `false`: no user. */
  get user(): unknown {
    const user: unknown = this.#incoming.options.user(this.req);
    if (!isThenable(user)) return user || undefined;
    // A promise is an object, so every request would count as signed in. A rejected one must not end the process.
    user.then(undefined, () => undefined);
    const hint = 'The option user has given a promise: find out in a middleware who it is, and return req.user.';
    throw requestError('E_INTERNAL', undefined, { hint });
  }

  get isPersonal(): boolean {
    return this.#isPersonal;
  }

  becomePersonal(): void {
    this.#isPersonal = true;
    if (this.#isExposed) keepPersonal(this.res);
  }

  exposeResponse(): Response {
    this.#isExposed = true;
    // What it writes there itself needs no reserved memory.
    this.#release();
    if (this.#isPersonal) keepPersonal(this.res);
    return this.res;
  }

  get signal(): AbortSignal {
    if (this.#aborter) return this.#aborter.signal;
    this.#aborter = new AbortController();
    this.#watch();
    if (this.#reason) this.#aborter.abort(this.#reason);
    return this.#aborter.signal;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  throwIfAborted(): void {
    if (this.#reason) throw this.#reason;
  }

  /** Whether the request is answered, by the router or by anything else that wrote to `res`, or the client has left. */
  get answered(): boolean {
    return this.#settled || isAnswered(this.res);
  }

  /** Pass a value to `await`; a promise is awaited under the deadline. */
  wait<T>(value: T | PromiseLike<T>): T | PromiseLike<T> {
    if (isThenable(value)) this.#watch();
    return value;
  }

  /** Claim the answer; `false` when the request is answered already. */
  settle(): boolean {
    this.#deadlines.delete(this);
    this.#release();
    const first = !this.answered;
    this.#settled = true;
    return first;
  }

  /** Answer with an error; after the answer, report it. */
  fail(error: unknown): void {
    const { req, res, next, options, trace, report } = this.#incoming;
    // An answer that could not be sent, because of a header field for example, becomes an error as long as no part of it is out.
    const isUnsent = this.sent && !res.headersSent;
    if (this.settle() || isUnsent) {
      trace?.fail(error);
      if (this.#isPersonal) keepErrorPersonal(res);
      if (sendError(error, req, res, next, options, this) >= 500) report?.(error);
    } else {
      if (!this.aborted) report?.(error);
      reportLate(error, req, res, this.aborted, this.params);
    }
  }

  /** Wait for a body, if it is a promise. What follows has the whole time again. */
  readBody<T>(body: T | Promise<T>): T | Promise<T> {
    return isThenable(body) ? this.#readBody(body) : body;
  }

  async #readBody<T>(body: Promise<T>): Promise<T> {
    this.#progress = new BodyProgress(this.req);
    try {
      return await this.wait(body);
    } finally {
      this.#progress = undefined;
      this.#deadlines.renew(this);
    }
  }

  async reserve(bytes: number): Promise<void> {
    if (this.#settled) return;
    const { answer, memory } = this.#incoming.options.limits;
    this.#reservation ??= reserveMemory(Math.min(answer, bytes), memory);
    await this.#reservation;
    this.throwIfAborted();
  }

  announceDeprecation(since: Date | undefined): void {
    const { res } = this;
    if (since === undefined || res.headersSent) return;
    // Another header field has been set for the whole action, or by other code.
    if (this.#deprecatedSince === undefined && res.hasHeader('Deprecation')) return;
    if (this.#deprecatedSince !== undefined && this.#deprecatedSince <= since) return;
    this.#deprecatedSince = since;
    res.setHeader('Deprecation', `@${Math.floor(since.getTime() / 1000)}`);
  }

  /** The action runs again: what it has answered before does not count. */
  startAgain(): void {
    this.discard();
    this.answer = undefined;
    this.value = undefined;
    this.page = undefined;
  }

  /** Tell the parts that the request is over, or about to be answered; what they throw is reported. @returns `undefined` where none has to be awaited */
  end(isSuccess: boolean): Promise<unknown> | undefined {
    const { end: hooks } = this.plan.hooks;
    if (hooks.length === 0) return undefined;
    const ends = hooks.flatMap((end) => {
      try {
        const ended = end(this, isSuccess);
        return isThenable(ended) ? Promise.resolve(ended).catch((error: unknown) => this.#report(error)) : [];
      } catch (error) {
        this.#report(error);
        return [];
      }
    });
    return ends.length === 0 ? undefined : Promise.all(ends);
  }

  /** Let go of what the action returned: it will not be sent. */
  discard(): void {
    discard(this.answer?.data ?? this.value);
  }

  // --- internal ---

  #release(): void {
    this.#reservation?.then((end) => end(), ignore);
    this.#reservation = undefined;
  }

  #report(error: unknown): void {
    const { req, res, params } = this;
    reportFailure('A part has failed at the end of a request.', error, req, res, params);
  }

  /** Start the deadline, and listen for the client that leaves. */
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    // `close` was emitted already.
    if (this.res.destroyed) this.#leave();
    else this.res.on('close', () => this.#leave());
    if (!this.#settled) this.#deadlines.add(this);
  }

  #leave(): void {
    if (!this.res.writableFinished) this.#abort('The client has left.');
    this.settle();
  }

  /** The time is up. */
  expire(): void {
    if (this.#progress?.isEnough(this.timeout)) {
      this.#deadlines.add(this);
      return;
    }
    this.#abort(`The request took longer than ${this.timeout} ms.`);
    if (this.res.headersSent) return;
    // The action may never end.
    void this.end(false);
    // A body that is complete waits for the server.
    const [code, name, value] =
      this.#progress && !this.req.complete
        ? (['E_BODY_TIMEOUT', 'Connection', 'close'] as const)
        : (['E_TIMEOUT', 'Retry-After', '1'] as const);
    this.fail(requestError(code, undefined, { headers: { [name]: value } }));
  }

  #abort(message: string): void {
    this.#reason ??= new Error(message);
    this.#aborter?.abort(this.#reason);
  }
}

/** Whether a response has begun, or the client has left. */
export function isAnswered(res: Response): boolean {
  return res.headersSent || res.writableEnded || res.destroyed;
}

// --- internal ---

const NO_QUERY: RawQuery = Object.freeze(Object.create(null));

function ignore(): void {}
