import type { ActionInput, CompiledAction, FieldError } from '@rest-gen/logic';
import type {
  Access,
  Model,
  ModelProvider,
  Relation,
  RequestOptions,
  Session,
  TableName,
  TableOf,
} from '@rest-gen/model/core';
import type { Request, Response } from 'express';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { ResolvedOptions } from './options.ts';
import type { ListPlan } from './plan.ts';
import type { RemoveUpload, UploadMiddleware } from './upload.ts';

declare module '@rest-gen/logic' {
  // It stands in a file that the types of every user reach.
  interface Environment {
    /** The request, unchecked. */
    readonly req: Request;
    /** The model of a table, as `this.model(name)` of a controller gives it. */
    readonly model: <Name extends TableName>(name: Name) => Model<TableOf<Name>>;
  }
}

/** Query parameters as they came, decoded, flat: names are literal text such as `views[gte]`; a doubled name is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

/** A relation that the request includes, and those that it includes of its records. */
export interface Included {
  readonly name: string;
  readonly relation: Relation;
  readonly nested: readonly Included[];
}

/** Members of a body that the logic has refused, and that have to be as GET shows them. */
export type SentBack = readonly { readonly name: string; readonly value: unknown; readonly error: FieldError }[];

/** Everything of one request that a controller reads and sets. */
export interface RequestContext extends Exchange {
  /** The context of the request itself, where this one is for related records that it writes. */
  readonly origin?: RequestContext;
  /** Names that the rule maps; only the path can give them. */
  readonly paramNames: ReadonlySet<string>;
  query: RawQuery;
  readonly list: ListPlan;
  /** The models of the project, outside of the transactions that the request opens. */
  readonly model: ModelProvider | undefined;
  /** Their use by this request, with its transactions; `undefined` without models. */
  readonly session: Session | undefined;
  /** Who the request is, as the option `user` says; `undefined` for nobody. */
  readonly user: unknown;
  /** What the policies allow that user; `undefined` where the project has none. */
  readonly access: Access | undefined;
  /** A policy has been asked that answers each user in their own way, or the action has asked who the user is. */
  readonly isPersonal: boolean;
  /** The user for the code of an action. */
  exposeUser(): unknown;
  /** The response for the code of an action, which may write to it: a personal answer says so before. */
  exposeResponse(): Response;
  /** The model of the controller's own table, as it was last asked for. */
  ownModel: { readonly access: Access | undefined; readonly model: Model } | undefined;
  /** The same for stores: the signal is made when one reads it. */
  readonly storeOptions: RequestOptions;
  /** Errors of `fail()` keep their stack: in development, or with `onError`. */
  readonly traced: boolean;
  readonly envelope: ResolvedOptions['envelope'];
  /** The action changes many records: `many` of its plan. */
  readonly many: boolean;
  /** Records that a request may change. */
  readonly maxItems: number;
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** Bytes that an answer may have, unless it is a stream. */
  readonly answerLimit: number;
  /** How many records the page has that `list` has read: the client may ask for fewer. */
  pageRecords: number | undefined;
  /** What the answer to a write includes, checked before the action runs; empty for nothing. */
  included: readonly Included[];
  /** The `ETag` of the answered record without what is included with it; `undefined` where nothing is. */
  recordTag: string | undefined;
  /** The checks of the action; from step 5 on, those that functions of the logic declare for this request. */
  logic: CompiledAction | undefined;
  /** The same for each record, where the body is a list of them. */
  itemLogics: readonly CompiledAction[] | undefined;
  /** The parsed body that the logic has checked, as the client sent it. */
  sentBody: unknown;
  /** The validated input, from step 5 on. */
  input: ActionInput | undefined;
  /** What was taken out of the body of a PUT or PATCH: `guard` compares it with the record; `undefined` for nothing. */
  sentBack: SentBack | undefined;
  /** What `success` was given. */
  answer: Answer | undefined;
  /** `guard` has compared the preconditions: a `guard` inside of its work just runs. */
  guarded: boolean;
  /** Runs a middleware that reads the body and stores its files, which belong to the request until the action takes them. */
  upload(middleware: UploadMiddleware, remove: RemoveUpload | undefined): Promise<void>;
  /**
   * Waits until there is memory for an answer with so many records, each twice as large as the largest of the pages before, or, before the first page, as a
   * body may be. Only the first call of a request waits.
   *
   * @throws {HttpError} 503 `E_BUSY`
   */
  reserve(records: number): Promise<void>;
  /** The action takes the files of a field, or all of them. */
  takeFiles(name: string | undefined): void;
}
