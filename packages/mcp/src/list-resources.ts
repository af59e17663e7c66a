import { Access } from '@rest-gen/model/core';
import type { ControllerDescription, OperationDescription, PathDescription, RestRouter } from '@rest-gen/router';
import { allowsUser, type ControllerPlan, isCallable, operationOf } from '@rest-gen/router/internal';
import { serviceOf } from '@rest-gen/router/part';
import { reach } from './reach.ts';
import type { McpUser } from './types.ts';

/** A path of a resource, with what the user may do there. */
export interface UsablePath {
  readonly path: PathDescription;
  readonly operations: readonly OperationDescription[];
}

/** The resources that a user may use, one a line: `issue: GET, POST /issue; GET, PATCH, DELETE /issue/{id}`. */
export function listResources(router: RestRouter, user: McpUser): string {
  const lines = Array.from(usablePaths(router, user), ([name, paths]) => `${name}: ${pathLine(paths)}`);
  return lines.join('\n') || 'There is no resource that you may use.';
}

/** `GET, POST /issue; GET, PATCH /issue/{id}` */
export function pathLine(paths: readonly UsablePath[]): string {
  return paths
    .map(({ path, operations }) => `${operations.map(({ method }) => method).join(', ')} ${path.template}`)
    .join('; ');
}

/** What a user may use, by the names of the resources: policies that allow no record, and what narrows the user, leave methods out. */
export function usablePaths(router: RestRouter, user: McpUser): ReadonlyMap<string, readonly UsablePath[]> {
  const { controllers, project } = serviceOf(router);
  const { rules, controllers: described } = router.describe();
  const access = project.policies && new Access(project.policies, user);
  const usable = new Map<string, UsablePath[]>();
  for (const path of rules.flatMap((rule) => rule.paths)) {
    const plan = controllers.get(path.controller);
    const description = described.get(path.controller);
    if (plan === undefined || description === undefined || !isCallable(plan) || !leadsHere(router, path)) continue;
    const paths = usable.get(plan.name) ?? [];
    if (paths.some((one) => one.path.template === path.template)) continue;
    const operations = operationsAt(description, path).filter((operation) => {
      return (
        operation.method !== 'QUERY' && isWritable(operation) && mayUse(operation, description, plan, user, access)
      );
    });
    if (operations.length > 0) usable.set(plan.name, [...paths, { path, operations }]);
  }
  return usable;
}

// --- internal ---

/** An earlier rule may take the path. */
function leadsHere(router: RestRouter, { controller, example }: PathDescription): boolean {
  try {
    return reach(router, 'GET', example).controller.name === controller;
  } catch {
    return false;
  }
}

function operationsAt(
  { item, collection, actions }: ControllerDescription,
  { isItem, action }: PathDescription,
): readonly OperationDescription[] {
  if (action !== undefined) return [actions.get(action) ?? []].flat();
  return isItem ? item : collection;
}

/** Without fields in the logic, the base class writes nothing: 500. */
function isWritable({ isInherited, takesBody, logic }: OperationDescription): boolean {
  return !isInherited || !takesBody || logic?.resolve !== undefined || logic?.form('body') !== undefined;
}

function mayUse(
  { method, action, isInherited }: OperationDescription,
  { table }: ControllerDescription,
  plan: ControllerPlan,
  user: McpUser,
  access: Access | undefined,
): boolean {
  if (!allowsUser(plan, user, method)) return false;
  const rules = access?.find(table);
  const operation = operationOf(method, action);
  // What an action of the class itself does is not known.
  if (rules === undefined || operation === undefined || !isInherited) return true;
  try {
    return rules.decide('read') !== false && rules.decide(operation) !== false;
  } catch {
    // A function of the policy that throws lets nobody pass.
    return false;
  }
}
