import type { CompiledLogic } from '@rest-gen/logic';
import type { ControllerConstructor } from '../contracts/controller.ts';
import type { HeaderFields, Part, PlannedClass } from '../contracts/part.ts';
import type { ActionPlan, ControllerPlan, ResourcePlan } from '../contracts/plan.ts';
import type { LoadedController, LoadedLogic } from '../contracts/project.ts';
import { COLLECTION, hasMethod, ITEM, type MethodAction, ownActionsOf } from '../controller/actions.ts';
import { isBulk } from '../controller/bulk-methods.ts';
import { planList } from '../list/plan-list.ts';
import { QUERY_TYPES } from '../list/read-parameters.ts';
import { checkInclude } from '../relations/check-include.ts';
import { inheritsShow } from '../relations/overrides-show.ts';
import { wrongStatic } from '../wrong-static.ts';
import { checkNames } from './check-names.ts';
import { checkStatics } from './check-statics.ts';

/**
 * Plan a controller: which action serves which method, for paths without and with an id (seed, "Endpoints"; RFC 9110 section 15.5.6).
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`, `E_LOGIC_BODY`
 */
export function planController(
  { name, Class, file }: LoadedController,
  logic: LoadedLogic | undefined,
  parts: readonly Part[],
): ControllerPlan {
  checkStatics(Class, file);
  checkInclude(Class.include, { code: 'E_CONTROLLER_STATIC', prefix: 'static ', file });
  const planned = parts.flatMap((part) => part.plan(Class, file) ?? []);
  const isServed = readActions(Class, file);
  const collection = (Class.singleton ? singletonActions(Class) : collectionActions(Class)).filter(isServed);
  const plan = (methods: readonly MethodAction[], lists: boolean): ResourcePlan =>
    planResource({ Class, name, file: logic?.file }, methods, lists, logic?.logic, planned);
  return {
    name,
    Class,
    file,
    logicFile: logic?.file,
    list: planList(name, Class, file, logic?.logic),
    timeout: Class.timeout,
    maxItems: Class.maxItems,
    create: logic?.logic.action('postAction'),
    collection: plan(collection, !Class.singleton),
    item: plan(ITEM.filter(isServed), false),
    actions: new Map(ownActionsOf(Class.prototype).map((action) => [action, plan([['POST', action]], false)])),
    headers: joinHeaders(planned),
  };
}

// --- internal ---

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);
/** Methods whose answers have records, and whose query is not the body. */
const INCLUDING: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH']);

const CHANGES: ReadonlySet<string> = new Set(['putAction', 'patchAction']);

/** Methods that `static bulk` can give to a collection. */
const MANY: ReadonlySet<string> = new Set(['PATCH', 'DELETE']);

function collectionActions(Class: ControllerConstructor): readonly MethodAction[] {
  return [...COLLECTION, ...ITEM.filter(([method]) => MANY.has(method) && isBulk(Class, method.toLowerCase()))];
}

/** One record is not searched: the QUERY of a base class, which lists, is not offered; one of the controller's own is. */
function singletonActions(Class: ControllerConstructor): readonly MethodAction[] {
  const all = [...COLLECTION, ...ITEM];
  return Object.hasOwn(Class.prototype, 'queryAction') ? all : all.filter(([method]) => method !== 'QUERY');
}

/** Which actions the class has: methods, narrowed by `static actions`. */
function readActions(Class: ControllerConstructor, file: string | undefined): (one: MethodAction) => boolean {
  const { actions: listed } = Class;
  const isMethod = ([, action]: MethodAction) => hasMethod(Class.prototype, action);
  if (listed === undefined) return isMethod;
  const names = new Set([...COLLECTION, ...ITEM].filter(isMethod).map(([method]) => method.toLowerCase()));
  if (!Array.isArray(listed) || !listed.every((name) => names.has(name))) {
    const known = [...names].map((name) => `'${name}'`).join(', ');
    throw wrongStatic('actions', listed, `a list of actions that the class has: ${known}`, file);
  }
  return ([method]) => listed.includes(method.toLowerCase());
}

/** Whether requests about one record have parameters that the logic need not declare. */
function hasParameters({ include, softDelete }: ControllerConstructor, method: string): boolean {
  return (include !== undefined && INCLUDING.has(method)) || (softDelete !== undefined && method === 'GET');
}

function planResource(
  {
    Class,
    name,
    file,
  }: { readonly Class: ControllerConstructor; readonly name: string; readonly file: string | undefined },
  methods: readonly MethodAction[],
  lists: boolean,
  logic: CompiledLogic | undefined,
  planned: readonly PlannedClass[],
): ResourcePlan {
  const actions = new Map<string, ActionPlan>();
  for (const [method, action] of methods) {
    const isPost = action === 'postAction';
    const many = lists && MANY.has(method);
    const writes = (isPost || CHANGES.has(action)) && isOfBase(Class, action);
    if (writes) checkNames(logic?.action(action), name, action, file);
    const hooks = planned.flatMap((one) => one.action?.(method, action) ?? []);
    const plan: ActionPlan = {
      method,
      action,
      takesBody: BODY_METHODS.has(method),
      forms: method === 'QUERY' || (Class.forms ?? false),
      logic: logic?.action(action),
      openQuery: lists && (many || action === 'getAction') && (Class.declaresListQuery ?? false),
      openInclude: !many && (Class.declaresListQuery ?? false) && hasParameters(Class, method),
      maxItems: Class.maxItems,
      bulk: isPost && isBulk(Class, 'post'),
      many,
      sentBack: !many && writes && !isPost ? shownBy(Class) : undefined,
      operations: writes ? operationsOf(action, Class) : [],
      writes,
      hooks: hooks.filter(({ admit, refused, around }) => admit ?? refused ?? around),
      headers: joinHeaders(hooks),
      described: Object.assign({}, ...hooks.map(({ described }) => described)),
    };
    actions.set(method, plan);
    if (method === 'GET') actions.set('HEAD', plan);
  }
  return {
    actions,
    allow: [...actions.keys(), 'OPTIONS'].join(', '),
    acceptPatch: actions.has('PATCH') ? 'application/merge-patch+json, application/json' : undefined,
    acceptQuery: actions.has('QUERY') ? QUERY_TYPES : undefined,
    call: hasMethod(Class.prototype, '__call'),
  };
}

function operationsOf(action: string, { upsert = false }: ControllerConstructor): ActionPlan['operations'] {
  if (action === 'postAction') return ['create'];
  return upsert && action === 'putAction' ? ['update', 'create'] : ['update'];
}

function shownBy(Class: ControllerConstructor): ActionPlan['sentBack'] {
  return inheritsShow(Class) ? 'columns' : 'any';
}

/** Whether an action is that of a base class, which says `static abstract`. */
function isOfBase(Class: ControllerConstructor, action: string): boolean {
  let owner: object | null = Class.prototype;
  while (owner !== null && !Object.hasOwn(owner, action)) owner = Object.getPrototypeOf(owner);
  const { abstract = false } = (owner?.constructor ?? {}) as ControllerConstructor;
  return abstract && Object.hasOwn(owner?.constructor ?? {}, 'abstract');
}

function joinHeaders(planned: readonly { readonly headers?: HeaderFields }[]): HeaderFields | undefined {
  const all = planned.flatMap(({ headers = [] }) => headers);
  return all.length === 0 ? undefined : all;
}
