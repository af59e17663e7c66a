/** A method, and the action that serves it (seed, "Endpoints"). GET includes HEAD; the router answers OPTIONS. */
export type MethodAction = readonly [method: string, action: string];

/** Paths without an id. */
export const COLLECTION: readonly MethodAction[] = [
  ['GET', 'getAction'],
  ['QUERY', 'queryAction'],
  ['POST', 'postAction'],
];

/** Paths with the mapped parameter `id`. */
export const ITEM: readonly MethodAction[] = [
  ['GET', 'getAction'],
  ['PUT', 'putAction'],
  ['PATCH', 'patchAction'],
  ['DELETE', 'deleteAction'],
];

/** The names of all actions. */
export const ACTIONS: readonly string[] = [...new Set([...COLLECTION, ...ITEM].map(([, action]) => action))];
