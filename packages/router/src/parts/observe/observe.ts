import type { CompiledRule } from '../../core/compile/types.ts';
import type { Observer } from '../../core/contracts/observer.ts';
import { describePaths } from '../../templates/describe-paths.ts';
import type { PathDescription } from '../../templates/types.ts';
import { isObserved } from './channels.ts';
import { ExpressRoute } from './express-route.ts';
import { Trace } from './trace.ts';

/** Publishes the channels of `node:diagnostics_channel`, and names routes for tracers of Express: docs/observability.md. */
export const observe: Observer<Trace> = {
  begin: (req, res) => (isObserved() ? new Trace(req, res) : undefined),

  run({ req, res, route, path, isExpress, observation }, work) {
    const named = nameRoute(route.matched.rule, route.controller.name, path);
    observation?.match(route, named?.template);
    if (isExpress && named !== undefined) {
      const { express } = named;
      if (express.isTraced) return express.run(req, res, work);
      req.route = express.route;
    }
    work(undefined);
  },
};

// --- internal ---

/** The template of a path: a label with few values, whatever clients request. */
interface NamedRoute {
  /** `/post/{id}`, below the mount path */
  readonly template: string;
  /** What paths of the template match. */
  readonly expression: RegExp;
  readonly express: ExpressRoute;
}

/** Find the template that matches a path; `undefined` when the rule has no template for it. */
function nameRoute(rule: CompiledRule, controller: string, path: string): NamedRoute | undefined {
  let named = NAMED.get(rule);
  if (named === undefined) {
    named = new Map();
    NAMED.set(rule, named);
  }
  let routes = named.get(controller);
  if (routes === undefined) {
    routes = describePaths(rule, [controller]).paths.map(toRoute);
    named.set(controller, routes);
  }
  for (let index = 0; index < routes.length; index++) {
    const route = routes[index] as NamedRoute;
    if (route.expression.test(path)) return route;
  }
  return undefined;
}

/** Filled by the first request; at most one entry per controller of a rule. */
const NAMED = new WeakMap<CompiledRule, Map<string, NamedRoute[]>>();

function toRoute({ template, parameters }: PathDescription): NamedRoute {
  const places = new Map(parameters.map(({ name, isMultiSegment }) => [name, isMultiSegment ? '.+' : '[^/]+']));
  const source = template.replace(/\{(\w+)\}|[^\w/]/g, (text, name) => places.get(name) ?? `\\${text}`);
  return { template, expression: new RegExp(`^${source}\\/?$`, 'i'), express: new ExpressRoute(template) };
}
