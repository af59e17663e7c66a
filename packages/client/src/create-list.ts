import { ApiError } from './errors.ts';
import { send } from './send.ts';
import type { CallOptions, ClientOptions, List, Page } from './types.ts';
import { type Parameters, type Where, writeQuery, writeWhere } from './write-query.ts';

/** Parameters of a list, and options of the call. */
export interface ListQuery extends CallOptions {
  readonly where?: Where | undefined;
  readonly sort?: unknown;
  readonly [parameter: string]: unknown;
}

/** Create a list, which sends its requests when it is read. */
export function createList(path: string, query: ListQuery, options: ClientOptions): List<unknown> {
  const { signal, headers } = query;
  const call = { signal, headers };
  const parameters = toParameters(query);
  return {
    page: async () => (await requestPage(path, parameters, call, options)).page,
    async *[Symbol.asyncIterator]() {
      let next: Parameters | undefined = {};
      while (next) {
        const read: ReadPage = await requestPage(path, { ...parameters, ...next }, call, options);
        yield* read.page.records;
        next = read.next;
      }
    },
  };
}

/** The parameters of the query. */
export function toParameters({ signal: _, headers: __, where, sort, ...rest }: ListQuery): Parameters {
  return { ...rest, ...(sort !== undefined && { sort: [sort].flat() }), ...writeWhere(where) };
}

// --- internal ---

interface ReadPage {
  readonly page: Page<unknown>;
  /** What the request of the next page has in place of this one. */
  readonly next: Next | undefined;
}

type Next = { readonly after?: string; readonly page?: string };

async function requestPage(
  path: string,
  parameters: Parameters,
  call: CallOptions,
  options: ClientOptions,
): Promise<ReadPage> {
  // Only a body can say `or`.
  const request =
    parameters.or === undefined
      ? { method: 'GET', path: path + writeQuery(parameters) }
      : { method: 'QUERY', path, body: parameters };
  const answer = await send({ ...request, isRepeatable: true, ...call }, options);
  if (!Array.isArray(answer.body)) {
    throw new ApiError(200, { detail: `The answer of ${path} is not a list.` }, answer.headers, false);
  }
  const total = answer.headers.get('x-total-count');
  const next = nextOf(answer.headers.get('link') ?? '');
  return {
    page: { records: answer.body, total: total === null ? undefined : Number(total), after: next?.after },
    next,
  };
}

/** The parameters `after` or `page` of the link `next`: a proxy may have changed its path. */
function nextOf(link: string): Next | undefined {
  const query = /<[^<>?]*\?([^<>]*)>; rel="next"/.exec(link)?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const after = parameters.get('after');
  const page = parameters.get('page');
  if (after !== null) return { after };
  return page === null ? undefined : { page };
}
