import { COLLECTION, hasMethod, ITEM, type MethodAction, ownActionsOf } from '../actions.ts';
import type { ControllerConstructor } from '../contracts/controller.ts';
import type { ActionHooks, ActionPlan, HeaderFields, Hooks } from '../contracts/exchange.ts';
import type { Part, PlannedClass } from '../contracts/part.ts';
import type { ControllerPlan, PathPlan } from '../contracts/plan.ts';
import type { LoadedController, LoadedLogic } from '../contracts/project.ts';
import { checkStatics, collectStatics } from '../statics.ts';
import { wrongStatic } from '../wrong-static.ts';
import { offer } from './path-plan.ts';

/**
 * Plan a controller: which action serves which method, for paths without and with an id (seed, "Endpoints"; RFC 9110 section 15.5.6), and what the parts do.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`, and what the parts throw
 */
export function planController(
  loaded: LoadedController,
  logic: LoadedLogic | undefined,
  parts: readonly Part[],
): ControllerPlan {
  const { name, Class, file } = loaded;
  checkStatics(Class, collectStatics(parts), file);
  const planned = parts.flatMap((part) => part.plan?.(loaded, logic) ?? []);
  const isServed = servedActions(Class, file);
  const more = planned.flatMap(({ collection = [] }) => collection);
  const collection = [...COLLECTION, ...ITEM.filter(([method]) => more.includes(method))];
  const paths = new PathPlanner(loaded, logic, planned);
  const secrets = logic?.logic.actions.flatMap((action) => logic.logic.action(action)?.unreadable() ?? []) ?? [];
  const plan: ControllerPlan = {
    name,
    Class,
    file,
    logicFile: logic?.file,
    timeout: Class.timeout,
    maxItems: Class.maxItems,
    unreadable: new Set([...planned.flatMap(({ unreadable = [] }) => unreadable), ...secrets]),
    collection: paths.plan((Class.singleton ? singletonActions(Class) : collection).filter(isServed), !Class.singleton),
    item: paths.plan(ITEM.filter(isServed), false),
    actions: new Map(ownActionsOf(Class.prototype).map((action) => [action, paths.plan([['POST', action]], false)])),
    headers: joinHeaders(planned),
  };
  for (const one of planned) one.planned?.(plan);
  return plan;
}

/** The class that has a method: the controller, or one that it extends. */
export function ownerOf(Class: ControllerConstructor, method: string): ControllerConstructor | undefined {
  let owner: object | null = Class.prototype;
  while (owner !== null && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner);
  return owner?.constructor as ControllerConstructor | undefined;
}

/** Whether a class is a base of controllers: it says `static abstract` itself. */
export function isAbstract(Class: ControllerConstructor | undefined): boolean {
  return Class !== undefined && Object.hasOwn(Class, 'abstract') && (Class.abstract ?? false);
}

// --- internal ---

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

/** One record is not searched: the QUERY of a base class, which lists, is not offered; one of the controller's own is. */
function singletonActions(Class: ControllerConstructor): readonly MethodAction[] {
  const all = [...COLLECTION, ...ITEM];
  return Object.hasOwn(Class.prototype, 'queryAction') ? all : all.filter(([method]) => method !== 'QUERY');
}

/** Which actions the class has: methods, narrowed by `static actions`. */
function servedActions(Class: ControllerConstructor, file: string | undefined): (one: MethodAction) => boolean {
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

/** Plans what the paths of one class have. */
class PathPlanner {
  readonly #Class: ControllerConstructor;
  readonly #logic: LoadedLogic | undefined;
  readonly #planned: readonly PlannedClass[];

  constructor({ Class }: LoadedController, logic: LoadedLogic | undefined, planned: readonly PlannedClass[]) {
    this.#Class = Class;
    this.#logic = logic;
    this.#planned = planned;
  }

  plan(methods: readonly MethodAction[], isCollection: boolean): PathPlan {
    const actions = new Map<string, ActionPlan>();
    for (const [method, action] of methods) {
      const plan = this.#action(method, action, isCollection);
      actions.set(method, plan);
      if (method === 'GET') actions.set('HEAD', plan);
    }
    const call = hasMethod(this.#Class.prototype, '__call') ? this.#action('*', '__call', isCollection) : undefined;
    return { ...offer(actions), call };
  }

  #action(method: string, action: string, isCollection: boolean): ActionPlan {
    const isInherited = isAbstract(ownerOf(this.#Class, action));
    const about = { method, action, isCollection, isInherited };
    const all = this.#planned.flatMap((one) => one.action?.(about) ?? []);
    return {
      method,
      action,
      isInherited,
      // `__call` reads the request itself: which body and query a method without an action takes is not known.
      takesBody: BODY_METHODS.has(method),
      forms: method === 'QUERY' || (method !== '*' && (this.#Class.forms ?? false)),
      logic: method === '*' ? undefined : this.#logic?.logic.action(action),
      maxItems: this.#Class.maxItems,
      hooks: collectHooks(all),
      openQuery: all.some(({ openQuery }) => openQuery),
      headers: joinHeaders(all),
      described: all.flatMap(({ described }) => described ?? []),
    };
  }
}

function collectHooks(all: readonly Hooks[]): ActionHooks {
  return {
    begin: all.flatMap(({ begin }) => begin ?? []),
    admit: all.flatMap(({ admit }) => admit ?? []),
    readBody: all.find(({ readBody }) => readBody !== undefined)?.readBody,
    validate: all.flatMap(({ validate }) => validate ?? []),
    refused: all.flatMap(({ refused }) => refused ?? []),
    around: all.flatMap(({ around }) => around ?? []),
    failed: all.flatMap(({ failed }) => failed ?? []),
    end: all.flatMap(({ end }) => end ?? []),
  };
}

function joinHeaders(planned: readonly { readonly headers?: HeaderFields }[]): HeaderFields | undefined {
  const all = planned.flatMap(({ headers = [] }) => headers);
  return all.length === 0 ? undefined : all;
}
