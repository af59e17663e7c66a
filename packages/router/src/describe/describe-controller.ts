import type { Policies } from '@rest-gen/model/core';
import { type ControllerConstructor, type ControllerStatics, STATICS } from '../contracts/controller.ts';
import type { ControllerDescription, OperationDescription } from '../contracts/description.ts';
import type { ActionPlan, ControllerPlan, ResourcePlan } from '../contracts/plan.ts';
import { overridesShow } from '../relations/overrides-show.ts';
import { describePolicy } from './describe-policy.ts';
import { describeRelations } from './describe-relations.ts';

/**
 * Describe a controller and its operations.
 *
 * @param classes - classes of all controllers: a superclass that is not among them is a base class, such as `rest`
 */
export function describeController(
  plan: ControllerPlan,
  classes: ReadonlySet<unknown>,
  policies?: Policies,
): ControllerDescription {
  const { name, Class, file, logicFile, list, collection, item, actions } = plan;
  const describe = ({ actions }: ResourcePlan, isCollection: boolean): OperationDescription[] => {
    const served = [...actions].filter(([method]) => method !== 'HEAD');
    return served.map(([method, action]) => ({
      ...describeAction(action, Class, classes),
      method: method as OperationDescription['method'],
      isList: isCollection && isList(action, Class),
    }));
  };
  // The next description has it, if the store is ready by then.
  list.resolve?.().catch(() => undefined);
  return {
    name,
    table: list.table,
    file,
    logicFile,
    statics: readStatics(Class),
    overridesShow: overridesShow(Class),
    hooks: HOOKS.filter((hook) => typeof Class.prototype[hook] === 'function'),
    policy: describePolicy(policies, list.table),
    relations: describeRelations(list.relations, policies, list.writable),
    isUnresolved: list.resolve !== undefined,
    collection: describe(collection, true),
    item: describe(item, false),
    actions: new Map(
      Array.from(actions, ([action, resource]) => [action, describe(resource, false)[0] as OperationDescription]),
    ),
  };
}

// --- internal ---

const HOOKS = ['__before', '__after', '__call'] as const;

function readStatics(Class: ControllerConstructor): ControllerStatics {
  // `abstract` applies to a base class, not to its subclasses.
  const names = STATICS.filter((name) => name !== 'abstract');
  return Object.fromEntries(names.flatMap((name) => (Class[name] === undefined ? [] : [[name, Class[name]]])));
}

function describeAction(
  { action, logic, takesBody, bulk, many, described }: ActionPlan,
  Class: ControllerConstructor,
  classes: ReadonlySet<unknown>,
): Omit<OperationDescription, 'method' | 'isList'> {
  return {
    action,
    isInherited: isInherited(Class, action, classes),
    logic,
    takesBody,
    isBulk: bulk,
    isMany: many,
    idempotent: false,
    deprecated: false,
    sunset: undefined,
    ...described,
  };
}

/** Whether the class that writes the method is a base: `rest`, or anything else that is no controller. */
function isInherited(Class: ControllerConstructor, action: string, classes: ReadonlySet<unknown>): boolean {
  let owner: object | null = Class.prototype;
  while (owner !== null && !Object.hasOwn(owner, action)) owner = Object.getPrototypeOf(owner);
  return owner !== null && !classes.has(owner.constructor);
}

/** GET and QUERY of a collection, when the class says that they list; a singleton answers its one record. */
function isList(
  { action }: ActionPlan,
  { declaresListQuery = false, singleton = false }: ControllerConstructor,
): boolean {
  return declaresListQuery && !singleton && (action === 'getAction' || action === 'queryAction');
}
