import { createList, type ListQuery } from './create-list.ts';
import { ApiError, ConflictError } from './errors.ts';
import { randomId } from './random-id.ts';
import { recall, remember } from './remember.ts';
import { type Answer, type Outgoing, send } from './send.ts';
import type { CallOptions, ClientOptions, CreateOptions, List, ManyOptions, Route, WriteOptions } from './types.ts';
import { writeKey } from './write-key.ts';
import { fillPath, type Where, writeQuery, writeWhere } from './write-query.ts';

type Values = Readonly<Record<string, unknown>>;
type Id = string | number | bigint | boolean | object;
/** An id, or a record that was read. */
type Target = Id;

/** Parameters of a call: its own options and those of the query. */
interface Call extends CallOptions, WriteOptions, CreateOptions {
  readonly [parameter: string]: unknown;
}

/** All methods of a resource; the generated types say which of them it has. */
export class Resource {
  readonly #route: Route;
  readonly #parents: Values;
  readonly #options: ClientOptions;

  constructor(route: Route, parents: Values, options: ClientOptions) {
    this.#route = route;
    this.#parents = parents;
    this.#options = options;
    for (const [name, [method, path, isIdempotent]] of Object.entries(route.actions ?? {})) {
      const run = (target: Target | undefined, body: unknown, call: Call = {}) => {
        return this.#write(method, path, target, body, call, isIdempotent);
      };
      const takesId = path.includes('{id}');
      const action = (...[first, second, third]: unknown[]) =>
        takesId ? run(first as Target, second, third as Call) : run(undefined, first, second as Call);
      Object.defineProperty(this, name, { value: action });
    }
  }

  /** @param query - `where`, `sort`, `fields`, `include`, `q`, `page`, `pageSize`, and what the logic declares */
  list(query: ListQuery = {}): List<unknown> {
    return createList(fillPath(this.#route.path, this.#parents), query, this.#options);
  }

  /** Without an id: the only record. */
  async get(...args: unknown[]): Promise<unknown> {
    const [id, call] = this.#split(args) as [Id | undefined, Call?];
    const path = this.#pathOf(id);
    const { signal, headers, ...query } = call ?? {};
    const answer = await this.#send({
      method: 'GET',
      path: path + writeQuery(query),
      isRepeatable: true,
      signal,
      headers,
    });
    return remember(answer, path);
  }

  async create(values: unknown, { idempotencyKey, signal, headers, ...query }: Call = {}): Promise<unknown> {
    const path = fillPath(this.#route.path, this.#parents);
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
    return id === undefined ? answer.body : remember(answer, `${path}/${id}`);
  }

  createMany(list: readonly unknown[], call?: Call): Promise<unknown> {
    return this.create(list, call);
  }

  update(...args: unknown[]): Promise<unknown> {
    const [target, changes, call] = this.#split(args);
    return this.#write('PATCH', undefined, target as Target, changes, call as Call);
  }

  replace(...args: unknown[]): Promise<unknown> {
    const [target, values, call] = this.#split(args);
    return this.#write('PUT', undefined, target as Target, values, call as Call);
  }

  async delete(...args: unknown[]): Promise<void> {
    const [target, call] = this.#split(args);
    try {
      await this.#write('DELETE', undefined, target as Target, undefined, call as Call);
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

  #send(request: Outgoing): Promise<Answer> {
    return send(request, this.#options);
  }

  /** A resource that is one record has no ids: its first argument is the second one of others. */
  #split(args: readonly unknown[]): readonly unknown[] {
    return this.#route.item === undefined ? [undefined, ...args] : args;
  }

  #pathOf(id: Id | undefined, path: string = this.#route.item ?? this.#route.path): string {
    // A template without an id is that of the only record.
    if (id === undefined || id === null) return fillPath(path, this.#parents);
    return this.#fill(path, writeKey(id));
  }

  /** @param segment - names the record, encoded */
  #fill(path: string, segment: string): string {
    return fillPath(
      path.replace('{id}', () => segment),
      this.#parents,
    );
  }

  async #write(
    method: string,
    template: string | undefined,
    target: Target | undefined,
    body: unknown,
    call: Call = {},
    isIdempotent = false,
  ): Promise<unknown> {
    const { ifMatch, idempotencyKey, signal, headers, ...query } = call;
    const isRead = isRecord(target);
    const read = isRead ? recall(target) : undefined;
    if (isRead && !read?.tag) {
      throw new TypeError(
        'This record has no entity tag. Read it with get(), or pass its id; a copy has none. On another origin, add ETag to Access-Control-Expose-Headers.',
      );
    }
    const pathOf = (written?: string): string =>
      read
        ? this.#fill(written ?? this.#route.item ?? this.#route.path, read.path.slice(read.path.lastIndexOf('/') + 1))
        : this.#pathOf(target as Id | undefined, written);
    const path = pathOf(template);
    const tag = ifMatch ?? read?.tag;
    const key = isIdempotent ? (idempotencyKey ?? randomId()) : undefined;
    const request: Outgoing = {
      method,
      path: path + writeQuery(query),
      body,
      isRepeatable:
        method === 'PUT' ||
        method === 'DELETE' ||
        method === 'GET' ||
        key !== undefined ||
        (method === 'PATCH' && !!tag),
      signal,
      headers: { ...(tag && { 'if-match': tag }), ...(key && { 'idempotency-key': key }), ...headers },
    };
    try {
      const answer = await this.#send(request);
      return template === undefined ? remember(answer, path) : answer.body;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      const item = pathOf();
      const current = this.#send({ method: 'GET', path: item, isRepeatable: true, signal });
      throw new ConflictError(
        error,
        read && target,
        await current.then(
          (answer) => remember(answer, item),
          (reason) => ((reason as ApiError).status === 404 ? null : undefined),
        ),
      );
    }
  }

  #many(method: string, where: Where, body: unknown, { max, signal, headers }: ManyOptions): Promise<Answer> {
    const missing = Object.keys(where).find((name) => where[name] === undefined);
    if (missing !== undefined) throw new TypeError(`where.${missing} is undefined, which would change more records.`);
    const path = fillPath(this.#route.path, this.#parents) + writeQuery(writeWhere(where));
    const prefer = { prefer: `max-affected=${max}` };
    return this.#send({ method, path, body, isRepeatable: false, signal, headers: { ...prefer, ...headers } });
  }
}

function isRecord(target: unknown): target is object {
  return typeof target === 'object' && !Array.isArray(target) && !(target instanceof Uint8Array);
}
