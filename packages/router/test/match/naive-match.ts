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
