/** Options of `createApi`. */
export interface ClientOptions {
  /** The address of the service: `https://api.example.com`, or `/api` in a browser. Default: the origin of the page. */
  readonly baseUrl?: string | undefined;
  /** Header fields of every request, such as `Authorization`. A function is called for each attempt. */
  readonly headers?:
    | Record<string, string>
    | (() => Record<string, string> | Promise<Record<string, string>>)
    | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a request that is safe to repeat is sent again. Default 4. */
  readonly retries?: number | undefined;
  /** Where plans are made, below `baseUrl`. Default `/plan`. */
  readonly plans?: string | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, and the wait between two attempts. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Record<string, string> | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Entity tag that the record must still have, such as `"abc"`. A record in place of the id says it too. */
  readonly ifMatch?: string | undefined;
}

export interface CreateOptions extends CallOptions {
  /** Default: a new UUID for each call. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of an own action. */
export interface ActionOptions extends WriteOptions, CreateOptions {}

export interface ManyOptions extends CallOptions {
  /** The number of records that may change at most; if more match, nothing changes. */
  readonly max: number;
}

export interface RequestOptions extends CallOptions {
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
  /** The answer is a `ReadableStream` of its bytes, for large downloads. Default: its value, text or `Blob`. */
  readonly stream?: boolean | undefined;
}

/** Comparisons of a field, all of which have to hold. */
export interface Comparisons<T> {
  eq?: T;
  ne?: T;
  gt?: T;
  gte?: T;
  lt?: T;
  lte?: T;
  in?: readonly T[];
  nin?: readonly T[];
  null?: boolean;
}

export interface TextComparisons<T> extends Comparisons<T> {
  contains?: string;
  startsWith?: string;
  endsWith?: string;
}

/** A value, null, or comparisons. */
export type Filter<T> = T | null | Comparisons<T>;
export type TextFilter<T> = T | null | TextComparisons<T>;

/** One page of a list. */
export interface Page<T> {
  readonly records: T[];
  /** The number of all records; only if `page` was given. */
  readonly total: number | undefined;
  /** The cursor of the next page, for `list({ …, after })`; `undefined` after the last one, and if `page` was given. */
  readonly after: string | undefined;
}

/**
 * The method `aggregate` of a resource. As an interface, it costs the compiler nothing where it is not called.
 *
 * @typeParam T - the record
 * @typeParam Query - what can be asked for
 */
export type Aggregate<T, Query> = <const Q extends Query>(query: Q) => List<Group<T, Q>>;

/** A group of `aggregate`, for the query that asks for it: `{ state: 'open', count: 3, sum: { hours: 12 } }`. */
export type Group<T, Q> = Pick<T, GroupNames<Q, 'group'> & keyof T> &
  (Q extends { readonly count: true } ? { readonly count: number } : unknown) &
  GroupResults<'sum', { [N in GroupNames<Q, 'sum'> & keyof T]: T[N] | null }> &
  GroupResults<'avg', { [N in GroupNames<Q, 'avg'> & keyof T]: number | null }> &
  GroupResults<'min', { [N in GroupNames<Q, 'min'> & keyof T]: T[N] | null }> &
  GroupResults<'max', { [N in GroupNames<Q, 'max'> & keyof T]: T[N] | null }>;

type GroupNames<Q, Parameter extends string> = Q extends { readonly [P in Parameter]: readonly (infer N)[] }
  ? N
  : never;

type GroupResults<Operation extends string, Results> = [keyof Results] extends [never]
  ? unknown
  : { readonly [O in Operation]: Results };

/** What `useQuery` of TanStack Query takes. */
export interface QueryOptions<T> {
  /** The first part is the name of the resource. */
  readonly queryKey: readonly string[];
  queryFn(context?: { readonly signal?: AbortSignal | undefined }): Promise<T>;
}

/** What `useInfiniteQuery` of TanStack Query takes. */
export interface InfiniteQueryOptions<T> {
  readonly queryKey: readonly string[];
  queryFn(context: {
    readonly pageParam: string | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<Page<T>>;
  readonly initialPageParam: string | undefined;
  getNextPageParam(page: Page<T>): string | undefined;
}

/** What `useMutation` of TanStack Query takes; the variables are the arguments of the method. */
export interface Mutation<Method extends (...args: never[]) => Promise<unknown>> {
  mutationFn(args: Parameters<Method>): ReturnType<Method>;
  /** Makes all queries of the resource stale, after an error too: it may be that the record has changed. */
  onSettled(): Promise<void>;
}

/** The `QueryClient` of TanStack Query. */
export interface QueryCache {
  invalidateQueries(filters: { queryKey: string[] }): unknown;
}

/** All records of a list: `for await (const post of api.post.list())`. Nothing is requested before. */
export interface List<T> {
  [Symbol.asyncIterator](): AsyncIterator<T, void, undefined>;
  /** Request one page: the first one, or the one that the query names. */
  page(): Promise<Page<T>>;
}

/** Where a resource is found; written by `rest-gen client`. */
export interface Route {
  /** Path of the collection, or of the only record: `/project/{project_id}/issue`. */
  readonly path: string;
  /** The path of one record; absent for a resource that is one record. */
  readonly item?: string;
  /** POST takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** GET answers a file. */
  readonly file?: true;
  /** Its writes can be planned. */
  readonly plan?: true;
  /** Its list has changes: the fields whose text is a number. */
  readonly changes?: readonly string[];
  /** Own actions: name → method, path, whether it takes an `Idempotency-Key`, and whether it answers a file. */
  readonly actions?: Readonly<
    Record<string, readonly [method: string, path: string, idempotent: boolean, file?: true]>
  >;
}

/** The routes of each resource: one without parents, and one for each combination of parents. */
export type Resources = Readonly<Record<string, readonly Route[]>>;

/** What every client has besides its resources. */
export interface Client {
  /** Send another request of the service. A body makes it a write that is not repeated. */
  $request(method: string, path: string, options?: RequestOptions): Promise<unknown>;
}
