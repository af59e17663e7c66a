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

/** The names of all actions of HTTP methods. */
export const ACTIONS: readonly string[] = [...new Set([...COLLECTION, ...ITEM].map(([, action]) => action))];

/** The names of the methods `…Action` of a class that serve no HTTP method, those of base classes among them: only a rule that names one runs it. */
export function ownActionsOf(prototype: object): string[] {
  return actionMethodsOf(prototype).filter((name) => !ACTIONS.includes(name));
}

/** The names of all methods `…Action` of a class, those of base classes among them. */
export function actionMethodsOf(prototype: object): string[] {
  const names = new Set<string>();
  for (let part: object | null = prototype; part !== null; part = Object.getPrototypeOf(part)) {
    for (const name of Object.getOwnPropertyNames(part)) {
      // What a class sets to undefined is taken from its base class, and so is not there.
      if (/.Action$/.test(name) && hasMethod(prototype, name)) names.add(name);
    }
  }
  return [...names];
}

export function hasMethod(prototype: object, name: string): boolean {
  return typeof (prototype as Record<string, unknown>)[name] === 'function';
}

/** Media types of the body of a QUERY, as `Accept-Query` names them (RFC 10008). */
export const QUERY_TYPES = 'application/json, application/x-www-form-urlencoded';
