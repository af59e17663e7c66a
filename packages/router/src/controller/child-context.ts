import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import type { Access, ModelProvider, RequestOptions, Session } from '@rest-gen/model/core';
import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { Answer } from '../contracts/answer.ts';
import type { ControllerInstance } from '../contracts/controller.ts';
import type { ListPlan } from '../contracts/plan.ts';
import type { RawQuery, RequestContext } from '../contracts/request-context.ts';
import type { RemoveUpload, UploadMiddleware } from '../contracts/upload.ts';

/** The class of related records that a request writes, and what was sent of them. */
export interface ChildPart {
  /** As in `v1/comment`. */
  readonly controller: string;
  readonly list: ListPlan;
  /** The columns that refer to the records they belong to. */
  readonly paramNames: ReadonlySet<string>;
  readonly logic?: CompiledAction | undefined;
  readonly body?: unknown;
}

/** What a class sees that writes related records of a request to another class: the same request and transaction, its own table, no path parameters. */
export class ChildContext implements RequestContext {
  readonly origin: RequestContext;
  readonly req: Request;
  readonly res: Response;
  readonly controller: string;
  readonly action = 'postAction';
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params = NO_PARAMS;
  readonly query: RawQuery;
  readonly list: ListPlan;
  readonly model: ModelProvider | undefined;
  readonly session: Session | undefined;
  readonly traced: boolean;
  readonly envelope: RequestContext['envelope'];
  readonly many = false;
  readonly maxItems: number;
  readonly bodyLimit: number;
  readonly answerLimit: number;
  readonly included: RequestContext['included'] = [];
  ownModel: RequestContext['ownModel'] = undefined;
  pageRecords: number | undefined = undefined;
  recordTag: string | undefined = undefined;
  logic: CompiledAction | undefined;
  itemLogics: readonly CompiledAction[] | undefined = undefined;
  sentBody: unknown = undefined;
  input: ActionInput;
  sentBack: RequestContext['sentBack'] = undefined;
  answer: Answer | undefined = undefined;
  guarded = false;

  constructor(parent: RequestContext, { controller, list, paramNames, logic, body }: ChildPart) {
    this.origin = parent.origin ?? parent;
    this.req = parent.req;
    this.res = parent.res;
    this.query = parent.query;
    this.model = parent.model;
    this.session = parent.session;
    this.traced = parent.traced;
    this.envelope = parent.envelope;
    this.maxItems = parent.maxItems;
    this.bodyLimit = parent.bodyLimit;
    this.answerLimit = parent.answerLimit;
    this.controller = controller;
    this.list = list;
    this.paramNames = paramNames;
    this.logic = logic;
    this.input = { params: {}, query: {}, headers: {}, body, files: {} };
  }

  get instance(): ControllerInstance {
    return this.origin.instance;
  }

  get body(): unknown {
    return this.origin.body;
  }

  get timeout(): number {
    return this.origin.timeout;
  }

  discard(): void {
    this.origin.discard();
  }

  get user(): unknown {
    return this.origin.user;
  }

  get access(): Access | undefined {
    return this.origin.access;
  }

  get isPersonal(): boolean {
    return this.origin.isPersonal;
  }

  get signal(): AbortSignal {
    return this.origin.signal;
  }

  get storeOptions(): RequestOptions {
    return this.origin.storeOptions;
  }

  exposeUser(): unknown {
    return this.origin.exposeUser();
  }

  exposeResponse(): Response {
    return this.origin.exposeResponse();
  }

  upload(middleware: UploadMiddleware, remove: RemoveUpload | undefined): Promise<void> {
    return this.origin.upload(middleware, remove);
  }

  reserve(records: number): Promise<void> {
    return this.origin.reserve(records);
  }

  /** Related records have no files. */
  takeFiles(): void {}

  throwIfAborted(): void {
    this.origin.throwIfAborted();
  }
}

// --- internal ---

const NO_PARAMS: Params = Object.freeze(Object.create(null));
