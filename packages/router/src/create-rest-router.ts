import { nearest } from '@rest-gen/logic/nearest';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { compileRules } from './compile/compile-rules.ts';
import type { RuleIndex } from './compile/types.ts';
import { debug } from './debug.ts';
import { dispatch, type Surface } from './dispatch/dispatch.ts';
import { planController } from './dispatch/plan-controller.ts';
import { createBodyReader } from './dispatch/read-body.ts';
import { resolveRoute } from './dispatch/resolve-route.ts';
import type { ControllerPlan, Route } from './dispatch/types.ts';
import { HttpError, isHttpError, requestError, StartError } from './errors.ts';
import { type Explanation, explainPath, type TriedRule } from './inspect/explain.ts';
import { listRoutes, type RouteRow } from './inspect/list-routes.ts';
import { loadProject } from './load/load-project.ts';
import { matchPath } from './match/match-path.ts';
import { readPath } from './match/read-path.ts';
import { type ResolvedOptions, type RestRouterOptions, resolveOptions } from './options.ts';
import { parseRules } from './parse/rule.ts';
import type { ParsedRule } from './parse/types.ts';
import { sendError } from './respond/send-error.ts';

/** An Express router that serves the controllers of a project, and can be asked about itself. */
export type RestRouter = Router & {
  /** The resolved routes, a row for each rule, in written order. */
  routes(): RouteRow[];
  /** Say what a request would resolve to, and how each rule fared. */
  explain(method: string, url: string): Explanation;
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
  checkControllers(index, controllers, file);
  const surface: Surface = { options: resolved, model: project.model, readBody: createBodyReader(limits) };

  const router = express.Router();
  const { handle } = router as unknown as { handle: RequestHandler };
  // What is added to the router, such as helmet(), runs before the rules, whenever it is added.
  const handleRules: RequestHandler = (req, res, next) =>
    handle.call(router, req, res, (error?: unknown) => {
      const route = error ? next(error) : findRoute(index, controllers, req, res, next, resolved);
      if (route) void dispatch(route, req, res, next, surface);
    });
  return Object.assign(router, {
    handle: handleRules,
    routes: () => listRoutes(parsed, index, controllers),
    explain: (method: string, url: string) => explainPath(index, controllers, method, url, limits),
    close: async () => {
      if (project.ownsModel) await project.model?.close();
    },
  });
}

// --- internal ---

/** Steps 1 and 2: rule and controller of a request; `undefined` when it has been answered or passed on. */
function findRoute(
  index: RuleIndex,
  controllers: ReadonlyMap<string, ControllerPlan>,
  req: Request,
  res: Response,
  next: NextFunction,
  options: ResolvedOptions,
): Route | undefined {
  const { limits, teach } = options;
  const path = readPath(req.url);
  try {
    const matched = matchPath(index, path, limits);
    if (matched) {
      checkHeaderCount(req.rawHeaders.length / 2, limits.headers);
      const route = resolveRoute(matched, controllers);
      debugRoute(route, req.method, path);
      return route;
    }
  } catch (error) {
    const tried = teach ? explainPath(index, controllers, req.method, path, limits).tried : undefined;
    sendError(withTried(error, tried), req, res, next, options);
    return undefined;
  }
  debug('%s %s: no rule', req.method, path);
  next();
  return undefined;
}

function checkHeaderCount(count: number, most: number): void {
  if (count <= most) return;
  throw requestError('E_TOO_MANY_HEADERS', `The request has ${count} header fields; ${most} are allowed.`);
}

function debugRoute({ matched, controller, resource }: Route, method: string, path: string): void {
  const { number, text } = matched.rule.rule;
  const action = resource.actions.get(method)?.action ?? 'no action';
  debug('%s %s: rule %s %s -> %s, %s, params %o', method, path, number, text, controller.name, action, matched.params);
}

/** A development answer says how each rule fared, so that the rule that took the path by mistake is seen. */
function withTried(error: unknown, tried: readonly TriedRule[] | undefined): unknown {
  if (!isHttpError(error) || tried === undefined) return error;
  const { status, detail, code, headers, extra, hint, cause } = error;
  return new HttpError(status, detail, { code, headers, hint, cause, extra: { ...extra, tried } });
}

/** A rule that names its controller in fixed text has to have it; a capture may name anything. */
function checkControllers(
  index: RuleIndex,
  controllers: ReadonlyMap<string, ControllerPlan>,
  file: string | undefined,
): void {
  for (const { controller, rule } of index.rules) {
    if (controller === undefined || controllers.has(controller)) continue;
    const known = [...controllers.keys()];
    throw new StartError(
      'E_RULE_CONTROLLER',
      `there is no controller "${controller}"${known.length > 0 ? `; there are ${known.join(', ')}` : ''}`,
      {
        file,
        rule: { number: rule.number, text: rule.text },
        hint: controllerHint(controller, nearest(controller, known)),
      },
    );
  }
}

function controllerHint(controller: string, meant: string | undefined): string {
  if (/(?:^|\/)rest$/.test(controller)) return 'The base class "rest" is not a controller: name one that extends it.';
  const write = `rite it with: npx rest-gen controller ${controller} -r`;
  return meant === undefined ? `W${write}` : `Did you mean "${meant}"? Or w${write}`;
}
