import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import type { Request, Response } from 'express';
import type { Params } from '../../core/compile/types.ts';
import type { Answer } from '../../core/contracts/answer.ts';
import type { ControllerInstance } from '../../core/contracts/controller.ts';
import type { ActionPlan, Exchange, RawQuery, ShownPage } from '../../core/contracts/exchange.ts';

/** The class of related records that a request writes, and what was sent of them. */
export interface ChildPart {
  /** As in `v1/comment`. */
  readonly controller: string;
  readonly instance: ControllerInstance;
  readonly unreadable: ReadonlySet<string>;
  /** The columns that refer to the records they belong to. */
  readonly paramNames: ReadonlySet<string>;
  readonly logic?: CompiledAction | undefined;
  readonly body?: unknown;
}

/** A request as a class sees it that writes related records of a request to another class: the same response and deadline, no path parameters. */
export class ChildExchange implements Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly plan: ActionPlan;
  readonly controller: string;
  readonly action = 'postAction';
  readonly instance: ControllerInstance;
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params = NO_PARAMS;
  readonly rawId = undefined;
  readonly unreadable: ReadonlySet<string>;
  query: RawQuery;
  readonly body: unknown;
  logic: CompiledAction | undefined;
  sentBody: unknown = undefined;
  readonly input: ActionInput;
  answer: Answer | undefined = undefined;
  page: ShownPage | undefined = undefined;
  recordTag: string | undefined = undefined;
  mediaType: string | undefined = undefined;
  readonly envelope: Exchange['envelope'];
  readonly traced: boolean;
  readonly maxItems: number;
  readonly bodyLimit: number;
  readonly answerLimit: number;
  readonly timeout: number;
  readonly #origin: Exchange;

  /** @param origin - the request itself */
  constructor(origin: Exchange, { controller, instance, unreadable, paramNames, logic, body }: ChildPart) {
    this.#origin = origin;
    this.req = origin.req;
    this.res = origin.res;
    this.plan = origin.plan;
    this.query = origin.query;
    this.body = origin.body;
    this.envelope = origin.envelope;
    this.traced = origin.traced;
    this.maxItems = origin.maxItems;
    this.bodyLimit = origin.bodyLimit;
    this.answerLimit = origin.answerLimit;
    this.timeout = origin.timeout;
    this.controller = controller;
    this.instance = instance;
    this.unreadable = unreadable;
    this.paramNames = paramNames;
    this.logic = logic;
    this.input = { params: {}, query: {}, headers: {}, body, files: {} };
  }

  get signal(): AbortSignal {
    return this.#origin.signal;
  }

  get aborted(): boolean {
    return this.#origin.aborted;
  }

  get user(): unknown {
    return this.#origin.user;
  }

  get isPersonal(): boolean {
    return this.#origin.isPersonal;
  }

  becomePersonal(): void {
    this.#origin.becomePersonal();
  }

  exposeResponse(): Response {
    return this.#origin.exposeResponse();
  }

  throwIfAborted(): void {
    this.#origin.throwIfAborted();
  }

  readBody<T>(body: T | Promise<T>): T | Promise<T> {
    return this.#origin.readBody(body);
  }

  reserve(bytes: number): Promise<void> {
    return this.#origin.reserve(bytes);
  }

  announceDeprecation(since: Date | undefined): void {
    this.#origin.announceDeprecation(since);
  }

  discard(): void {
    this.#origin.discard();
  }
}

// --- internal ---

const NO_PARAMS: Params = Object.freeze(Object.create(null));
