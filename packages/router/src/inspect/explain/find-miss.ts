import type { CompiledRule } from '../../compile/types.ts';
import { dropsSlash } from '../../match/find-way.ts';
import { testRule } from '../../match/test-rule.ts';
import type { ParsedPattern } from '../../parse/types.ts';
import { describeNeed, END, joinNeeds, quote } from './describe-need.ts';
import { type Token, tokensOf } from './read-tokens.ts';
import { stopOfExpression } from './run-expression.ts';
import { type Walk, walkWay } from './walk-way.ts';

/** Why a rule does not take a path. */
export interface Miss {
  readonly reason: string;
  /** Where in the path; `undefined` where it is no place of it. */
  readonly at: number | undefined;
  /** Characters of the path that the rule takes. */
  readonly reached: number;
  /** The rule would take the path if it were written otherwise: how. */
  readonly mend?: string;
}

/**
 * Say why a rule does not take a path: of all ways through its expression, the one that gets farthest tells.
 *
 * @param path - that the rule does not take
 */
export function findMiss(rule: CompiledRule, path: string): Miss {
  return missOfGates(rule, path) ?? missOfSlash(rule, path) ?? missOfBeginning(rule, path) ?? missOfWays(rule, path);
}

/** Whether every way of a rule needs a `?`, which no path has. */
export function needsQuery(rule: CompiledRule): boolean {
  const ways = tokensOf(rule);
  return ways.every((tokens) => tokens.some((token) => token.kind === 'text' && token.text.includes('?')));
}

// --- internal ---

function missOfGates({ rule: { gates, number } }: CompiledRule, path: string): Miss | undefined {
  const place = gates.findIndex((gate) => !gate.test(path));
  const gate = gates[place];
  if (gate === undefined) return undefined;
  const group = number
    .split('.')
    .slice(0, place + 1)
    .join('.');
  return { reason: `group ${group} takes only paths that ${describeGate(gate)}`, at: undefined, reached: 0 };
}

function describeGate(gate: RegExp): string {
  const prefix = prefixOf(gate);
  return prefix === undefined ? `match ${String(gate)}` : `begin with ${quote(prefix)}`;
}

/** A prefix is compiled to `^\/admin(?=\/|$)`. */
function prefixOf({ source }: RegExp): string | undefined {
  const prefix = /^\^((?:\\.|[^\\.*+?^${}()|[\]])*)\(\?=\\\/\|\$\)$/.exec(source)?.[1];
  return prefix?.replace(/\\(.)/g, '$1');
}

/** The beginning of the path is not written: its slash, or the `match` of the group around the rule. */
function missOfBeginning(rule: CompiledRule, path: string): Miss | undefined {
  const bare = { ...rule, rule: { ...rule.rule, gates: [] } };
  const told = { at: 0, reached: 0 };
  if (testRule(bare, path.slice(1))) {
    const mend = 'write the slash that a path begins with';
    return { ...told, reason: `takes ${quote(path.slice(1))}, without the slash`, mend };
  }
  for (const gate of rule.rule.gates) {
    const prefix = prefixOf(gate);
    const rest = prefix === undefined ? '' : path.slice(prefix.length);
    if (prefix === undefined || rest === '' || !testRule(bare, rest)) continue;
    const mend = `write ${quote(prefix)} in it, too: the rules of a group have the whole path`;
    return { ...told, reason: `takes ${quote(rest)}, without the match of its group`, mend };
  }
  return undefined;
}

function missOfSlash(rule: CompiledRule, path: string): Miss | undefined {
  if (rule.looseSlash || !path.endsWith('/') || !testRule(rule, path.slice(0, -1))) return undefined;
  const at = path.length - 1;
  return { reason: 'a trailing slash too much: the rule is strict', at, reached: at };
}

/** A way, the path without or with its last slash, and how far it went. */
interface Walked {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly walk: Walk;
}

function missOfWays(rule: CompiledRule, path: string): Miss {
  const { search, pattern } = rule.rule;
  const ways = tokensOf(rule);
  // What is searched for may begin anywhere.
  if (search && !ways.every(([first]) => first?.kind === 'start')) {
    return { reason: `no part of the path matches ${show(pattern)}`, at: undefined, reached: 0 };
  }
  const texts = path.endsWith('/') && dropsSlash(rule, path) ? [path.slice(0, -1), path] : [path];
  if (needsQuery(rule)) return { reason: 'needs "?", and the query is no part of a path', at: undefined, reached: 0 };
  const walked = texts.flatMap((text) => {
    return ways.map((tokens): Walked => ({ tokens, text, walk: walkWay(tokens, text, !search) }));
  });
  const open = walked.find(({ walk }) => walk.stop === undefined);
  const told = missOfWalks(walked, path);
  const found = open && missOfExpression(rule, open);
  if (told === undefined || found === undefined) return (told ?? found) as Miss;
  return found.reached >= told.reached ? found : told;
}

function missOfWalks(walked: readonly Walked[], path: string): Miss | undefined {
  const stopped = walked.filter(({ walk }) => walk.stop !== undefined);
  const reached = Math.max(...stopped.map(({ walk }) => walk.reached));
  const first = stopped.find(({ walk }) => walk.reached === reached);
  if (first === undefined) return undefined;
  const { at } = first.walk;
  const ended = at >= first.text.length;
  const needs = stopped
    .filter(({ walk, text }) => walk.reached === reached && walk.at === at && text === first.text)
    .map(({ tokens, walk }) => describeNeed(tokens, walk.stop as number, ended));
  return { ...say([...new Set(needs)], first.text, path, at), reached };
}

/** What only the engine can run; where even that tells no place, it is said that the expression does not match. */
function missOfExpression({ rule }: CompiledRule, { text, walk }: Walked): Miss {
  const stop = stopOfExpression(rule, text);
  if (stop) return { ...say([stop.need], text, text, stop.at), reached: stop.at };
  return { reason: `the expression ${show(rule.pattern)} does not match`, at: undefined, reached: walk.reached };
}

function show({ source, flags }: ParsedPattern): string {
  return `/${source}/${flags}`;
}

function say(needs: readonly string[], text: string, path: string, at: number): Pick<Miss, 'reason' | 'at'> {
  // The end first: it is what is there for every rule.
  const sorted = [...needs.filter((need) => need === END), ...needs.filter((need) => need !== END)];
  const needed = joinNeeds(sorted);
  if (at >= text.length) return { reason: `the path ends where ${needed} is needed`, at };
  const found = path.slice(at);
  const [only] = sorted;
  if (sorted.length === 1 && only?.startsWith('"/') && differsInCase(only, found)) {
    return { reason: `the case differs: ${only} is needed at ${quote(found)}`, at };
  }
  return { reason: `needs ${needed} at ${quote(found)}`, at };
}

function differsInCase(quoted: string, found: string): boolean {
  const text = quoted.slice(1, -1);
  const there = found.slice(0, text.length);
  return there !== text && there.toLowerCase() === text.toLowerCase();
}
