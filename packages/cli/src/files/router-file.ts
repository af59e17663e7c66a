import { literal } from '../render.ts';
import { isCatchAll } from './catch-all.ts';
import {
  applyEdits,
  argumentOf,
  type Block,
  beforeBracket,
  commaAfter,
  type Declaration,
  exportedNode,
  type File,
  keyOf,
  type Node,
  type Place,
  parseSource,
  placeOf,
  toLines,
} from './edit-source.ts';

/** A rule to add or to remove. */
export interface Rule {
  /** `/post/:id?` */
  readonly pattern: string;
  /** Its target; by default that of the path: `issue#archive`. */
  readonly to?: string;
  /** A whole rule as it is written; it goes to the end of the list. */
  readonly text?: string;
}

/**
 * A rule in its short form: `['/post/:id?', 'rest']`, or with a target
 * `['/issue/:id/archive', 'issue#archive', 'rest']`.
 */
export function ruleText({ pattern, to, text }: Rule, quoteMark: "'" | '"' = "'"): string {
  if (text !== undefined) return text;
  const texts = [pattern, ...(to === undefined ? [] : [to]), 'rest'];
  return `[${texts.map((text) => (quoteMark === '"' ? JSON.stringify(text) : literal(text))).join(', ')}]`;
}

/**
 * Add a rule, if the list is on one line, or begins and ends on its own lines, with each rule on its own line or lines:
 * after the last rule, but before a catch-all that would take its paths; with a target before the first rule that may
 * take them.
 *
 * @returns the new source; `present` when the pattern has a rule already; `not found` when the file has another shape
 */
export function addRule(written: string, rule: Rule): { readonly source: string } | 'present' | 'not found' {
  const source = unfold(written);
  const list = rulesOf(source);
  if (list === undefined) return 'not found';
  const { block, rules, indent } = list;
  const isPresent = (one: Node) =>
    rule.text === undefined
      ? patternOf(one) === rule.pattern
      : plain(source.slice(one.start as number, one.end as number)) === plain(rule.text);
  if (rules.some(isPresent)) return 'present';
  const mark = /"rest"/.test(source) && !/'rest'/.test(source) ? '"' : "'";
  const line = `${indent}${ruleText(rule, mark)},`;
  const isLater = (one: Node) =>
    rule.to === undefined ? isCatchAll(one, rule.pattern) : mayTake(patternOf(one), rule.pattern);
  const later = rule.text === undefined ? rules.find(isLater) : undefined;
  const last = rules.at(-1);
  if (last === undefined) return { source: applyEdits(source, [beforeBracket(source, block, [line])]) };
  const at = later === undefined ? linesOf(source, last).to : aboveComments(source, later, later === rules[0]);
  const comma = later === undefined ? commaAfter(block, last) : [];
  return { source: applyEdits(source, [...comma, [at, at, toLines(source, [line])]]) };
}

/**
 * Delete the lines of a generated rule.
 *
 * @returns the new source; `absent` without such a rule; `other` when it is another one, or the file has another shape
 */
export function removeRule(source: string, generated: Rule): { readonly source: string } | 'absent' | 'other' {
  const list = rulesOf(source);
  if (list === undefined) return source.includes(generated.pattern) ? 'other' : 'absent';
  const [rule, other] = list.rules.filter((one) => patternOf(one) === generated.pattern);
  if (rule === undefined) return 'absent';
  const { from, to } = linesOf(source, rule);
  if (other !== undefined || plain(source.slice(from, to)) !== plain(ruleText(generated))) return 'other';
  return { source: applyEdits(source, [[from, to, '']]) };
}

/**
 * Find the place of a rule by its number: `4`, or `4.2` in a group.
 *
 * @returns the place of the group when the rule in it is not found
 */
export function locateRule(source: string, number: string): Place | undefined {
  const file = parseSource(source);
  let place: Place | undefined;
  let list = rulesOf(source, file);
  for (const part of number.split('.')) {
    const rules: readonly Node[] = list?.rules.slice(0, Number(part)) ?? [];
    const rule = rules[Number(part) - 1] as Block | undefined;
    // After `...others` the numbers are unknown.
    if (file === undefined || rule === undefined || rules.some(({ type }) => type === 'SpreadElement')) break;
    place = placeOf(rule);
    const inner = (rule.type === 'ObjectExpression' ? rule.properties : []).find((one) => keyOf(one) === 'rules');
    list = inner?.type === 'ObjectProperty' ? readList(source, file, inner.value) : undefined;
  }
  return place;
}

// --- internal ---

/** A list with each rule on its own lines. */
interface RuleList {
  readonly block: Block;
  readonly rules: readonly Node[];
  /** White space before each rule. */
  readonly indent: string;
}

function rulesOf(source: string, file: File | undefined = parseSource(source)): RuleList | undefined {
  const node = file && listIn(file);
  return node && readList(source, file, node);
}

/** What stands for the list: what the file exports, or the argument of `defineRules` in it. */
function listIn({ program }: File): Block | Declaration | undefined {
  const node = exportedNode(program.body)?.node;
  return argumentOf(node, 'defineRules') ?? node;
}

/** Give each rule of a list on one line a line of its own. */
function unfold(source: string): string {
  const file = parseSource(source);
  const node = file && listIn(file);
  if (node?.type !== 'ArrayExpression' || node.elements.length === 0 || node.elements.includes(null)) return source;
  const [from, to] = [(node.start as number) + 1, (node.end as number) - 1];
  const isOneLine = !/\n|\/[/*]/.test(source.slice(from, to));
  const rules = node.elements.map((one) => `  ${source.slice(one?.start as number, one?.end as number)},`);
  return isOneLine ? applyEdits(source, [[from, to, toLines(source, ['', ...rules])]]) : source;
}

/**
 * @returns undefined unless white space alone precedes each rule, and the list has neither block comments nor templates
 */
function readList(source: string, { comments }: File, node: Node): RuleList | undefined {
  if (node.type !== 'ArrayExpression') return undefined;
  const block = node as Extract<Block, { type: 'ArrayExpression' }>;
  const [from, to] = [block.start as number, (block.end as number) - 1];
  const hasBlock = comments?.some(
    ({ type, start }) => type === 'CommentBlock' && Number(start) > from && Number(start) < to,
  );
  if (hasBlock || source.slice(from, to).includes('`')) return undefined;
  const rules = block.elements.filter((one) => one !== null);
  const [indent = '  ', ...others] = new Set(rules.map((rule) => before(source, rule.start as number)));
  const isAlone = rules.length === 0 || before(source, to).trim() === '';
  return others.length > 0 || indent.trim() !== '' || !isAlone ? undefined : { block, rules, indent };
}

/** The text of a line before an offset. */
function before(source: string, at: number): string {
  return source.slice(source.lastIndexOf('\n', at - 1) + 1, at);
}

/** The lines of a rule, as offsets. */
function linesOf(source: string, { start, end }: Node): { readonly from: number; readonly to: number } {
  const at = start as number;
  return { from: at - before(source, at).length, to: source.indexOf('\n', end as number) + 1 };
}

/** Where a rule begins with the comments above it. Those above the first rule may be about the list. */
function aboveComments(source: string, rule: Node, isFirst: boolean): number {
  let { from } = linesOf(source, rule);
  for (;;) {
    const line = source.lastIndexOf('\n', from - 2) + 1;
    if (isFirst || !source.slice(line, from).trimStart().startsWith('//')) return from;
    from = line;
  }
}

function patternOf(rule: Node): string | undefined {
  const array = rule.type === 'TSAsExpression' ? (rule as unknown as { expression: Node }).expression : rule;
  const [first] = (array as Partial<Extract<Block, { type: 'ArrayExpression' }>>).elements ?? [];
  return first?.type === 'StringLiteral' ? first.value : undefined;
}

/**
 * Whether a rule may take paths of a pattern: not if a segment of both is literal and differs. A rule that is no text
 * may.
 */
function mayTake(rule: string | undefined, pattern: string): boolean {
  if (rule === undefined || !/^[/\w:?-]*$/.test(rule) || rule.includes('?/')) return true;
  const own = pattern.toLowerCase().split('/');
  return rule
    .toLowerCase()
    .split('/')
    .every((part, at) => part.includes(':') || (own[at] ?? '').includes(':') || part === own[at]);
}

/** Quotation marks, spaces and last commas depend on the formatter. */
function plain(rule: string): string {
  return rule.replace(/\s+/g, '').replaceAll('"', "'").replace(/,$/, '').replace(/,\]$/, ']');
}
