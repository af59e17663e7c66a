import { nearest } from '@rest-gen/logic/nearest';
import type { CompiledRule } from '../../compile/types.ts';
import type { ControllerPlan, ResourcePlan } from '../../dispatch/types.ts';
import type { SkippedRule } from '../../parse/types.ts';
import type { Explanation } from '../explanation.ts';
import { reachedBy } from '../reached-by.ts';
import type { Miss } from './find-miss.ts';
import { findNearest, firstSegment, type Near } from './find-nearest.ts';

/** The way out. */
export type Advice = Pick<Explanation, 'hint' | 'command'> & { readonly near?: Near | undefined };

/** What is advised about when no rule takes a path. */
export interface Missed {
  readonly misses: ReadonlyMap<CompiledRule, Miss>;
  readonly controllers: ReadonlyMap<string, ControllerPlan>;
  /** Below the mount path. */
  readonly path: string;
  /** Mount path of the router, `/api`. */
  readonly base: string;
  /** The rule that a path comes to, when its controller is there. */
  readonly serves: (url: string) => CompiledRule | undefined;
  /** A rule that would take it, and is skipped. */
  readonly skipped: SkippedRule | undefined;
}

/** Advise when no rule takes a path: the URL that a rule would take, the rule or the command that is missing. */
export function adviseMissed({ misses, controllers, path, base, serves, skipped }: Missed): Advice {
  if (skipped !== undefined) {
    const { number, reason } = skipped;
    return { hint: `Rule ${number} would take it, and is skipped: ${reason}.`, command: undefined };
  }
  for (const [{ rule }, { reason, mend }] of misses) {
    if (mend !== undefined) return { hint: `Rule ${rule.number} ${reason}: ${mend}.`, command: undefined };
  }
  const near = findNearest(misses, path, serves);
  // A resource whose name was right is there.
  const isThere = near?.url !== undefined && firstSegment(near.url) === firstSegment(path);
  const name = isThere ? undefined : nameOf(path, controllers);
  const controller = name === undefined ? undefined : controllers.get(name);
  const command = name === undefined || controller ? undefined : commandFor(name);
  const said = controller ? [describeReach(controller, misses.keys())] : [];
  if (near) said.push(describeNear(near, misses, base));
  if (command)
    said.push(`${near ? `For ${base}/${name} write` : 'Write'} src/controller/${name} and its rule: ${command}`);
  if (said.length === 0 && misses.size === 0)
    said.push('There are no rules; this writes one: npx rest-gen controller <name> -r');
  if (said.length === 0) said.push('No rule is near it; npx rest-gen routes lists them all.');
  return { hint: said.join(' '), command, near };
}

/** Advise when a capture names a controller that is not there. */
export function adviseController(name: string, known: Iterable<string>): Advice {
  const meant = nearest(name, known);
  const command = NAME.test(name) ? commandFor(name) : undefined;
  // What comes from the target is the author's to correct, what comes from a capture the client's.
  const isTarget = meant !== undefined && lastOf(meant) === lastOf(name);
  const said = [
    ...(meant === undefined ? [] : [`Did you mean "${meant}"?${isTarget ? ' Correct the target of the rule.' : ''}`]),
    ...(command === undefined ? [] : [`Write src/controller/${name}: ${command}`]),
  ];
  return { hint: said.length > 0 ? said.join(' ') : undefined, command };
}

/** Advise when the path has other methods. */
export function adviseMethod(
  method: string,
  { name, file, Class, collection, item }: ControllerPlan,
  resource: ResourcePlan,
  mapsId: boolean,
): string {
  const place = file ?? `the controller "${name}"`;
  const action = ACTIONS.get(method);
  if (action === undefined) return `No action is for ${method}; __call() in ${place} takes what has no action.`;
  const other = resource === item ? collection : item;
  if (!other.actions.has(method)) {
    const isWritten = typeof Reflect.get(Class.prototype, action) === 'function';
    return isWritten && Class.actions !== undefined
      ? `Add '${action.replace('Action', '')}' to static actions of ${place}.`
      : `Write ${action}() in ${place}.`;
  }
  if (other === collection) return `${method} is for the path without an id.`;
  if (mapsId) return `${method} is for one record: put its id behind the path.`;
  return `${method} is for one record, and the rule maps no parameter "id": write it with ?id=:1, or :id in the path.`;
}

/** What creates a controller with its rule. */
export function commandFor(name: string): string {
  return `npx rest-gen controller ${name} -r`;
}

// --- internal ---

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** As the generator takes it. */
const NAME = /^[A-Za-z][\w-]{0,63}(?:\/[A-Za-z][\w-]{0,63}){0,7}$/;

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['GET', 'getAction'],
  ['HEAD', 'getAction'],
  ['QUERY', 'queryAction'],
  ['POST', 'postAction'],
  ['PUT', 'putAction'],
  ['PATCH', 'patchAction'],
  ['DELETE', 'deleteAction'],
]);

/** The controller that a path would be for: `/tag/7` is for `tag`, and `/v1/tag/7` for `v1/tag`, as are others below a directory of controllers. */
function nameOf(path: string, controllers: ReadonlyMap<string, ControllerPlan>): string | undefined {
  const segments = path.split('/').slice(1);
  const directories = new Set([...controllers.keys()].flatMap((name) => name.split('/').slice(0, -1)));
  let count = 1;
  while (count < segments.length && isDirectory(segments[count - 1] as string, directories)) count++;
  const name = segments.slice(0, count).join('/');
  return NAME.test(name) && !/(?:^|\/)rest$/i.test(name) ? name : undefined;
}

function isDirectory(segment: string, directories: ReadonlySet<string>): boolean {
  return /^v\d+$/.test(segment) || directories.has(segment);
}

function describeNear({ rule, url }: Near, misses: Missed['misses'], base: string): string {
  const { number } = rule.rule;
  if (url !== undefined) return `Rule ${number} takes ${base}${url}.`;
  return `Rule ${number} comes nearest: ${(misses.get(rule) as Miss).reason}.`;
}

/** The path has the name of a controller. */
function describeReach(plan: ControllerPlan, rules: Iterable<CompiledRule>): string {
  const { name, file } = plan;
  const own = new Map([[name, plan]]);
  const place = `the controller "${name}"${file === undefined ? '' : ` (${file})`}`;
  for (const rule of rules) {
    if (reachedBy(rule, own).length > 0) {
      return `Rule ${rule.rule.number} leads to ${place}, from other paths: ${rule.rule.text}.`;
    }
  }
  return `No rule leads to ${place}: add ['/${name}/:id?', 'rest'] to config/router.`;
}
