import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { ListPlan } from '../list/types.ts';
import type { Model } from '../model/model.ts';
import type { ModelProvider } from '../model/types.ts';
import type { RestRouterOptions } from '../options.ts';

declare module '@rest-gen/logic' {
  // It stands in a file that the types of every user reach.
  interface Environment {
    /** The request, unchecked. */
    readonly req: Request;
    /** The model of a table, as `this.model(name)` of a controller gives it. */
    readonly model: (name: string) => Model;
  }
}

/** Query parameters as they came, decoded, flat: names are literal text such as `views[gte]`; a doubled name is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

/** A date of ISO 8601, in UTC where it has no time: `2026-01-01`, `2026-01-01T12:00:00+02:00`. */
export type Moment = string | Date;

/** By the name of an action: `{ postAction: … }`. */
export type ByAction<T> = Readonly<Record<string, T>>;

/** What a class may say of itself, as static members; none is inherited from `Controller`. */
export interface ControllerStatics {
  /** The class is the base of others, not a controller. Holds for the class that says it, not for those that extend it. */
  abstract?: boolean;
  /** One record without an id (`/profile`): PUT, PATCH and DELETE are for the path without id too, QUERY only where this class writes it. Default `false`. */
  singleton?: boolean;
  /** The only actions of the class, those that it inherits among them: `['get', 'post']`. HEAD comes with `get`. Default: all that it has. */
  actions?: readonly string[];
  /** `getAction` answers lists through `this.list()`, which checks the query parameters that the logic does not declare. Default `false`. */
  declaresListQuery?: boolean;
  /** Records of a page when `pageSize` is not in the query. Default 20. */
  pageSize?: number;
  /** Largest `pageSize` that a client may ask for. Default 100. */
  maxPageSize?: number;
  /** Fields that are never shown, and unknown to `sort`, `fields` and filters: `['password_hash']`. Those that the logic marks `secret` are hidden too. */
  hidden?: readonly string[];
  /** PUT of an id that does not exist adds the record (201). Default `false`: 404. */
  upsert?: boolean;
  /** PUT, PATCH and DELETE without `If-Match`, or `If-None-Match: *` of a PUT, are refused (428). Default `false`. */
  requirePrecondition?: boolean;
  /** POST takes a list of records too, all or none of which are added. Default `false`. */
  bulk?: boolean;
  /**
   * Writes take the bodies of forms, too: `application/x-www-form-urlencoded`, and what a middleware such as multer reads of `multipart/form-data`.
   * A page of another site can post a form with the cookies of its visitor: where cookies log in, protect such a class against that. Default `false`: 415.
   */
  forms?: boolean;
  /** POST takes an `Idempotency-Key`: a repeated request gets the answer of the first one. `'required'`: POST without one is refused (400). Default `false`. */
  idempotent?: boolean | 'required';
  /** Milliseconds that the answer to a request with an `Idempotency-Key` is kept. Default 24 hours. */
  idempotencyTtl?: number;
  /** What the resource is, in CommonMark, for documents. */
  description?: string;
  /**
   * Clients should move on to something else, since or from a date: `'2026-01-01'`, for all or by action: `{ postAction: '2026-01-01' }`. It is sent as
   * `Deprecation` (RFC 9745); `true` has no date and is said in documents alone. Default `false`.
   */
  deprecated?: boolean | Moment | ByAction<boolean | Moment>;
  /** From when on it may be gone, `'2027-01-01'`, for all or by action; sent as `Sunset` (RFC 8594). Not before `deprecated`. */
  sunset?: Moment | ByAction<Moment>;
  /** URL of a page about the deprecation; sent as `Link` with `rel="deprecation"`. */
  deprecationLink?: string;
  /** JSON Schema of what is answered of a record, for documents, where `show` or actions of its own make it another thing than its columns. */
  shown?: Readonly<Record<string, unknown>>;
}

/** What an action wants to be answered; `status` by default follows the method. */
export interface Answer {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The data is what GET shows of the record: its `ETag` is sent. */
  readonly tagged?: boolean;
}

/** Everything of one request that a controller reads and sets. */
export interface RequestContext {
  readonly req: Request;
  readonly res: Response;
  /** The controller's name, as in `v1/post`. */
  readonly controller: string;
  /** Name of the class's method, `postAction`. */
  readonly action: string;
  /** Names that the rule maps; only the path can give them. */
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params;
  readonly query: RawQuery;
  readonly list: ListPlan;
  /** That of an open transaction while `guard` runs its work, and for the action of a request with an `Idempotency-Key`. */
  model: ModelProvider | undefined;
  /** Aborts when the client leaves or the time is up. */
  readonly signal: AbortSignal;
  /** Errors of `fail()` keep their stack: in development, or with `onError`. */
  readonly traced: boolean;
  readonly envelope: RestRouterOptions['envelope'];
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** Bytes that an answer may have, unless it is a stream. */
  readonly answerLimit: number;
  /** How many records the page has that `list` has read: the client may ask for fewer. */
  pageRecords: number | undefined;
  /** The checks of the action; from step 5 on, those that functions of the logic declare for this request. */
  logic: CompiledAction | undefined;
  /** The same for each record, where the body is a list of them. */
  itemLogics: readonly CompiledAction[] | undefined;
  /** The validated input, from step 5 on. */
  input: ActionInput | undefined;
  /** What `success` was given. */
  answer: Answer | undefined;
  /** `guard` has compared the preconditions: a `guard` inside of its work just runs. */
  guarded: boolean;
}
