import { type Explanation, escapeControls, type TriedRule } from '@rest-gen/router/internal';
import { wrap } from './policy/wrap.ts';

/**
 * Write an explanation for people: at most 80 columns where no rule or path is longer, no colors, lines that end with a
 * line feed, and nothing else that a terminal acts on.
 *
 * @see docs/debugging.md#explain-one-url
 * @example
 * GET /user/12abc
 *
 *   1  [/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest']
 *      no match: needs the end of the path at "abc"
 *
 * 404  No rule takes this path: it is left to the next handler, and is 404 when
 *      there is none.
 * hint Rule 1 matches /user/12.
 */
export function formatExplanation(explanation: Explanation): string {
  const { method, path, tried, status, outcome, hint, command } = explanation;
  const facts = factsOf(explanation);
  const blocks = [
    [`${method} ${path}`],
    formatTried(tried),
    facts.flatMap(([name, text]) => wrap(text, `${name.padEnd(FACT)}  `)),
    [...wrap(outcome, `${status}  `), ...(hint === undefined ? [] : wrap(hint, 'hint ', command))],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map(escapeControls).join('\n')}\n`)
    .join('\n');
}

/**
 * Write why each rule did or did not match, of many those that matter most: its number and text, and below it the
 * result and the reason.
 *
 * @see docs/debugging.md#explain-one-url
 */
export function formatTried(tried: readonly TriedRule[]): string[] {
  const shown = selectRules(tried);
  const width = Math.max(...shown.map(({ rule }) => rule.length));
  const lines = shown.flatMap(({ rule, text, result, reason }) => [
    `  ${rule.padStart(width)}  ${text}`,
    ...wrap(reason === undefined ? result : `${result}: ${reason}`, ' '.repeat(width + 4)),
  ]);
  const others = tried.length - shown.length;
  return others > 0 ? [...lines, `${' '.repeat(width + 4)}and ${others} more`] : lines;
}

/**
 * The rules that matter most where there are many: those that take the path, then those that get farthest; in written
 * order.
 */
export function selectRules(tried: readonly TriedRule[]): readonly TriedRule[] {
  if (tried.length <= MAX_RULES) return tried;
  const weight = ({ result, at = 0 }: TriedRule) => (TAKES.has(result) ? Number.POSITIVE_INFINITY : at);
  // Equals stay in written order.
  const sorted = [...tried].sort((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)));
  const chosen = new Set(sorted.slice(0, MAX_RULES));
  return tried.filter((rule) => chosen.has(rule));
}

// --- internal ---

/** Rules that an answer, or the output of DEBUG, shows. */
const MAX_RULES = 20;

const TAKES: ReadonlySet<TriedRule['result']> = new Set(['matched', 'would match too']);

/** Width of the names of facts. */
const FACT = 10;

function factsOf({
  matched,
  controller,
  file,
  logic,
  action,
  params,
  include,
}: Explanation): [name: string, text: string][] {
  const facts: [string, string | undefined][] = [
    ['rule', matched && `${matched.rule}${matched.file === undefined ? '' : ` in ${matched.file}`}`],
    ['controller', controller && (file === undefined ? controller : `${controller} (${file})`)],
    ['logic', logic],
    ['action', action],
    ['params', Object.keys(params).length > 0 ? JSON.stringify(params) : undefined],
    ...include.map((text, at): [string, string] => [at === 0 ? 'include' : '', text]),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}
