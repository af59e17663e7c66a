import type { CompiledLogic } from '@rest-gen/logic';
import type { ControllerStatics } from '../controller/types.ts';
import type { LoadedController, LoadedLogic } from '../load/load-project.ts';
import type { ActionPlan, ControllerPlan, ResourcePlan } from './types.ts';

/**
 * Plan a controller: which action serves which method, for paths without and with an id (seed, "Endpoints"; RFC 9110 section 15.5.6).
 */
export function planController(
  { name, Class, file }: LoadedController,
  logic: LoadedLogic | undefined,
): ControllerPlan {
  const collection = Class.singleton ? [...COLLECTION, ...ITEM] : COLLECTION;
  return {
    name,
    Class,
    file,
    logicFile: logic?.file,
    collection: planResource(Class, collection, logic?.logic),
    item: planResource(Class, ITEM, logic?.logic),
  };
}

// --- internal ---

type MethodAction = readonly [method: string, action: string];

const COLLECTION: readonly MethodAction[] = [
  ['GET', 'getAction'],
  ['QUERY', 'queryAction'],
  ['POST', 'postAction'],
];
const ITEM: readonly MethodAction[] = [
  ['GET', 'getAction'],
  ['PUT', 'putAction'],
  ['PATCH', 'patchAction'],
  ['DELETE', 'deleteAction'],
];
const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

function planResource(
  Class: LoadedController['Class'],
  methods: readonly MethodAction[],
  logic: CompiledLogic | undefined,
): ResourcePlan {
  const actions = new Map<string, ActionPlan>();
  for (const [method, action] of methods) {
    if (!hasMethod(Class, action)) continue;
    const plan = planAction(method, action, Class, logic);
    actions.set(method, plan);
    if (method === 'GET') actions.set('HEAD', plan);
  }
  return {
    actions,
    allow: [...actions.keys(), 'OPTIONS'].join(', '),
    acceptPatch: actions.has('PATCH') ? 'application/merge-patch+json, application/json' : undefined,
    call: hasMethod(Class, '__call'),
  };
}

function planAction(
  method: string,
  action: string,
  Class: ControllerStatics,
  logic: CompiledLogic | undefined,
): ActionPlan {
  return {
    method,
    action,
    takesBody: BODY_METHODS.has(method),
    logic: logic?.action(action),
    openQuery: action === 'getAction' && (Class.declaresListQuery ?? false),
    bulk: action === 'postAction' && (Class.bulk ?? false),
  };
}

function hasMethod(Class: LoadedController['Class'], name: string): boolean {
  return typeof (Class.prototype as unknown as Record<string, unknown>)[name] === 'function';
}
