import { nearest } from '@rest-gen/logic/common';
import {
  COLLECTION,
  type CompiledRule,
  type ControllerPlan,
  type Explanation,
  findControllers,
  ITEM,
  type PathPlan,
} from '@rest-gen/router/internal';
import type { Mismatch } from './explain-mismatch.ts';
import { repairPath } from './repair-path.ts';

/** A hint, and the command in it. */
export type Suggestion = Pick<Explanation, 'hint' | 'command'> & { readonly nearest?: Nearest | undefined };

/** The rule that was most likely meant, and a path that it matches. */
export interface Nearest {
  readonly rule: CompiledRule;
  readonly url: string | undefined;
}

/** A path that no rule matches. */
export interface Unmatched {
  readonly mismatches: ReadonlyMap<CompiledRule, Mismatch>;
  readonly controllers: ReadonlyMap<string, ControllerPlan>;
  /** Below the mount path. */
  readonly path: string;
  /** Mount path of the router, `/api`. */
  readonly base: string;
  /** The rule that matches a path, if its controller exists. */
  readonly serves: (url: string) => CompiledRule | undefined;
}

/** Suggest a fix when no rule matches a path: a URL that a rule matches, or the missing rule or command. */
export function suggestRule({ mismatches, controllers, path, base, serves }: Unmatched): Suggestion {
  for (const [{ rule }, { reason, fix }] of mismatches) {
    if (fix !== undefined) return { hint: `Rule ${rule.number} ${reason}: ${fix}.`, command: undefined };
  }
  const nearest = findNearest(mismatches, path, serves);
  // The resource exists: its name was correct.
  const exists = nearest?.url !== undefined && firstSegment(nearest.url) === firstSegment(path);
  const name = exists ? undefined : nameOf(path, controllers);
  const controller = name === undefined ? undefined : controllers.get(name);
  const command = name === undefined || controller ? undefined : commandFor(name);
  const hints = controller ? [describeReach(controller, mismatches.keys())] : [];
  if (nearest) hints.push(describeNearest(nearest, mismatches, base));
  if (command)
    hints.push(`${nearest ? `For ${base}/${name} write` : 'Write'} src/controller/${name} and its rule: ${command}`);
  if (hints.length === 0 && mismatches.size === 0)
    hints.push('There are no rules; this writes one: npx rest-gen controller <name> -r');
  if (hints.length === 0) hints.push('No rule is near it; npx rest-gen routes lists them all.');
  return { hint: hints.join(' '), command, nearest };
}

/** Suggest a fix when a capture names a controller that does not exist. */
export function suggestController(name: string, known: Iterable<string>): Suggestion {
  const meant = nearest(name, known);
  const command = NAME.test(name) ? commandFor(name) : undefined;
  // A wrong name in the target is a mistake of the rule; a wrong capture is a mistake of the client.
  const isTarget = meant !== undefined && lastOf(meant) === lastOf(name);
  const hints = [
    ...(meant === undefined ? [] : [`Did you mean "${meant}"?${isTarget ? ' Correct the target of the rule.' : ''}`]),
    ...(command === undefined ? [] : [`Write src/controller/${name}: ${command}`]),
  ];
  return { hint: hints.length > 0 ? hints.join(' ') : undefined, command };
}

/** Suggest a fix when the path has other methods. */
export function suggestMethod(
  method: string,
  { name, file, Class, collection, item }: ControllerPlan,
  resource: PathPlan,
  mapsId: boolean,
): string {
  if (resource !== item && resource !== collection) return 'An action that a rule names is run by POST.';
  const place = file ?? `the controller "${name}"`;
  const action = ACTIONS.get(method);
  if (action === undefined)
    return `No action is for ${method}; __call() in ${place} handles the methods without an action.`;
  const other = resource === item ? collection : item;
  if (!other.actions.has(method)) {
    const isWritten = typeof Reflect.get(Class.prototype, action) === 'function';
    return isWritten && Class.actions !== undefined
      ? `Add '${action.replace('Action', '')}' to static actions of ${place}.`
      : `Write ${action}() in ${place}.`;
  }
  if (other === collection) return `${method} is for the path without an id.`;
  if (mapsId) return `${method} is for one record: add its id to the path.`;
  return `${method} is for one record, and the rule maps no parameter "id": write it with ?id=:1, or :id in the path.`;
}

/** The command that creates a controller with its rule. */
function commandFor(name: string): string {
  return `npx rest-gen controller ${name} -r`;
}

// --- internal ---

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The names that the generator accepts. */
const NAME = /^[A-Za-z][\w-]{0,63}(?:\/[A-Za-z][\w-]{0,63}){0,7}$/;

const ACTIONS: ReadonlyMap<string, string> = new Map([['HEAD', 'getAction'], ...COLLECTION, ...ITEM]);

/**
 * The controller that a path would be for: `/tag/7` is for `tag`, and `/v1/tag/7` for `v1/tag`, as are others below a
 * directory of controllers.
 */
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

function describeNearest({ rule, url }: Nearest, mismatches: Unmatched['mismatches'], base: string): string {
  const { number } = rule.rule;
  if (url !== undefined) return `Rule ${number} matches ${base}${url}.`;
  return `Rule ${number} comes nearest: ${(mismatches.get(rule) as Mismatch).reason}.`;
}

/** The path has the name of a controller. */
function describeReach(plan: ControllerPlan, rules: Iterable<CompiledRule>): string {
  const { name, file } = plan;
  const own = new Map([[name, plan]]);
  const place = `the controller "${name}"${file === undefined ? '' : ` (${file})`}`;
  for (const rule of rules) {
    if (findControllers(rule, own).length > 0) {
      return `Rule ${rule.rule.number} leads to ${place}, from other paths: ${rule.rule.text}.`;
    }
  }
  return `No rule leads to ${place}: add ['/${name}/:id?', 'rest'] to config/router.`;
}

/**
 * Find the rule that a path was most likely meant for: the one whose path is a few letters away, else the one that
 * matches more than the first segment of it.
 *
 * @param mismatches - of each rule, in written order
 * @param serves - returns the rule that matches a path, if its controller exists
 * @returns `undefined` when no rule is similar
 */
function findNearest(
  mismatches: ReadonlyMap<CompiledRule, Mismatch>,
  path: string,
  serves: (url: string) => CompiledRule | undefined,
): Nearest | undefined {
  const repaired = new Map<string, CompiledRule>();
  for (const asked of mismatches.keys()) {
    for (const url of repairPath(asked, path)) {
      const rule = repaired.has(url) ? undefined : serves(url);
      if (rule) repaired.set(url, rule);
    }
  }
  const begins = [...repaired.keys()].filter((url) => isNear(firstSegment(path), firstSegment(url)));
  // A misspelled name is found regardless of what follows it.
  const misspelled = begins.filter((url) => firstSegment(url) !== firstSegment(path));
  const url = nearest(path, begins) ?? keepingLongest(misspelled, path);
  if (url !== undefined) return { rule: repaired.get(url) as CompiledRule, url };
  let farthest: CompiledRule | undefined;
  let longest = Math.max(firstSegment(path).length - 1, 1);
  for (const [rule, { reached }] of mismatches) if (reached > longest) [farthest, longest] = [rule, reached];
  if (farthest === undefined) return undefined;
  const served = repairPath(farthest, path).filter((one) => serves(one) === farthest);
  return { rule: farthest, url: keepingLongest(served, path) };
}

/** `/post` of `/post/1`. */
function firstSegment(path: string): string {
  return /^\/[^/]*/.exec(path)?.[0] ?? '';
}

function isNear(segment: string, other: string): boolean {
  return segment === other || nearest(segment, [other]) !== undefined;
}

/** The one with the longest common prefix. */
function keepingLongest(urls: readonly string[], path: string): string | undefined {
  let best: string | undefined;
  let longest = -1;
  for (const url of urls) {
    let kept = 0;
    while (kept < url.length && url[kept] === path[kept]) kept++;
    if (kept > longest) [best, longest] = [url, kept];
  }
  return best;
}
