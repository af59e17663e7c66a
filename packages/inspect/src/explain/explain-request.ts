import { columnsOf, type Relation, type Relations } from '@rest-gen/model/core';
import {
  type CompiledRule,
  type Explanation,
  type MatchedRule,
  matchPath,
  type Route,
  type RulePlace,
  requestPath,
  resolveRoute,
  resourceClassOf,
  type Service,
  type TriedRule,
  testRule,
} from '@rest-gen/router/internal';
import { explainAction, explainError, explainNoController } from './explain-action.ts';
import { explainMismatch, type Mismatch } from './explain-mismatch.ts';
import { suggestRule } from './suggest-fix.ts';

/**
 * Explain what a request resolves to, with the result of each rule, without running any of the project's code.
 *
 * @param url - below the mount path
 * @param base - the mount path, a prefix of the URLs in hints. Default: none
 * @see docs/debugging.md#explain-one-url
 */
export function explainRequest(service: Service, method: string, url: string, base = ''): Explanation {
  const { index, controllers, options } = service;
  const { limits } = options;
  const path = requestPath({ url });
  if (path === undefined)
    return {
      ...NOTHING,
      ...NO_RULE,
      method: method.toUpperCase(),
      path: url,
      tried: [],
      matched: undefined,
      hint: NO_PATH,
    };
  const { tried, match, mismatches } = tryRules(service, path);
  const matched = match && placeOf(match, service);
  const known = { ...NOTHING, method: method.toUpperCase(), path, tried, matched };
  let found: MatchedRule | undefined;
  try {
    found = matchPath(index, path, limits);
  } catch (error) {
    const explained = explainError(error);
    return { ...known, ...explained, hint: (match && suggestSlash(match, path, explained.error)) ?? explained.hint };
  }
  if (found) return { ...known, ...explainFound(found, known.method, controllers) };
  const serves = (url: string) => serverOf(service, url);
  const { nearest, ...fix } = suggestRule({ mismatches, controllers, path, base, serves });
  const place = nearest && { ...placeOf(nearest.rule, service), url: nearest.url };
  return { ...known, ...NO_RULE, ...fix, nearest: place };
}

// --- internal ---

const NOTHING = {
  controller: undefined,
  file: undefined,
  logic: undefined,
  action: undefined,
  params: {},
  include: [],
  error: undefined,
  allow: undefined,
  nearest: undefined,
  command: undefined,
  hint: undefined,
} as const;

const NO_PATH = 'Express finds no path in this URL: write one that begins with a slash.';

const NO_RULE = {
  status: 404,
  outcome: 'No rule matches this path. The next handler gets the request; without one it is 404.',
} as const;

/** The path is valid, so the rule is wrong: its group captures the slash. */
function suggestSlash({ rule }: CompiledRule, path: string, error: Explanation['error']): string | undefined {
  if (error?.code !== 'E_BAD_PATH' || /\/\/|\/\.{1,2}(?=\/|$)|[%\\]/.test(path)) return undefined;
  return `A group of rule ${rule.number} takes a slash: leave it outside of the group, as in (?:\\/(\\d+))?.`;
}

/** An earlier rule may match a path that was built for another rule. */
function serverOf({ index, controllers, options }: Service, url: string): CompiledRule | undefined {
  try {
    const found = matchPath(index, url, options.limits);
    return found && controllers.has(found.controller) ? found.rule : undefined;
  } catch {
    return undefined;
  }
}

function placeOf({ rule: { number, text } }: CompiledRule, { project }: Service): RulePlace {
  return { rule: number, text, file: project.rulesFile };
}

function explainFound(found: MatchedRule, method: string, controllers: Service['controllers']) {
  const matched = { controller: found.controller, params: { ...found.params } };
  let route: Route;
  try {
    route = resolveRoute(found, controllers);
  } catch (error) {
    return { ...matched, ...explainNoController(error, found.controller, controllers) };
  }
  const { file, logicFile: logic } = route.controller;
  const relations = resourceClassOf(route.controller).plan?.relations ?? new Map();
  const isRead = route.resource.actions.get(method)?.method === 'GET';
  const include = isRead ? listRelations(relations) : [];
  return { ...matched, file, logic, include, allow: route.resource.allow, ...explainAction(route, method) };
}

/** The results of all rules for one path. */
interface Trial {
  readonly tried: readonly TriedRule[];
  /** The rule that takes it. */
  readonly match: CompiledRule | undefined;
  /** The mismatches, when no rule matches. */
  readonly mismatches: ReadonlyMap<CompiledRule, Mismatch>;
}

/** Try every rule on a path, in written order. */
function tryRules({ parsed, index: { rules }, options }: Service, path: string): Trial {
  const maxPath = options.limits.path;
  // Expressions are safe for paths within the limit only.
  const tooLong = path.length > maxPath;
  const match = tooLong ? undefined : rules.find((rule) => testRule(rule, path));
  const mismatches = new Map<CompiledRule, Mismatch>();
  const compiled = new Map(rules.map((rule) => [rule.rule, rule]));
  let taken = false;
  const tried = parsed.map((rule): TriedRule => {
    const known = { rule: rule.number, text: rule.text, reason: undefined, at: undefined };
    if (rule.kind === 'skipped') return { ...known, result: 'skipped', reason: rule.reason };
    const own = compiled.get(rule) as CompiledRule;
    if (own === match) {
      taken = true;
      return { ...known, result: 'matched' };
    }
    if (taken) return { ...known, ...afterTaken(own, path, (match as CompiledRule).rule.number) };
    if (tooLong) return { ...known, result: 'no match', reason: `the path is longer than ${maxPath} characters` };
    const mismatch = explainMismatch(own, path);
    mismatches.set(own, mismatch);
    return { ...known, result: 'no match', reason: mismatch.reason, at: mismatch.at };
  });
  return { tried, match, mismatches };
}

function afterTaken(rule: CompiledRule, path: string, match: string): Pick<TriedRule, 'result' | 'reason'> {
  if (!testRule(rule, path)) return { result: 'not reached', reason: `rule ${match} matched` };
  return { result: 'would match too', reason: `rule ${match} matched first` };
}

/**
 * The relations that `?include=` can name, each with the columns that connect it:
 * `comments (comment.post_id, at most 20)`.
 */
function listRelations(relations: Relations, path = ''): string[] {
  return [...relations].flatMap(([name, relation]) => [
    `${path}${name} (${describeRelation(relation)})`,
    ...listRelations(relation.relations, `${path}${name}.`),
  ]);
}

function describeRelation({ kind, target, from, to, through, max }: Relation): string {
  if (kind === 'one') return `${columnsOf(from).join(', ')} → ${target.name}`;
  const column = through
    ? `${target.name} through ${through.target.name}`
    : `${target.name}.${columnsOf(to).join(', ')}`;
  return kind === 'count' ? `the number of ${column}` : `${column}, at most ${max}`;
}
