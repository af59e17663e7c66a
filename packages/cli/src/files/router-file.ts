import { literal } from '../render.ts';

/** A rule to add or to remove. */
export interface Rule {
  /** `/post/:id?` */
  readonly pattern: string;
  /** Its target; by default that of the path: `issue#archive`. */
  readonly to?: string;
}

/** The list of rules in a router file. */
interface RuleList {
  readonly lines: readonly string[];
  readonly rules: readonly RuleLines[];
  /** Index of the line that closes the list. */
  readonly close: number;
  /** White space before each rule. */
  readonly indent: string;
}

/** A rule in the file: its first and last line, from 0, and its text. */
interface RuleLines {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** A rule in its short form: `['/post/:id?', 'rest']`, or with a target `['/issue/:id/archive', 'issue#archive', 'rest']`. */
export function ruleText({ pattern, to }: Rule, quoteMark: "'" | '"' = "'"): string {
  const texts = [pattern, ...(to === undefined ? [] : [to]), 'rest'];
  return `[${texts.map((text) => (quoteMark === '"' ? JSON.stringify(text) : literal(text))).join(', ')}]`;
}

/**
 * Add a rule, if the list begins and ends on its own lines, with each rule on its own line or lines: after the last one, or with a target before the first
 * rule that may take its paths.
 *
 * @returns the new source; `present` when the pattern has a rule already; `not found` when the file has another shape
 */
export function addRule(source: string, rule: Rule): { readonly source: string } | 'present' | 'not found' {
  const { pattern, to } = rule;
  const list = readRuleList(source);
  if (list === undefined) return 'not found';
  if (list.rules.some(({ text }) => patternOf(text) === pattern)) return 'present';
  const lines = [...list.lines];
  const later = to === undefined ? undefined : list.rules.find(({ text }) => mayTake(patternOf(text), pattern));
  const last = list.rules.at(-1);
  if (later === undefined && last !== undefined) {
    const ended = withComma(lines[last.last] as string);
    if (ended === undefined) return 'not found';
    lines[last.last] = ended;
  }
  const mark = /"rest"/.test(source) && !/'rest'/.test(source) ? '"' : "'";
  const lineEnd = source.includes('\r\n') ? '\r' : '';
  const at = later?.first ?? (last === undefined ? list.close : last.last + 1);
  lines.splice(at, 0, `${list.indent}${ruleText(rule, mark)},${lineEnd}`);
  return { source: lines.join('\n') };
}

/**
 * Delete the lines of a generated rule.
 *
 * @returns the new source; `absent` without such a rule; `other` when it is another one, or the file has another shape
 */
export function removeRule(source: string, generated: Rule): { readonly source: string } | 'absent' | 'other' {
  const { pattern } = generated;
  const list = readRuleList(source);
  if (list === undefined) return source.includes(pattern) ? 'other' : 'absent';
  const [rule, other] = list.rules.filter(({ text }) => patternOf(text) === pattern);
  if (rule === undefined) return 'absent';
  if (other !== undefined || plain(rule.text) !== plain(ruleText(generated))) return 'other';
  return { source: list.lines.toSpliced(rule.first, rule.last - rule.first + 1).join('\n') };
}

/**
 * Find the place of a rule by its number: `4`, or `4.2` in a group; of a group when the rule in it is not found.
 *
 * @returns line and column from 1
 */
export function locateRule(source: string, number: string): { line: number; column: number } | undefined {
  let place: { line: number; column: number } | undefined;
  let list = readRuleList(source);
  for (const part of number.split('.')) {
    const rules = list?.rules.slice(0, Number(part)) ?? [];
    const rule = rules[Number(part) - 1];
    // After `...others`, or two rules on a line, the numbers are unknown.
    if (rule === undefined || rules.some(({ text }) => /^\.\.\.|^\[.*\],\s*[[{]/.test(text))) break;
    place = { line: rule.first + 1, column: (list?.indent.length ?? 0) + 1 };
    list = readGroup(list?.lines ?? [], rule);
  }
  return place;
}

// --- internal ---

const EXPORT = String.raw`export default|export =|module\.exports =`;
const LIST = new RegExp(String.raw`^(?:${EXPORT}|(?:const|let) (\w+)(?::[^=]+)? =) (?:defineRules\()?\[\s*$`);
const EMPTY_LIST = new RegExp(String.raw`^((?:${EXPORT}) (?:defineRules\()?\[)\](\)?;?\r?)$`, 'm');
/** Conflicts of Git. */
const CONFLICT = /^(?:<{7}|>{7}) /m;

function readRuleList(text: string): RuleList | undefined {
  const source = text.replace(EMPTY_LIST, '$1\n]$2');
  if (CONFLICT.test(source)) return undefined;
  const lines = source.split('\n');
  const starts = lines.flatMap((line, index) => (isExportedList(line, source) ? [index] : []));
  const start = starts.length === 1 ? (starts[0] as number) : lines.length;
  const close = lines.findIndex((line, index) => index > start && /^\S/.test(line));
  if (close === -1 || !lines[close]?.startsWith(']')) return undefined;
  return readRules(lines, start + 1, close);
}

function isExportedList(line: string, source: string): boolean {
  const [found, name] = LIST.exec(line) ?? [];
  if (name === undefined) return found !== undefined;
  return new RegExp(`^(?:${EXPORT}) ${name}\\b|\\b${name} as default\\b`, 'm').test(source);
}

/** The rules of a group: `rules: [` and a closing line of the same indentation. */
function readGroup(lines: readonly string[], { first, last }: RuleLines): RuleList | undefined {
  const start = lines.findIndex((line, index) => index >= first && index <= last && /\brules: \[\s*$/.test(line));
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0] ?? '';
  const close = lines.findIndex((line, index) => index > start && line.startsWith(`${indent}]`));
  return start === -1 || close === -1 ? undefined : readRules(lines, start + 1, close);
}

/** Undefined when indentation does not tell where each rule begins. */
function readRules(lines: readonly string[], from: number, close: number): RuleList | undefined {
  const rules: RuleLines[] = [];
  let indent: string | undefined;
  for (let index = from; index < close; index += 1) {
    const [, space = '', text = ''] = /^(\s*)(.*?)\s*$/.exec(lines[index] as string) ?? [];
    if (text === '' || text.startsWith('//')) continue;
    // A comment or a template over several lines may look like a rule.
    indent ??= space;
    if (space.length < indent.length || text.startsWith('/*') || text.includes('`')) return undefined;
    const last = rules.at(-1);
    const isContinued = space.length > indent.length || /^[\]})]/.test(text);
    if (!isContinued) rules.push({ first: index, last: index, text });
    else if (last) rules[rules.length - 1] = { ...last, last: index, text: `${last.text} ${text}` };
  }
  return { lines, rules, close, indent: indent ?? '  ' };
}

function patternOf(rule: string): string | undefined {
  return /^\[\s*(['"])(.*?)\1\s*[,\]]/.exec(rule)?.[2];
}

/** Whether a rule may take paths of a pattern: not if a segment of both is literal and differs. A rule that is no text may. */
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

/** A line that ends a rule, with a comma after the rule; undefined when it is not certain where the rule ends. */
function withComma(line: string): string | undefined {
  const [, code = '', comment = ''] = /^((?:[^'"/]|'[^']*'|"[^"]*")*?)(\s*(?:\/\/.*)?)$/.exec(line) ?? [];
  if (code.endsWith(',') || (code === '' && line.trimEnd().endsWith(','))) return line;
  return /[\]}]$/.test(code) ? `${code},${comment}` : undefined;
}
