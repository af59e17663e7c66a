import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { compileRules } from './compile/compile-rules.ts';
import { missingController } from './compile/missing-controller.ts';
import { debug } from './debug.ts';
import { dispatch } from './dispatch/dispatch.ts';
import { planController } from './dispatch/plan-controller.ts';
import { createBodyReader } from './dispatch/read-body.ts';
import type { ControllerPlan, Surface } from './dispatch/types.ts';
import { findRoute } from './find-route.ts';
import { describeService } from './inspect/describe/describe-service.ts';
import { explainPath } from './inspect/explain/explain-path.ts';
import { Missed } from './inspect/explain/missed.ts';
import type { Explanation } from './inspect/explanation.ts';
import { listRoutes, type RouteRow } from './inspect/list-routes.ts';
import type { ServiceDescription } from './inspect/types.ts';
import { loadProject } from './load/load-project.ts';
import { type RestRouterOptions, resolveOptions } from './options.ts';
import { parseRules } from './parse/rule.ts';
import type { ParsedRule } from './parse/types.ts';
import { passOn, sendError } from './respond/send-error.ts';
import { describeStart } from './start-line.ts';

/** An Express router that serves the controllers of a project, and can be asked about itself. */
export type RestRouter = Router & {
  /** The resolved routes, a row for each rule, in written order. */
  routes(): RouteRow[];
  /** Describe rules, paths, controllers and operations, for documents and other tools; calls nothing of the user's. */
  describe(): ServiceDescription;
  /** Say what a request would resolve to, how each rule fared and why; the URL is below the mount path. Runs nothing. */
  explain(method: string, url: string): Explanation;
  /**
   * The last handler of an application, `app.use(router.notFound)`: answers 404 `E_NOT_FOUND` with a problem document; outside production it tells how
   * each rule fared, and what to do. OPTIONS is left to Express, which answers it for the routes of the application.
   */
  readonly notFound: RequestHandler;
  /** Close the model that was loaded from `config/model`. */
  close(): Promise<void>;
};

/**
 * Make the router of a project: rules, controllers, logic and model are loaded and checked before it returns.
 *
 * @example
 * const app = express();
 * app.use(createRestRouter());
 *
 * @throws {StartError} naming file, rule and way out; codes in `START_CODES`
 */
export function createRestRouter(options: RestRouterOptions = {}): RestRouter {
  const resolved = resolveOptions(options);
  const { caseSensitive, strict, limits } = resolved;
  const project = loadProject(options);
  const file = project.rulesFile;
  const parsed = parseRules(project.rules, { caseSensitive, strict, file });
  for (const rule of parsed) {
    if (rule.kind === 'skipped') debug('rule %s %s is skipped: %s', rule.number, rule.text, rule.reason);
  }
  const ours = parsed.filter((rule): rule is ParsedRule => rule.kind === 'rest');
  const index = compileRules(ours, { maxPath: limits.path, file });
  const controllers = new Map<string, ControllerPlan>();
  for (const [name, loaded] of project.controllers)
    controllers.set(name, planController(loaded, project.logics.get(name)));
  for (const rule of index.rules) {
    const error = missingController(rule, controllers, file);
    if (error) throw error;
  }
  resolved.log?.(describeStart({ project, parsed, index, controllers }));
  const surface: Surface = { options: resolved, model: project.model, readBody: createBodyReader(limits) };
  const service = { parsed, rulesFile: file, index, controllers, limits };
  const lookup = { service, options: resolved, missed: new Missed(service, resolved.teach) };
  const serve: Handle = (req, res, next) => {
    const route = findRoute(lookup, req, res, next);
    if (route) dispatch(route, req, res, next, surface);
  };

  const router = express.Router();
  const { handle } = router as unknown as { handle: RequestHandler };
  // What is added to the router, such as helmet(), runs before the rules, whenever it is added.
  const handleRules: Handle = (req, res, next) => {
    if (router.stack.length === 0) serve(req, res, next);
    else {
      handle.call(router, req, res, (error?: unknown) => {
        if (error) passOn(error, req, res, next, resolved);
        else serve(req, res, next);
      });
    }
  };
  return Object.assign(router, {
    handle: handleRules,
    routes: () => listRoutes(parsed, index, controllers),
    describe: () => describeService({ index, file, controllers, model: project.model, options: resolved }),
    explain: (method: string, url: string) => explainPath(service, method, url),
    notFound: (req: Request, res: Response, next: NextFunction) => {
      if (req.method === 'OPTIONS') next();
      else if (!res.headersSent) sendError(lookup.missed.errorOf(req), req, res, next, resolved);
    },
    close: async () => {
      if (project.ownsModel) await project.model?.close();
    },
  });
}

// --- internal ---

/** As Express calls a router, and as a server of `node:http` calls any function: there nobody comes behind. */
type Handle = (req: Request, res: Response, next?: NextFunction) => void;
