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
  const { signal, headers, where, sort, ...rest } = query;
  const parameters = { ...rest, ...(sort !== undefined && { sort: [sort].flat() }), ...writeWhere(where) };
  const page = () => requestPage(path, parameters, { signal, headers }, options);
  return {
    page,
    async *[Symbol.asyncIterator]() {
      let current: Page<unknown> | undefined = await page();
      while (current) {
        yield* current.records;
        current = await current.next?.();
      }
    },
  };
}

// --- internal ---

async function requestPage(
  path: string,
  parameters: Parameters,
  call: CallOptions,
  options: ClientOptions,
): Promise<Page<unknown>> {
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
    records: answer.body,
    total: total === null ? undefined : Number(total),
    next: next && (() => requestPage(path, { ...parameters, ...next }, call, options)),
  };
}

/** The parameters `after` or `page` of the link `next`: a proxy may have changed its path. */
function nextOf(link: string): Parameters | undefined {
  const query = /<[^<>?]*\?([^<>]*)>; rel="next"/.exec(link)?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const after = parameters.get('after');
  const page = parameters.get('page');
  if (after !== null) return { after };
  return page === null ? undefined : { page };
}
