import { Resource } from './resource.ts';
import { send } from './send.ts';
import type { Client, ClientOptions, RequestOptions, Resources, Route } from './types.ts';
import { writeQuery } from './write-query.ts';

/**
 * Create the client of a service. `rest-gen client` writes the function `createApi`, which calls it with the routes and adds the types.
 *
 * @typeParam Api - the resources by name
 *
 * @see docs/client.md
 */
export function createClient<Api>(resources: Resources, options: ClientOptions = {}): Api & Client {
  const entries = Object.entries(resources).map(([name, routes]) => [name, createResource(name, routes, options)]);
  return { ...Object.fromEntries(entries), $request } as Api & Client;

  async function $request(method: string, path: string, request: RequestOptions = {}): Promise<unknown> {
    const { query = {}, stream, ...rest } = request;
    const isRepeatable = /^(?:get|head|query|options)$/i.test(method);
    return (
      await send(
        { ...rest, method, path: path + writeQuery(query), isRepeatable, as: stream ? 'stream' : undefined },
        options,
      )
    ).body;
  }
}

// --- internal ---

function createResource(name: string, routes: readonly Route[], options: ClientOptions): object {
  const find = (parents: readonly string[]) => {
    return routes.find(({ path }) => parentsOf(path).sort().join() === [...parents].sort().join());
  };
  const own = find([]);
  const of = (parents: Record<string, unknown>) => {
    const route = find(Object.keys(parents));
    if (route === undefined) throw new TypeError(`api.${name} has no path with ${Object.keys(parents).join(' and ')}.`);
    return new Resource(name, route, parents, options);
  };
  return own ? Object.assign(new Resource(name, own, {}, options), { of }) : { of };
}

function parentsOf(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name as string).filter((name) => name !== 'id');
}
