import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import {
  Access,
  isThenable,
  type ModelProvider,
  type Policies,
  type RequestOptions,
  Session,
} from '@rest-gen/model/core';
import type { NextFunction, Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { Answer } from '../contracts/answer.ts';
import type { ControllerInstance } from '../contracts/controller.ts';
import type { ResolvedOptions } from '../contracts/options.ts';
import type { ActionPlan, ListPlan, Route } from '../contracts/plan.ts';
import type { RawQuery, RequestContext } from '../contracts/request-context.ts';
import type { RemoveUpload, UploadMiddleware } from '../contracts/upload.ts';
import { requestError } from '../errors.ts';
import type { Trace } from '../observe/trace.ts';
import { reserveMemory } from '../respond/answer-memory.ts';
import { keepPersonal, PERSONAL } from '../respond/headers.ts';
import { reportLate, sendError } from '../respond/send-error.ts';
import { discard } from '../respond/streams.ts';
import { BodyProgress } from './body-progress.ts';
import type { Deadlined, Deadlines, FindDeadlines } from './deadlines.ts';
import { StoreOptions } from './store-options.ts';
import { Uploads } from './uploads.ts';

/** The parts of a request. */
export interface Incoming {
  readonly req: Request;
  readonly res: Response;
  /** Calls the next handler; `undefined` under bare `node:http`. */
  readonly next: NextFunction | undefined;
  readonly options: ResolvedOptions;
  readonly deadlines: FindDeadlines;
  /** `undefined` without subscribers. */
  readonly trace: Trace | undefined;
  /** Tells tracers of Express about an error; `undefined` without a route of Express. */
  report: NextFunction | undefined;
}

/**
 * A request at its action: what the controller reads and sets, the deadline, and the one answer. The first caller of `settle` answers; everything after
 * it is too late.
 *
 * The deadline, the listener and the `AbortController` are made when they are needed: a request that is answered at once needs none of them.
 */
export class Context implements RequestContext, Deadlined {
  readonly req: Request;
  readonly res: Response;
  readonly controller: string;
  readonly action: string;
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params;
  readonly list: ListPlan;
  readonly traced: boolean;
  readonly envelope: RequestContext['envelope'];
  readonly many: boolean;
  readonly maxItems: number;
  /** Milliseconds until the answer has to begin, and in which a part of the body has to arrive; 0 for no limit. */
  readonly timeout: number;
  readonly bodyLimit: number;
  readonly answerLimit: number;
  query: RawQuery = NO_QUERY;
  pageRecords: number | undefined = undefined;
  included: RequestContext['included'] = NOTHING;
  recordTag: string | undefined = undefined;
  readonly model: ModelProvider | undefined;
  ownModel: RequestContext['ownModel'] = undefined;
  logic: CompiledAction | undefined;
  itemLogics: readonly CompiledAction[] | undefined = undefined;
  sentBody: unknown = undefined;
  instance!: ControllerInstance;
  body: unknown = undefined;
  input: ActionInput | undefined = undefined;
  sentBack: RequestContext['sentBack'] = undefined;
  answer: Answer | undefined = undefined;
  guarded = false;
  /** The return value of the action. */
  value: unknown = undefined;
  /** The action has returned. */
  completed = false;
  /** The files that it has stored; `undefined` for none. */
  uploads: Uploads | undefined = undefined;
  /** The answer was handed to `sendAnswer`. */
  sent = false;
  deadline: number | undefined = undefined;
  earlier: Deadlined | undefined = undefined;
  later: Deadlined | undefined = undefined;
  readonly #incoming: Incoming;
  readonly #deadlines: Deadlines;
  /** Set while the body is read: the deadline is extended as data arrives, and a body that is too slow is answered 408. */
  #progress: BodyProgress | undefined;
  readonly #plan: ActionPlan;
  readonly #policies: Policies | undefined;
  #access: Access | undefined;
  #isPersonal = false;
  /** The action has accessed `this.res`, and may write the response itself. */
  #isExposed = false;
  #reservation: Promise<() => void> | undefined;
  #settled = false;
  #watched = false;
  #aborter: AbortController | undefined;
  #storeOptions: StoreOptions | undefined;
  #session: Session | undefined;
  /** Why the signal aborted. */
  #reason: Error | undefined;

  constructor(
    incoming: Incoming,
    { matched, controller }: Route,
    plan: ActionPlan,
    model: ModelProvider | undefined,
    policies: Policies | undefined,
  ) {
    const { req, res, options } = incoming;
    this.req = req;
    this.res = res;
    this.controller = controller.name;
    this.action = plan.action;
    this.paramNames = matched.rule.paramNames;
    this.params = matched.params;
    this.list = controller.list;
    this.traced = options.teach || options.onError !== undefined;
    this.envelope = options.envelope;
    this.many = plan.many;
    this.maxItems = controller.maxItems ?? options.limits.items;
    this.timeout = controller.timeout ?? options.timeout;
    this.bodyLimit = options.limits.body;
    this.answerLimit = options.limits.answer;
    this.model = model;
    this.logic = plan.logic;
    this.#policies = policies;
    this.#incoming = incoming;
    this.#deadlines = incoming.deadlines(this.timeout);
    this.#plan = plan;
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

  /** Known from the first user on: a middleware or `__before` may sign one in until then. */
  get access(): Access | undefined {
    if (this.#policies === undefined) return undefined;
    if (this.#access === undefined || this.#access.user === undefined) {
      const { user } = this;
      if (this.#access === undefined || user !== undefined)
        this.#access = new Access(this.#policies, user, () => this.#becomePersonal());
    }
    return this.#access;
  }

  get isPersonal(): boolean {
    return this.#isPersonal;
  }

  exposeUser(): unknown {
    this.#becomePersonal();
    return this.user;
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

  get storeOptions(): RequestOptions {
    this.#storeOptions ??= new StoreOptions(this);
    return this.#storeOptions;
  }

  get session(): Session | undefined {
    if (this.model !== undefined) this.#session ??= new Session(this.model, this.storeOptions);
    return this.#session;
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
      if (this.#isPersonal && !res.headersSent) res.setHeader('Cache-Control', PERSONAL);
      if (sendError(error, req, res, next, options, this) >= 500) report?.(error);
    } else {
      if (!this.aborted) report?.(error);
      reportLate(error, req, res, this.aborted, this.params);
    }
  }

  async upload(middleware: UploadMiddleware, remove: RemoveUpload | undefined): Promise<void> {
    this.uploads ??= new Uploads(this);
    await this.readBody(this.uploads.receive(this.#plan, middleware, remove));
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

  async reserve(records: number): Promise<void> {
    if (this.#settled) return;
    const { answer, body, memory } = this.#incoming.options.limits;
    const { recordSize } = this.list;
    const each = recordSize === undefined ? body : Math.min(body, Math.max(SMALLEST_RECORD, 2 * recordSize));
    this.#reservation ??= reserveMemory(Math.min(answer, records * each), memory);
    await this.#reservation;
    this.throwIfAborted();
  }

  takeFiles(name: string | undefined): void {
    this.uploads?.take(name);
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

  #becomePersonal(): void {
    this.#isPersonal = true;
    if (this.#isExposed) keepPersonal(this.res);
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
    void this.uploads?.end(false);
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

/** Bytes that are reserved for a record, also where those before were smaller. */
const SMALLEST_RECORD = 4_096;

const NO_QUERY: RawQuery = Object.freeze(Object.create(null));
const NOTHING: RequestContext['included'] = [];

function ignore(): void {}
