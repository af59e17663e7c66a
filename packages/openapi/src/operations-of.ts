import type { Operation, PathItem } from './types.ts';

/** The operations of a path by property name, in a fixed order; QUERY is `query`, or `x-query` in OpenAPI 3.1. */
export function operationsByMethod(item: PathItem): Map<string, Operation> {
  const entries = MEMBERS.map((member) => [member, item[member] as Operation | undefined] as const);
  return new Map(
    entries.filter((entry): entry is readonly [(typeof MEMBERS)[number], Operation] => entry[1] !== undefined),
  );
}

// --- internal ---

const MEMBERS = ['get', 'query', 'x-query', 'post', 'put', 'patch', 'delete', 'options', 'head'] as const;
