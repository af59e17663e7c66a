import type { FollowChanges } from './change-types.ts';
import { Paths } from './paths.ts';
import type { PlanWrites } from './plan-types.ts';
import { Resource } from './resource.ts';
import { send } from './send.ts';
import type { Client, ClientOptions, RequestOptions, Resources, Route } from './types.ts';
import { writeQuery } from './write-query.ts';

/**
 * Create the client of a service. `rest-gen client` writes the function `createApi`, which calls it with the routes and adds the types.
 *
 * @typeParam Api - the resources by name
 * @param plan - `planWrites`, where a resource has plans
 * @param follow - `followChanges`, where a resource has changes
 *
 * @see docs/client.md
 */
export function createClient<Api>(
  resources: Resources,
  options: ClientOptions = {},
  plan?: PlanWrites,
  follow?: FollowChanges,
): Api & Client {
  const entries = Object.entries(resources).map(([name, routes]) => {
    const open = (route: Route, parents: Parents) => {
      const make = (used: ClientOptions) => new Resource(name, route, parents, used);
      const { changes: numbers } = route;
      const path = () => new Paths(route, parents).collection;
      return Object.assign(
        make(options),
        plan && route.plan && { plan: plan(make, options) },
        follow && numbers && follow({ path, numbers, options }),
      );
    };
    return [name, createResource(name, routes, open)];
  });
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

type Parents = Readonly<Record<string, unknown>>;

function createResource(
  name: string,
  routes: readonly Route[],
  open: (route: Route, parents: Parents) => Resource,
): object {
  const find = (parents: readonly string[]) => {
    return routes.find(({ path }) => parentsOf(path).sort().join() === [...parents].sort().join());
  };
  const own = find([]);
  const of = (parents: Parents) => {
    const route = find(Object.keys(parents));
    if (route === undefined) throw new TypeError(`api.${name} has no path with ${Object.keys(parents).join(' and ')}.`);
    return open(route, parents);
  };
  return own ? Object.assign(open(own, {}), { of }) : { of };
}

function parentsOf(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name as string).filter((name) => name !== 'id');
}
