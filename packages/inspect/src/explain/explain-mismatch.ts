import { type CompiledRule, dropsSlash, type Gate, testRule } from '@rest-gen/router/internal';
import { describeNeed, END, joinNeeds, quote } from './describe-need.ts';
import { type PathToken, tokensOf, type Walk, walkTokens } from './walk-tokens.ts';

/** Why a rule does not match a path. */
export interface Mismatch {
  readonly reason: string;
  /** Index in the path; `undefined` when the reason has no position. */
  readonly at: number | undefined;
  /** Characters of the path that the rule takes. */
  readonly reached: number;
  /** How to change the rule so that it matches the path. */
  readonly fix?: string;
}

/**
 * Explain why a rule does not match a path, by the variant of its expression that matches most of it.
 *
 * @param path - a path that the rule does not match
 */
export function explainMismatch(rule: CompiledRule, path: string): Mismatch {
  return (
    gateMismatch(rule, path) ?? slashMismatch(rule, path) ?? prefixMismatch(rule, path) ?? variantMismatch(rule, path)
  );
}

/** Whether every variant of a rule needs a `?`, which no path has. */
export function needsQuery(rule: CompiledRule): boolean {
  const variants = tokensOf(rule);
  return variants.every((tokens) => tokens.some((token) => token.kind === 'text' && token.char === '?'));
}

// --- internal ---

function gateMismatch({ rule: { gates, number } }: CompiledRule, path: string): Mismatch | undefined {
  const place = gates.findIndex(({ regexp }) => !regexp.test(path));
  const gate = gates[place];
  if (gate === undefined) return undefined;
  const group = number
    .split('.')
    .slice(0, place + 1)
    .join('.');
  return { reason: `group ${group} matches only paths that ${describeGate(gate)}`, at: undefined, reached: 0 };
}

function describeGate({ regexp, prefix }: Gate): string {
  return prefix === undefined ? `match ${String(regexp)}` : `begin with ${quote(prefix)}`;
}

/** The rule lacks the beginning of the path: the slash, or the `match` of its group. */
function prefixMismatch(rule: CompiledRule, path: string): Mismatch | undefined {
  const bare = { ...rule, rule: { ...rule.rule, gates: [] } };
  const place = { at: 0, reached: 0 };
  if (testRule(bare, path.slice(1))) {
    const fix = 'write the slash that a path begins with';
    return { ...place, reason: `takes ${quote(path.slice(1))}, without the slash`, fix };
  }
  for (const { prefix } of rule.rule.gates) {
    if (prefix === undefined || !path.toLowerCase().startsWith(prefix.toLowerCase())) continue;
    const rest = path.slice(prefix.length);
    if (rest === '' || !testRule(bare, rest)) continue;
    const fix = `write ${quote(prefix)} in it, too: the rules of a group have the whole path`;
    return { ...place, reason: `takes ${quote(rest)}, without the match of its group`, fix };
  }
  return undefined;
}

function slashMismatch(rule: CompiledRule, path: string): Mismatch | undefined {
  if (rule.looseSlash || !path.endsWith('/') || !testRule(rule, path.slice(0, -1))) return undefined;
  const at = path.length - 1;
  return { reason: 'a trailing slash too much: the rule is strict', at, reached: at };
}

/** A variant, the path without or with its last slash, and how far it went. */
interface Walked {
  readonly tokens: readonly PathToken[];
  readonly text: string;
  readonly walk: Walk;
}

function variantMismatch(rule: CompiledRule, path: string): Mismatch {
  const { search, pattern } = rule.rule;
  const variants = tokensOf(rule);
  // A search may match anywhere.
  if (search && !variants.every(([first]) => first?.kind === 'start')) {
    return { reason: `no part of the path matches ${show(pattern)}`, at: undefined, reached: 0 };
  }
  const texts = path.endsWith('/') && dropsSlash(rule, path) ? [path.slice(0, -1), path] : [path];
  if (needsQuery(rule)) return { reason: 'needs "?", and the query is no part of a path', at: undefined, reached: 0 };
  const walked = texts.flatMap((text) => {
    return variants.map((tokens): Walked => ({ tokens, text, walk: walkTokens(tokens, text, !search) }));
  });
  const open = walked.find(({ walk }) => walk.stop === undefined);
  const stopped = walkMismatch(walked, path);
  const unread = open && expressionMismatch(rule, open);
  if (stopped === undefined || unread === undefined) return (stopped ?? unread) as Mismatch;
  return unread.reached >= stopped.reached ? unread : stopped;
}

function walkMismatch(walked: readonly Walked[], path: string): Mismatch | undefined {
  const stopped = walked.filter(({ walk }) => walk.stop !== undefined);
  const reached = Math.max(...stopped.map(({ walk }) => walk.reached));
  const first = stopped.find(({ walk }) => walk.reached === reached);
  if (first === undefined) return undefined;
  const { at } = first.walk;
  const ended = at >= first.text.length;
  const needs = stopped
    .filter(({ walk, text }) => walk.reached === reached && walk.at === at && text === first.text)
    .map(({ tokens, walk }) => describeNeed(tokens, walk.stop as number, ended));
  return { ...describeMismatch([...new Set(needs)], first.text, path, at), reached };
}

/** Syntax that only the engine can run. */
function expressionMismatch({ rule }: CompiledRule, { text, walk: { at } }: Walked): Mismatch {
  const said = `the expression ${show(rule.pattern)} does not match`;
  if (at >= text.length) return { reason: said, at: undefined, reached: at };
  return { reason: `${said} at ${quote(text.slice(at))}`, at, reached: at };
}

function show({ source, flags }: CompiledRule['rule']['pattern']): string {
  return `/${source}/${flags}`;
}

function describeMismatch(
  needs: readonly string[],
  text: string,
  path: string,
  at: number,
): Pick<Mismatch, 'reason' | 'at'> {
  // The end first, because every rule has it.
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
