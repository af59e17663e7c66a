import { inspect } from 'node:util';
import { isError, isThenable } from '@rest-gen/model/core';
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { compileRules } from './core/compile/compile-rules.ts';
import type { Params } from './core/compile/types.ts';
import type { Explanation } from './core/contracts/explanation.ts';
import type { Inspect } from './core/contracts/inspect.ts';
import type { ResolvedOptions } from './core/contracts/options.ts';
import type { Part, StartedRouter } from './core/contracts/part.ts';
import type { ControllerPlan } from './core/contracts/plan.ts';
import type { Project } from './core/contracts/project.ts';
import type { Service } from './core/contracts/service.ts';
import { debug } from './core/debug.ts';
import { createDeadlines } from './core/dispatch/deadlines.ts';
import { planController } from './core/dispatch/plan-controller.ts';
import { createBodyReader } from './core/dispatch/read-body.ts';
import { noInspect, notReady, requestError, StartError } from './core/errors.ts';
import { handleRequest, type RouterState } from './core/handle-request.ts';
import { importCompiler, requireCompiler, warmUpLater } from './core/load/get-compiler.ts';
import { loadInspect } from './core/load/load-inspect.ts';
import { givenModules, isGiven, loadModules, type Modules } from './core/load/load-modules.ts';
import { parseRules } from './core/parse/rule.ts';
import type { ParsedRule } from './core/parse/types.ts';
import { findPrefix } from './core/respond/prefix.ts';
import { passOn, reportLate, sendError } from './core/respond/send-error.ts';
import { passedError } from './core/respond/to-http-error.ts';
import { Unmatched } from './core/unmatched.ts';
import type { RouteRow, ServiceDescription } from './describe/contracts/description.ts';
import { describeService } from './describe/describe-service.ts';
import { describeStart } from './describe/describe-start.ts';
import { listRoutes } from './describe/list-routes.ts';
import { checkMembers } from './load/check-members.ts';
import { missingAction } from './load/missing-action.ts';
import { missingController } from './load/missing-controller.ts';
import { toProject } from './load/to-project.ts';
import { type RestRouterOptions, resolveOptions } from './options.ts';
import { leadsNowhere } from './parts/callable/find-callable.ts';
import { observe } from './parts/observe/observe.ts';
import { createParts, knownMembers } from './parts.ts';
import { runDry } from './request/dry-run.ts';
import { Requester } from './request/requester.ts';
import type { RouterAnswer, RouterRequest } from './request/types.ts';
import { idNames } from './resource/keys.ts';
import { requirePolicies } from './resource/policy/require-policies.ts';
import { SERVICE } from './service-of.ts';

/**
 * An Express router that serves the controllers of a project, and can be asked about itself.
 *
 * @see docs/router.md
 */
export type RestRouter = Router & {
  /**
   * Resolves when the project is loaded and checked; requests that arrive earlier wait for it.
   *
   * Rejects with a {@link StartError}. Where nothing has read this property by then, the process prints that error and exits with code 1.
   */
  readonly ready: Promise<void>;
  /**
   * The resolved routes, a row for each rule, in written order.
   *
   * @throws {StartError} `E_NOT_READY` before `ready`
   */
  routes(): RouteRow[];
  /**
   * Describe rules, paths, controllers and operations, for documents and other tools; runs none of the project's code.
   *
   * @throws {StartError} `E_NOT_READY` before `ready`
   */
  describe(): ServiceDescription;
  /**
   * Say what a request would resolve to, and why each rule did or did not match; runs none of the project's code.
   *
   * @param url - below the mount path
   * @throws {StartError} `E_NOT_READY` before `ready`; `E_NO_INSPECT` without the option `inspect`
   */
  explain(method: string, url: string): Explanation;
  /**
   * Send a request to the router from the program itself, such as a job or a test: the same rules, limits, logic, policies, hooks and answers. The
   * middleware of the application does not run, so `user` says who it is.
   *
   * @param url - below the mount path
   * @throws {TypeError} for a method, URL, header or body that cannot be sent
   * @see docs/requests.md
   */
  request(method: string, url: string, request?: RouterRequest): Promise<RouterAnswer>;
  /**
   * The last handler of an application, `app.use(router.notFound)`: answers 404 `E_NOT_FOUND` with a problem document; outside production, with the
   * option `inspect`, it says why no rule matched, and what to do. OPTIONS is left to Express, which answers it for the routes of the application.
   */
  readonly notFound: RequestHandler;
  /**
   * Behind everything, `app.use(router.errors)`: answers what middleware and handlers of the application pass to `next(error)` as the router answers
   * its own errors, with a problem document or through `onError`. When an answer has begun, it is broken off.
   */
  readonly errors: ErrorRequestHandler;
  /** Close the parts, then the model that was loaded from `config/model`. */
  close(): Promise<void>;
};

/**
 * Create the router of a project. It returns at once; rules, controllers, logic and model are loaded and checked in the background (see `ready`).
 *
 * With the options `rules` and `controllers` no file is read: everything comes from the options and is checked before it returns. Only what
 * needs the tables of the store is done later: the relations of `static include`, and whether policies fit their tables.
 *
 * @example
 * const app = express();
 * app.use(createRestRouter());
 *
 * @throws {StartError} `E_OPTION`; with `rules` and `controllers` every code of `START_CODES`, otherwise `ready` rejects with it
 *
 * @see docs/router.md
 */
export function createRestRouter(options: RestRouterOptions = {}): RestRouter {
  const resolved = resolveOptions(options);
  requirePolicies(options);
  let project: Project | undefined;
  let parts: readonly Part[] = [];
  let closing: Promise<void> | undefined;
  let running: Running | undefined;
  let failure: unknown;
  let isReadyRead = false;

  const start = (modules: Modules): void | Promise<void> => {
    project = toProject(modules, options);
    parts = createParts(project, options.parts);
    const service = assemble(project, resolved, parts);
    SERVICE.set(router, service);
    const open = (inspect: Inspect | undefined): void | Promise<void> => {
      const finishing = parts.flatMap((part) => part.started?.() ?? []);
      running = serveService(service, inspect);
      if (service.project.logics.size > 0) warmUpLater();
      const report = (): void => resolved.log?.(describeStart(service, inspect));
      return finishing.length === 0 ? report() : Promise.all(finishing).then(report);
    };
    const run = (inspect: Inspect | undefined): void | Promise<void> => {
      const started = startParts(parts, { service, inspect, router });
      return started === undefined ? open(inspect) : started.then(() => open(inspect));
    };
    const inspect = loadInspect(options.inspect, resolved.teach);
    return isThenable(inspect) ? inspect.then(run) : run(inspect);
  };
  const fail = (error: unknown): void => {
    running = undefined;
    failure = error;
    if (!isReadyRead) exitWith(error);
  };
  /** Run `work` when the project is loaded; a request after a failed load is answered 503. */
  const whenLoaded = (work: (state: RouterState, req: Request, res: Response, next?: NextFunction) => void): Handle => {
    return function serve(req, res, next) {
      findPrefix(req, resolved.prefix);
      if (running) work(running.state, req, res, next);
      else if (failure === undefined) void settled.then(() => serve(req, res, next));
      else sendError(requestError('E_START_FAILED'), req, res, next, resolved);
    };
  };
  const loaded = (): Running => {
    if (running) return running;
    throw failure ?? notReady();
  };

  const router = express.Router();
  const { handle } = router as unknown as { handle: RequestHandler };
  // What is added to the router, such as helmet(), runs before the rules, whenever it is added.
  const handleRules = whenLoaded((state, req, res, next) => {
    if (router.stack.length === 0 || leadsNowhere(state.service, req)) handleRequest(state, req, res, next);
    else {
      handle.call(router, req, res, (error?: unknown) => {
        if (error) passOn(error, req, res, next, resolved);
        else handleRequest(state, req, res, next);
      });
    }
  });
  const load = async (modules: Modules): Promise<void> => {
    await importCompiler(modules, options);
    return start(modules);
  };
  const startGiven = (modules: Modules): Promise<void> => {
    return requireCompiler(modules, options) ? Promise.resolve(start(modules)) : load(modules);
  };
  const ready = isGiven(options) ? startGiven(givenModules(options)) : loadModules(options).then(load);
  const settled = ready.catch(fail);
  Object.defineProperty(router, 'ready', {
    get: () => {
      isReadyRead = true;
      return ready;
    },
  });
  const requester = new Requester(() => [router, made.notFound, made.errors]);
  const made = Object.assign(router as RestRouter, {
    handle: handleRules,
    routes: () => loaded().routes(),
    describe: () => loaded().describe(),
    explain: (method: string, url: string) => loaded().explain(method, url),
    request: async (method: string, url: string, request: RouterRequest = {}) => {
      if (!request.dryRun) return requester.send(method, url, request);
      await settled;
      return runDry(project, request, (one) => requester.send(method, url, one));
    },
    notFound: whenLoaded(({ unmatched }, req, res, next) => {
      if (req.method === 'OPTIONS' && next) next();
      else if (!res.headersSent) sendError(unmatched.errorOf(req), req, res, next, resolved);
    }),
    errors: (error: unknown, req: Request, res: Response, next: NextFunction) => {
      findPrefix(req, resolved.prefix);
      if (res.headersSent) reportLate(error, req, res, res.destroyed, req.params as Params);
      else sendError(passedError(error, resolved), req, res, next, resolved, undefined, req.params as Params);
    },
    close: async () => {
      await settled;
      closing ??= closeAll(parts, project);
      await closing;
    },
  });
  return made;
}

// --- internal ---

/** As Express calls a router, and as a server of `node:http` calls any function, without `next`. */
type Handle = (req: Request, res: Response, next?: NextFunction) => void;

/** A router whose project is loaded and checked. */
interface Running extends Pick<RestRouter, 'routes' | 'describe' | 'explain'> {
  readonly state: RouterState;
}

/** Compile the rules of a project, plan its controllers, and hold both against each other. */
function assemble(project: Project, options: ResolvedOptions, parts: readonly Part[]): Service {
  const members = knownMembers(parts);
  for (const error of checkMembers(project.controllers.values(), members)) throw error;
  const { caseSensitive, strict, limits } = options;
  const file = project.rulesFile;
  const parsed = parseRules(project.rules, { caseSensitive, strict, file, idName: idNames(project) });
  for (const rule of parsed) {
    if (rule.kind === 'skipped') debug('rule %s %s is skipped: %s', rule.number, rule.text, rule.reason);
  }
  const ours = parsed.filter((rule): rule is ParsedRule => rule.kind === 'rest');
  const index = compileRules(ours, { maxPath: limits.path, file });
  const controllers = new Map<string, ControllerPlan>();
  for (const [name, loaded] of project.controllers) {
    controllers.set(name, planController(loaded, project.logics.get(name), parts));
  }
  for (const rule of index.rules) {
    const error = missingController(rule, controllers, file) ?? missingAction(rule, controllers, file);
    if (error) throw error;
  }
  const securitySchemes = Object.assign({}, ...parts.map((part) => part.securitySchemes));
  return { project, options, parsed, index, controllers, statics: members.statics, securitySchemes };
}

/** Close everything, whatever fails. @throws the first error */
async function closeAll(parts: readonly Part[], project: Project | undefined): Promise<void> {
  const closed = await Promise.allSettled(parts.map(async (part) => part.close?.()));
  if (project?.ownsModel) await project.model?.close();
  for (const one of closed) if (one.status === 'rejected') throw one.reason;
}

/** Start the parts one after the other. @returns a promise only if one of them does */
function startParts(parts: readonly Part[], started: StartedRouter): Promise<void> | undefined {
  for (const [index, part] of parts.entries()) {
    const begun = part.start?.(started);
    if (isThenable(begun)) return Promise.resolve(begun).then(() => startParts(parts.slice(index + 1), started));
  }
  return undefined;
}

function serveService(service: Service, inspect: Inspect | undefined): Running {
  const { options } = service;
  const unmatched = new Unmatched(service, options.teach ? inspect : undefined);
  const state: RouterState = {
    service,
    readBody: createBodyReader(options.limits, undefined, options.log),
    deadlines: createDeadlines(),
    observer: observe,
    unmatched,
    inspect,
  };
  let description: ServiceDescription | undefined;
  return {
    state,
    routes: () => listRoutes(service),
    describe: () => {
      if (description !== undefined) return description;
      const made = describeService(service);
      // Until the store is ready, the next one may know more.
      if (![...made.controllers.values()].some(({ isUnresolved }) => isUnresolved)) description = made;
      return made;
    },
    explain: (method, url) => {
      if (inspect === undefined) throw noInspect();
      return inspect.explainRequest(service, method, url);
    },
  };
}

/** Print the error that nothing awaits, as Node prints an uncaught one, and end the process. */
function exitWith(error: unknown): void {
  // The message of an error of the start says everything; the stack of another error says where it was thrown.
  const isTold = error instanceof StartError && error.cause === undefined;
  const text = isTold ? error.message : isError(error) ? (error.stack ?? error.message) : inspect(error);
  process.stderr.write(`${text}\n`, () => process.exit(1));
}
