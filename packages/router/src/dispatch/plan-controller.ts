import type { CompiledLogic } from '@rest-gen/logic';
import { checkWrites } from '../controller/check-writes.ts';
import { wrongStatic } from '../controller/wrong-static.ts';
import { planIdempotency } from '../idempotency/plan-idempotency.ts';
import type { IdempotencyPlan } from '../idempotency/types.ts';
import { planList } from '../list/plan-list.ts';
import { QUERY_TYPES } from '../list/read-parameters.ts';
import type { LoadedController, LoadedLogic } from '../load/to-project.ts';
import { type NoticePlan, planNotice } from './plan-notice.ts';
import type { ActionPlan, ControllerPlan, ResourcePlan } from './types.ts';

/**
 * Plan a controller: which action serves which method, for paths without and with an id (seed, "Endpoints"; RFC 9110 section 15.5.6).
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`
 */
export function planController(
  { name, Class, file }: LoadedController,
  logic: LoadedLogic | undefined,
): ControllerPlan {
  checkWrites(Class, file);
  const idempotency = planIdempotency(Class, file);
  const notices = planNotice(Class, file);
  const isServed = readActions(Class, file);
  const collection = (Class.singleton ? singletonActions(Class) : COLLECTION).filter(isServed);
  return {
    name,
    Class,
    file,
    logicFile: logic?.file,
    list: planList(Class, file, logic?.logic),
    collection: planResource(Class, collection, !Class.singleton, logic?.logic, idempotency, notices),
    item: planResource(Class, ITEM.filter(isServed), false, logic?.logic, idempotency, notices),
    notice: notices.all,
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

/** One record is not searched: the QUERY of a base class, which lists, is not offered; one of the controller's own is. */
function singletonActions(Class: LoadedController['Class']): readonly MethodAction[] {
  const all = [...COLLECTION, ...ITEM];
  return Object.hasOwn(Class.prototype, 'queryAction') ? all : all.filter(([method]) => method !== 'QUERY');
}

/** Which actions the class has: methods, narrowed by `static actions`. */
function readActions(Class: LoadedController['Class'], file: string | undefined): (one: MethodAction) => boolean {
  const { actions: listed } = Class;
  const isMethod = ([, action]: MethodAction) => hasMethod(Class, action);
  if (listed === undefined) return isMethod;
  const names = new Set([...COLLECTION, ...ITEM].filter(isMethod).map(([method]) => method.toLowerCase()));
  if (!Array.isArray(listed) || !listed.every((name) => names.has(name))) {
    const known = [...names].map((name) => `'${name}'`).join(', ');
    throw wrongStatic('actions', listed, `a list of actions that the class has: ${known}`, file);
  }
  return ([method]) => listed.includes(method.toLowerCase());
}

function planResource(
  Class: LoadedController['Class'],
  methods: readonly MethodAction[],
  lists: boolean,
  logic: CompiledLogic | undefined,
  idempotency: IdempotencyPlan | undefined,
  notices: NoticePlan,
): ResourcePlan {
  const actions = new Map<string, ActionPlan>();
  for (const [method, action] of methods) {
    const isPost = action === 'postAction';
    const plan: ActionPlan = {
      method,
      action,
      takesBody: BODY_METHODS.has(method),
      forms: method === 'QUERY' || (Class.forms ?? false),
      logic: logic?.action(action),
      openQuery: lists && action === 'getAction' && (Class.declaresListQuery ?? false),
      bulk: isPost && (Class.bulk ?? false),
      idempotency: isPost ? idempotency : undefined,
      notice: notices.actions.get(action),
    };
    actions.set(method, plan);
    if (method === 'GET') actions.set('HEAD', plan);
  }
  return {
    actions,
    allow: [...actions.keys(), 'OPTIONS'].join(', '),
    acceptPatch: actions.has('PATCH') ? 'application/merge-patch+json, application/json' : undefined,
    acceptQuery: actions.has('QUERY') ? QUERY_TYPES : undefined,
    call: hasMethod(Class, '__call'),
  };
}

function hasMethod(Class: LoadedController['Class'], name: string): boolean {
  return typeof (Class.prototype as unknown as Record<string, unknown>)[name] === 'function';
}
