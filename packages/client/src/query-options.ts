import { createList, type ListQuery, toParameters } from './create-list.ts';
import type { ClientOptions, InfiniteQueryOptions, Mutation, Page, QueryCache, QueryOptions } from './types.ts';
import { writeQuery } from './write-query.ts';

/** Where a query is sent, and the name of its resource: the first part of its key, so that a write makes all of them stale. */
export interface QuerySource {
  readonly name: string;
  readonly path: string;
  readonly options: ClientOptions;
}

/** The options of a query for one page. */
export function queryPage({ name, path, options }: QuerySource, query: ListQuery): QueryOptions<Page<unknown>> {
  return {
    queryKey: [name, path + writeQuery(toParameters(query))],
    queryFn: ({ signal } = {}) => createList(path, { ...query, signal }, options).page(),
  };
}

/** The options of a query for all pages, each of which begins at the cursor of the page before. */
export function queryPages({ name, path, options }: QuerySource, query: ListQuery): InfiniteQueryOptions<unknown> {
  return {
    queryKey: [name, path + writeQuery(toParameters(query)), 'pages'],
    queryFn: ({ pageParam, signal }) => createList(path, { ...query, after: pageParam, signal }, options).page(),
    initialPageParam: undefined,
    getNextPageParam: ({ after }) => after,
  };
}

/** The options of a mutation, whose variables are the arguments of the method. */
export function mutate(
  name: string,
  method: (...args: never[]) => Promise<unknown>,
  cache: QueryCache | undefined,
): Mutation<(...args: never[]) => Promise<unknown>> {
  return {
    mutationFn: (args) => method(...args),
    onSettled: async () => {
      await cache?.invalidateQueries({ queryKey: [name] });
    },
  };
}
