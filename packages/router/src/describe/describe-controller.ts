import type { Policies } from '@rest-gen/model/core';
import type { ControllerConstructor } from '../core/contracts/controller.ts';
import type { ActionPlan } from '../core/contracts/exchange.ts';
import type { ControllerPlan, PathPlan } from '../core/contracts/plan.ts';
import { resourceClassOf } from '../resource/contracts/resource-class.ts';
import { overridesShow } from '../resource/relations/overrides-show.ts';
import type { ControllerDescription, OperationDescription } from './contracts/description.ts';
import type { ControllerStatics } from './contracts/statics.ts';
import { describePolicy } from './describe-policy.ts';
import { describeRelations } from './describe-relations.ts';

/**
 * Describe a controller and its operations.
 *
 * @param statics - the names of the static members that mean something
 */
export function describeController(
  plan: ControllerPlan,
  statics: readonly string[],
  policies?: Policies,
): ControllerDescription {
  const { name, Class, file, logicFile, collection, item, actions } = plan;
  const of = resourceClassOf(plan);
  const table = of.statics.name;
  // The next description has it, if the store is ready by then.
  of.resolve()?.catch(() => undefined);
  return {
    name,
    table,
    file,
    logicFile,
    statics: readStatics(Class, statics),
    overridesShow: overridesShow(Class),
    hooks: HOOKS.filter((hook) => typeof Class.prototype[hook] === 'function'),
    policy: describePolicy(policies, table),
    relations: describeRelations(of.plan?.relations ?? new Map(), policies, of.plan?.writable),
    isUnresolved: of.plan === undefined,
    collection: describeOperations(collection),
    item: describeOperations(item),
    actions: new Map(
      Array.from(actions, ([action, path]) => [action, describeOperations(path)[0] as OperationDescription]),
    ),
  };
}

// --- internal ---

const HOOKS = ['__before', '__after', '__call'] as const;

function readStatics(Class: ControllerConstructor, names: readonly string[]): ControllerStatics {
  // `abstract` applies to a base class, not to its subclasses.
  const values = names.filter((name) => name !== 'abstract').map((name) => [name, Reflect.get(Class, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function describeOperations({ actions }: PathPlan): OperationDescription[] {
  const served = [...actions].filter(([method]) => method !== 'HEAD');
  return served.map(([method, plan]) => describeAction(method as OperationDescription['method'], plan));
}

function describeAction(
  method: OperationDescription['method'],
  { action, isInherited, logic, takesBody, described }: ActionPlan,
): OperationDescription {
  const parts: readonly Partial<OperationDescription>[] = described;
  return {
    method,
    action,
    isInherited,
    logic,
    takesBody,
    isList: false,
    isBulk: false,
    isMany: false,
    idempotent: false,
    deprecated: false,
    sunset: undefined,
    ...Object.assign({}, ...parts),
    answerHeaders: Object.assign({}, ...parts.map(({ answerHeaders }) => answerHeaders)),
    parameters: parts.flatMap(({ parameters = [] }) => parameters),
  };
}
