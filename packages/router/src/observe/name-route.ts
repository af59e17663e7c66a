import type { CompiledRule } from '../compile/types.ts';
import { describePaths } from '../inspect/describe/describe-paths.ts';
import type { PathDescription } from '../inspect/types.ts';

/** Find the template that a path was taken by: few values, whatever is asked for. `undefined` where the rule has none for it. */
export function nameRoute(rule: CompiledRule, controller: string, path: string): string | undefined {
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
  return routes.find(({ expression }) => expression.test(path))?.template;
}

// --- internal ---

interface NamedRoute {
  readonly template: string;
  readonly expression: RegExp;
}

/** Made when somebody listens and asks for them. There are as many as controllers. */
const NAMED = new WeakMap<CompiledRule, Map<string, NamedRoute[]>>();

function toRoute({ template, parameters }: PathDescription): NamedRoute {
  const places = new Map(parameters.map(({ name, isMultiSegment }) => [name, isMultiSegment ? '.+' : '[^/]+']));
  const source = template.replace(/\{(\w+)\}|[^\w/]/g, (text, name) => places.get(name) ?? `\\${text}`);
  return { template, expression: new RegExp(`^${source}\\/?$`, 'i') };
}
