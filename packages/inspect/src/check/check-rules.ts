import { nearest } from '@rest-gen/logic/common';
import {
  type CompiledRule,
  compileRules,
  findControllers,
  findVariant,
  type GroupNode,
  isHttpError,
  matchPath,
  type RuleIndex,
  type SkippedRule,
  samplePaths,
  testRule,
} from '@rest-gen/router/internal';
import { needsQuery } from '../explain/explain-mismatch.ts';
import type { Finding } from './finding.ts';
import type { CheckedProject } from './load-project.ts';

/** Check the rules against each other: which of them get no path, or lose some. */
export function checkRules({ project, parsed, index, controllers }: CheckedProject): Finding[] {
  const file = project.rulesFile;
  const skipped = parsed.flatMap((rule) => (rule.kind === 'skipped' ? misspelled(rule, file) : []));
  const shadows = findShadows(index).flatMap((shadow) => [
    ...shadowed(shadow, file),
    ...(shadow.isShadowed ? [] : overlaps(shadow, new Set(controllers.keys()), file)),
  ]);
  const encoded = index.rules.flatMap((rule) => encodedLiteral(rule, file));
  const bulk = index.rules.flatMap((rule): Finding[] => {
    if (rule.controller !== undefined || project.controllers.size === 0) return [];
    if (findControllers(rule, project.controllers).length > 0) return [];
    return [noController(rule, [...project.controllers.keys()], file)];
  });
  return [...skipped, ...encoded, ...shadows, ...bulk];
}

// --- internal ---

function about({ rule: { number, text } }: CompiledRule): { rule: { number: string; text: string } } {
  return { rule: { number, text } };
}

function misspelled({ number, text, reason }: SkippedRule, file: string | undefined): Finding[] {
  const wrong = /^its \w+ element is '(.*)', not/.exec(reason)?.[1];
  if (wrong === undefined || nearest(wrong.trim(), ['rest'], 1) === undefined) return [];
  const message = `the rule is skipped, because '${wrong}' is not 'rest'`;
  const hint = "Write 'rest'; or leave it, when the rule is meant for another router.";
  return [{ code: 'C_RULE_MARK', level: 'warning', message, file, rule: { number, text }, hint }];
}

/** Express compares a guard with the path as it was sent. */
function encodedLiteral(rule: CompiledRule, file: string | undefined): Finding[] {
  const literal = rule.rule.pattern.literals?.split('/').find((segment) => /[^ -~]/.test(segment));
  if (literal === undefined) return [];
  const sent = encodeURI(literal);
  const message = `clients send "${literal}" as ${sent}: app.use('/${literal}', …) does not see their requests`;
  const hint = `Write the literal of a guard encoded: app.use('/${sent}', …).`;
  return [{ code: 'C_RULE_ENCODED', level: 'warning', message, file, ...about(rule), hint }];
}

function shadowed({ rule, isShadowed, isEmpty, matches }: Shadow, file: string | undefined): Finding[] {
  if (isEmpty && isReadable(rule)) {
    const hint = hintOfEmpty(rule);
    return [
      { code: 'C_RULE_EMPTY', level: 'warning', message: 'no path can match this rule', file, ...about(rule), hint },
    ];
  }
  const [first] = matches;
  if (!isShadowed || first === undefined) return [];
  const [match, path] = first;
  const common = { level: 'warning', file, ...about(rule), example: path } as const;
  const twin = [...matches.keys()].find((one) => one.rule.text === rule.rule.text);
  if (twin !== undefined && sameGates(rule, twin)) {
    const message = `it is in the list already, as rule ${twin.rule.number}`;
    return [{ code: 'C_RULE_DUPLICATE', ...common, message, hint: 'Remove one of the two.' }];
  }
  const others = [...matches.keys()].map((one) => one.rule.number);
  const by = others.length > 1 ? `rules ${listed(others)} take` : `rule ${others} takes`;
  const message = `${by} every path of it; ${path} goes to rule ${match.rule.number} ${match.rule.text}`;
  const hint = `The first rule that matches wins: move rule ${rule.rule.number} before rule ${match.rule.number}, or remove it.`;
  return [{ code: 'C_RULE_SHADOWED', ...common, message, hint }];
}

/** Sample paths may miss the paths of a rule with lookarounds or back references, or in a group with an expression. */
function isReadable({ rule: { pattern, gates } }: CompiledRule): boolean {
  return isRead(pattern.alternatives) && gates.every(({ prefix }) => prefix !== undefined);
}

function isRead(alternatives: GroupNode['alternatives']): boolean {
  return alternatives.flat().every((node) => {
    return node.kind === 'group' ? isRead(node.alternatives) : node.kind !== 'unread';
  });
}

function hintOfEmpty(rule: CompiledRule): string {
  const { pattern, gates } = rule.rule;
  if (needsQuery(rule))
    return 'The query is no part of a path: leave it out of the rule. Actions have it as this.get(name).';
  if (gates.length > 0) return 'The rules of a group have the whole path: write what its match takes in the rule, too.';
  return /^\^?\(?(?:\\\/|\/)/.test(pattern.source)
    ? 'Look at anchors and lookaheads: what they ask for can never be there.'
    : 'A path begins with a slash, and the whole of it has to match: write the slash, as in /\\/user/.';
}

function sameGates(one: CompiledRule, other: CompiledRule): boolean {
  return String(regexpsOf(one)) === String(regexpsOf(other));
}

function regexpsOf({ rule: { gates } }: CompiledRule): RegExp[] {
  return gates.map(({ regexp }) => regexp);
}

/**
 * A special case before the general one is how rules are written. Reported are paths that two rules claim, neither of
 * which takes all of the other's.
 */
function overlaps({ rule, matches }: Shadow, names: ReadonlySet<string>, file: string | undefined): Finding[] {
  const found = [...matches].flatMap(([match, path]): Finding[] => {
    const [wanted, got] = [controllerOf(rule, path), controllerOf(match, path)];
    if (wanted === undefined || wanted === got || !names.has(wanted) || takesAllOf(rule, match)) return [];
    const message = `${path} goes to rule ${match.rule.number} ${match.rule.text}, controller "${got}", not to "${wanted}"`;
    const hint = `The first rule that matches wins: if "${wanted}" is meant, move rule ${rule.rule.number} before rule ${match.rule.number}.`;
    return [{ code: 'C_RULE_OVERLAP', level: 'note', message, file, ...about(rule), example: path, hint }];
  });
  return found.slice(0, MAX_OVERLAPS);
}

/** The maximum number of reported overlaps of a rule. */
const MAX_OVERLAPS = 3;

/** The controller of a path when there is only this rule. */
function controllerOf({ rule }: CompiledRule, path: string): string | undefined {
  try {
    const index = compileRules([rule], { maxPath: path.length });
    return matchPath(index, path, { path: path.length, segment: path.length })?.controller;
  } catch (error) {
    if (isHttpError(error)) return undefined;
    throw error;
  }
}

function noController(rule: CompiledRule, names: readonly string[], file: string | undefined): Finding {
  const wanted = rule.controllerParts.map((part) => (typeof part === 'string' ? part : '…')).join('');
  const directory = wanted.slice(0, wanted.lastIndexOf('/') + 1);
  const directories = [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/') + 1)))].filter(Boolean);
  const meant = nearest(directory, directories);
  const [name = 'user'] = names.map((one) => one.slice(one.lastIndexOf('/') + 1));
  const message = `no controller has a name such as "${wanted}"; there ${names.length === 1 ? 'is' : 'are'} ${listed(names)}`;
  const example = wanted.replaceAll('…', name);
  const write = `rite one, such as src/controller/${example}: npx rest-gen controller ${example} -r`;
  const hint = meant === undefined ? `W${write}` : `Did you mean the directory "${meant}"? Or w${write}`;
  return { code: 'C_RULE_NO_CONTROLLER', level: 'warning', message, file, ...about(rule), hint };
}

const MAX_NAMES = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const shown = rest > 0 ? [...names.slice(0, MAX_NAMES), `${rest} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}

/** Which rules match the sample paths of a rule. */
interface Shadow {
  readonly rule: CompiledRule;
  /** Earlier rules take all of them. */
  readonly isShadowed: boolean;
  /** No path of it was found. */
  readonly isEmpty: boolean;
  /** Earlier rules that take some, each with the first such path. */
  readonly matches: ReadonlyMap<CompiledRule, string>;
}

/** Send sample paths of each rule through the index, and see which rule takes them. */
function findShadows(index: RuleIndex): Shadow[] {
  return index.rules.map((rule) => {
    const paths = samplePaths(rule);
    const matches = new Map<CompiledRule, string>();
    let isShadowed = paths.length > 0;
    for (const path of paths) {
      const match = findVariant(index, path)?.rule ?? rule;
      if (match === rule) isShadowed = false;
      else if (!matches.has(match)) matches.set(match, path);
    }
    return { rule, isShadowed, isEmpty: paths.length === 0, matches };
  });
}

/** Whether a rule takes all sample paths of another one. */
function takesAllOf(rule: CompiledRule, other: CompiledRule): boolean {
  return samplePaths(other).every((path) => testRule(rule, path));
}
