import { decodeCapture } from '../../src/match/decode-capture.ts';
import type { ParsedRule, TargetPart } from '../../src/parse/types.ts';

/**
 * The seed's rules at their simplest, as an oracle: segment by segment, with no expression over the whole path and no index.
 * It knows the rules that {@link authored} can write, and nothing else.
 */
export interface NaiveRule {
  /** What the generated rule is made of; `digits` and `word` are captures, `optional` closes the rule. */
  segments: NaiveSegment[];
  form: 'regexp' | 'path' | 'short';
  /** Target of the regexp form: the literal name, or the capture with this number. */
  controller: string | number;
}

export type NaiveSegment =
  | { kind: 'literal'; text: string }
  | { kind: 'digits' | 'word' | 'any'; name: string; optional: boolean };

export interface NaiveMatch {
  rule: number;
  controller: string;
  params: Record<string, string>;
}

const CLASSES = {
  digits: '0123456789',
  word: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  any: undefined,
};

export function naiveMatch(rules: readonly NaiveRule[], path: string): NaiveMatch | undefined {
  for (const [index, rule] of rules.entries()) {
    const captures = walk(rule, path) ?? (path.endsWith('/') ? walk(rule, path.slice(0, -1)) : undefined);
    if (!captures) continue;
    const params: Record<string, string> = {};
    let controller = typeof rule.controller === 'string' ? rule.controller : '';
    let number = 0;
    for (const segment of rule.segments) {
      if (segment.kind === 'literal') continue;
      number++;
      const value = captures[number - 1];
      if (number === rule.controller) controller = value ?? '';
      else if (value !== undefined) params[segment.name] = value;
    }
    return { rule: index, controller, params };
  }
  return undefined;
}

function walk(rule: NaiveRule, path: string): (string | undefined)[] | undefined {
  const parts = path === '' ? [] : path.slice(1).split('/');
  if (path !== '' && !path.startsWith('/')) return undefined;
  const captures: (string | undefined)[] = [];
  let at = 0;
  for (const segment of rule.segments) {
    const part = parts[at];
    if (segment.kind === 'literal') {
      if (part === undefined || !sameLiteral(part, segment.text, rule.form)) return undefined;
      at++;
    } else if (part !== undefined && fits(part, CLASSES[segment.kind])) {
      captures.push(part);
      at++;
    } else if (segment.optional && part === undefined) {
      captures.push(undefined);
    } else {
      return undefined;
    }
  }
  return at === parts.length ? captures : undefined;
}

/** Path forms do not mind the case, as in Express; an expression says so itself. */
function sameLiteral(part: string, text: string, form: NaiveRule['form']): boolean {
  return form === 'regexp' ? part === text : part.toLowerCase() === text.toLowerCase();
}

function fits(part: string, letters: string | undefined): boolean {
  return part !== '' && (letters === undefined || [...part].every((letter) => letters.includes(letter)));
}

/** What a path is answered with when its capture does not decode. */
export interface NaiveError {
  code: string;
}

/** Any rules, the plain way: the expression of each in turn, in written order, without any index. */
export function naiveRun(rules: readonly ParsedRule[], path: string): NaiveMatch | NaiveError | undefined {
  for (const [index, rule] of rules.entries()) {
    const captures = rule.gates.every(({ regexp }) => regexp.test(path)) ? runWhole(rule, path) : null;
    if (!captures) continue;
    try {
      return { rule: index, ...fillTarget(rule, captures) };
    } catch (error) {
      return { code: (error as NaiveError).code };
    }
  }
  return undefined;
}

function runWhole({ pattern, search, strict }: ParsedRule, path: string): RegExpExecArray | null {
  const regexp = new RegExp(search ? pattern.source : `^(?:${pattern.source})$`, pattern.flags);
  const slash = path.endsWith('/') && !search && (!strict || path === '/');
  return (slash ? regexp.exec(path.slice(0, -1)) : null) ?? regexp.exec(path);
}

function fillTarget({ pattern: { groups }, target }: ParsedRule, captures: RegExpExecArray): Omit<NaiveMatch, 'rule'> {
  const taken = new Set<number>();
  const numbersOf = (slot: number | string) =>
    typeof slot === 'number' ? [slot] : groups.flatMap((name, at) => (name === slot ? [at + 1] : []));
  const fill = (parts: readonly TargetPart[], isName = false): string | undefined => {
    const texts = parts.map((part) => {
      if (part.kind === 'text') return part.text;
      const raw = numbersOf(part.slot).map((number) => captures[number]);
      return raw.find((text) => text !== undefined);
    });
    // Without one of them the others are not looked at.
    if (texts.includes(undefined)) return undefined;
    const filled = texts.map((text, at) => (parts[at]?.kind === 'text' ? text : decodeCapture(text as string, 255)));
    // A name has to decode, and is taken as it came.
    return (isName ? texts : filled).join('');
  };
  for (const part of [target.controller, ...target.params.map(({ value }) => value)].flat()) {
    if (part.kind === 'slot') for (const number of numbersOf(part.slot)) taken.add(number);
  }
  const params: Record<string, string> = {};
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) params[name] = value;
  };
  for (const { name, value } of target.params) set(name, fill(value));
  for (const name of new Set(groups)) {
    if (name === undefined || target.params.some((param) => param.name === name)) continue;
    if (!numbersOf(name).some((number) => taken.has(number))) set(name, fill([{ kind: 'slot', slot: name }]));
  }
  return { controller: fill(target.controller, true) ?? '', params };
}
