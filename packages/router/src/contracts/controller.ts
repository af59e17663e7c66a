import type { IncludeDeclaration } from '@rest-gen/model/core';

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
  /** Related records that clients may ask for with `?include=`, and filter and sort by: `{ author: true, comments: { max: 20 } }`. Default: none. */
  include?: Readonly<Record<string, IncludeDeclaration>>;
  /** Fields that clients may filter by, `['title', 'author.name']`. Default: all that are shown. */
  filterable?: readonly string[];
  /** Fields that clients may sort by. Default: all that are shown. */
  sortable?: readonly string[];
  /** Fields of text in which `?q=` looks for words. Default: there is no `q`. */
  search?: readonly string[];
  /** Records of one answer, included ones counted; a request for more is refused (400 `E_BUDGET`). Default 10,000. */
  maxRecords?: number;
  /**
   * DELETE writes the time into this column, a nullable date and time, and the record stays: `'deleted_at'`. No request sees it then, but for `?deleted=true`
   * and the action `restore`. Default: the record is gone.
   */
  softDelete?: string;
  /** PUT of an id that does not exist adds the record (201). Default `false`: 404. */
  upsert?: boolean;
  /** PUT, PATCH and DELETE without `If-Match`, or `If-None-Match: *` of a PUT, are refused (428). Default `false`. */
  requirePrecondition?: boolean;
  /**
   * Methods that work on many records, all or none: `['post', 'patch', 'delete']`. POST takes a list of records too; PATCH and DELETE of a collection
   * change those that the filters in the query match. `true`: POST. Default `false`.
   */
  bulk?: boolean | readonly string[];
  /** Milliseconds until the answer has to begin, and in which a part of the body has to arrive; 0 for no limit. Default: the option `timeout`. */
  timeout?: number;
  /** Items of one list in a body, and records that a PATCH or DELETE of a collection may change. Default: the option `limits.items`. */
  maxItems?: number;
  /**
   * Writes take the bodies of forms, too: `application/x-www-form-urlencoded`, and what a middleware such as multer reads of `multipart/form-data`.
   * A page of another site can post a form with the cookies of its visitor: where cookies log in, protect such a class against that. Default `false`: 415.
   */
  forms?: boolean;
  /** Documents name `application/x-ndjson` as a media type of lists. The router sends lines to all who accept them. Default `false`. */
  lines?: boolean;
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

/** The names of the static members that mean something. */
export const STATICS: readonly (keyof ControllerStatics)[] = Object.keys({
  abstract: true,
  actions: true,
  singleton: true,
  declaresListQuery: true,
  pageSize: true,
  maxPageSize: true,
  forms: true,
  lines: true,
  hidden: true,
  include: true,
  filterable: true,
  sortable: true,
  search: true,
  maxRecords: true,
  softDelete: true,
  upsert: true,
  timeout: true,
  maxItems: true,
  requirePrecondition: true,
  bulk: true,
  idempotent: true,
  idempotencyTtl: true,
  description: true,
  deprecated: true,
  sunset: true,
  deprecationLink: true,
  shown: true,
} satisfies Record<keyof ControllerStatics, true>) as (keyof ControllerStatics)[];

/** What the router calls of an instance, which serves one request. The base class `Controller` has all of it. */
export interface ControllerInstance {
  __before?(): unknown;
  __after?(): unknown;
  __call?(): unknown;
  idempotencyScope(): string | undefined | Promise<string | undefined>;
}

/** The class of a controller as the router uses it; that of the public API, `ControllerClass`, extends `Controller`. */
export type ControllerConstructor = (new () => ControllerInstance) & ControllerStatics;
