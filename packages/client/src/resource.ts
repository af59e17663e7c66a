import { createList, type ListQuery } from './create-list.ts';
import { ApiError, ConflictError } from './errors.ts';
import { type Id, Paths } from './paths.ts';
import { mutate, type QuerySource, queryPage, queryPages } from './query-options.ts';
import { randomId } from './random-id.ts';
import { type Answer, type Outgoing, send } from './send.ts';
import { keepTag } from './tag.ts';
import type {
  ClientOptions,
  InfiniteQueryOptions,
  List,
  ManyOptions,
  Mutation,
  QueryCache,
  QueryOptions,
  Route,
} from './types.ts';
import { type Where, writeQuery, writeWhere } from './write-query.ts';
import { type Call, type Write, writeRecord } from './write-record.ts';

/** All methods of a resource; the generated types say which of them it has. */
export class Resource {
  readonly #name: string;
  readonly #route: Route;
  readonly #paths: Paths;
  readonly #options: ClientOptions;

  constructor(name: string, route: Route, parents: Readonly<Record<string, unknown>>, options: ClientOptions) {
    this.#name = name;
    this.#route = route;
    this.#paths = new Paths(route, parents);
    this.#options = options;
    for (const [action, [method, path, takesKey, isFile]] of Object.entries(route.actions ?? {})) {
      const value = (...args: unknown[]) => {
        const [target, body, call] = path.includes('{id}') ? args : [undefined, ...args];
        return this.#write({
          method,
          path,
          target: target as Id,
          body,
          call: call as Call,
          takesKey,
          as: isFile && 'blob',
        });
      };
      Object.defineProperty(this, action, { value });
    }
  }

  /** @param query - `where`, `sort`, `fields`, `include`, `q`, `page`, `pageSize`, and what the logic declares */
  list(query: ListQuery = {}): List<unknown> {
    return createList(this.#paths.collection, query, this.#options);
  }

  /** @param query - `group`, `count`, `sum`, `avg`, `min`, `max`, and of a list `where`, `sort`, `pageSize` and what the logic declares */
  aggregate(query: ListQuery): List<unknown> {
    return this.list(query);
  }

  /** Without an id: the only record. */
  get(...args: unknown[]): Promise<unknown> {
    const [id, call] = this.#split(args);
    return this.#read(id as Id | undefined, call as Call);
  }

  /** What `useQuery` of TanStack Query takes, for one page. */
  query(query: ListQuery = {}): QueryOptions<unknown> {
    return queryPage(this.#source, query);
  }

  /** What `useInfiniteQuery` takes. */
  infiniteQuery(query: ListQuery = {}): InfiniteQueryOptions<unknown> {
    return queryPages(this.#source, query);
  }

  /** What `useQuery` takes, for a record. */
  recordQuery(...args: unknown[]): QueryOptions<unknown> {
    const [id, call = {}] = this.#split(args) as [Id | undefined, Call?];
    const { signal: _, headers, ...query } = call;
    return {
      queryKey: [this.#name, this.#paths.of(id) + writeQuery(query)],
      queryFn: ({ signal } = {}) => this.#read(id, { ...call, signal }),
    };
  }

  /** What `useMutation` takes: its variables are the arguments of the method. */
  mutation(method: string, cache?: QueryCache): Mutation<(...args: never[]) => Promise<unknown>> {
    const run = (this as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[method];
    return mutate(this.#name, (...args: unknown[]) => run?.apply(this, args) as Promise<unknown>, cache);
  }

  async create(values: unknown, { idempotencyKey, signal, headers, ...query }: Call = {}): Promise<unknown> {
    const path = this.#paths.collection;
    const key = this.#route.idempotent ? (idempotencyKey ?? randomId()) : undefined;
    const answer = await this.#send({
      method: 'POST',
      path: path + writeQuery(query),
      body: values,
      isRepeatable: key !== undefined,
      signal,
      headers: { ...(key !== undefined && { 'idempotency-key': key }), ...headers },
    });
    const id = /\/([^/?]+)$/.exec(answer.headers.get('location') ?? '')?.[1];
    return id === undefined ? answer.body : keepTag(answer, `${path}/${id}`);
  }

  createMany(list: readonly unknown[], call?: Call): Promise<unknown> {
    return this.create(list, call);
  }

  update(...args: unknown[]): Promise<unknown> {
    const [target, changes, call] = this.#split(args);
    return this.#write({ method: 'PATCH', target: target as Id, body: changes, call: call as Call });
  }

  replace(...args: unknown[]): Promise<unknown> {
    const [target, values, call] = this.#split(args);
    return this.#write({ method: 'PUT', target: target as Id, body: values, call: call as Call });
  }

  async delete(...args: unknown[]): Promise<void> {
    const [target, call] = this.#split(args);
    try {
      await this.#write({ method: 'DELETE', target: target as Id, call: call as Call });
    } catch (error) {
      // The answer of an earlier attempt was lost, and the record is gone.
      const isGone = error instanceof ConflictError ? error.current === null : (error as ApiError).status === 404;
      if (!(error instanceof ApiError && error.isUncertain && isGone)) throw error;
    }
  }

  async updateWhere(where: Where, changes: unknown, options: ManyOptions): Promise<unknown> {
    return (await this.#many('PATCH', where, changes, options)).body;
  }

  async deleteWhere(where: Where, options: ManyOptions): Promise<number> {
    const { headers } = await this.#many('DELETE', where, undefined, options);
    return Number(headers.get('x-total-count') ?? Number.NaN);
  }

  // --- internal ---

  get #source(): QuerySource {
    return { name: this.#name, path: this.#paths.collection, options: this.#options };
  }

  #send(request: Outgoing): Promise<Answer> {
    return send(request, this.#options);
  }

  /** A resource that is one record has no ids: its first argument is the second one of others. */
  #split(args: readonly unknown[]): readonly unknown[] {
    return this.#route.item === undefined ? [undefined, ...args] : args;
  }

  async #read(id: Id | undefined, { signal, headers, ...query }: Call = {}): Promise<unknown> {
    const path = this.#paths.of(id);
    const answer = await this.#send({
      method: 'GET',
      path: path + writeQuery(query),
      isRepeatable: true,
      signal,
      headers,
      as: this.#route.file && 'blob',
    });
    return keepTag(answer, path);
  }

  #write(write: Write): Promise<unknown> {
    return writeRecord(write, this.#paths, this.#options);
  }

  #many(method: string, where: Where, body: unknown, { max, signal, headers }: ManyOptions): Promise<Answer> {
    const missing = Object.keys(where).find((name) => where[name] === undefined);
    if (missing !== undefined) throw new TypeError(`where.${missing} is undefined, which would change more records.`);
    const path = this.#paths.collection + writeQuery(writeWhere(where));
    const prefer = { prefer: `max-affected=${max}` };
    return this.#send({ method, path, body, isRepeatable: false, signal, headers: { ...prefer, ...headers } });
  }
}
