import { flattenExpression, type ReadClass, type Token } from '../../compile/flatten-expression.ts';
import type { CompiledRule } from '../../compile/types.ts';
import { isCapital } from '../../match/run-steps.ts';
import { hasCharacter } from '../../parse/char-set.ts';

/** A token as people see it: text up to the next slash is one, and a class knows the parameter that it fills. */
export type PathToken =
  | { readonly kind: 'text'; readonly text: string; readonly ignoreCase: readonly boolean[] }
  | ClassToken
  | { readonly kind: 'start' | 'end' | 'assertion' | 'unread' };

export type ClassToken = Pick<ReadClass, 'kind' | 'set' | 'source' | 'min' | 'max'> & {
  readonly name: string | undefined;
};

/** How far a variant takes a path. */
export interface Walk {
  /** The token that does not match; `undefined` when the variant takes all of the path, or could. */
  readonly stop: number | undefined;
  /** Where that text would have to begin; of a class, where the next character would have to be. */
  readonly at: number;
  /** Where the first character stands that it does not take. */
  readonly reached: number;
  /** Only the engine can tell whether what was passed holds: a lookahead, or syntax that is not understood. */
  readonly isOpen: boolean;
}

/** The variants of the expression of a rule, in the order in which they are tried. */
export function readTokens(rule: CompiledRule): readonly (readonly PathToken[])[] {
  const known = READ.get(rule);
  if (known) return known;
  const { pattern } = rule.rule;
  const variants = flattenExpression(pattern).map((tokens) => toPathTokens(tokens, pattern.groups));
  READ.set(rule, variants);
  return variants;
}

/**
 * Walk a path along a variant, as far as it goes.
 *
 * All places that a token can end at are kept, so that no choice is ever taken back: what is told holds for every way in which the expression could
 * divide the path.
 *
 * @param whole - the variant has to take the path to its end
 */
export function walkTokens(tokens: readonly PathToken[], path: string, whole: boolean): Walk {
  let places = [0];
  let isOpen = false;
  for (const [stop, token] of tokens.entries()) {
    if (token.kind === 'unread') return { stop: undefined, at: last(places), reached: last(places), isOpen: true };
    if (token.kind === 'assertion') isOpen = true;
    const step = take(token, places, path);
    if (step.places.length === 0) {
      const { at, reached } = step;
      return { stop, at: token.kind === 'class' ? reached : at, reached, isOpen };
    }
    places = step.places;
  }
  const at = last(places);
  // After the last token the path has to end.
  return { stop: whole && at < path.length ? tokens.length : undefined, at, reached: at, isOpen };
}

// --- internal ---

const READ = new WeakMap<CompiledRule, readonly (readonly PathToken[])[]>();

function toPathTokens(tokens: readonly Token[], names: readonly (string | undefined)[]): PathToken[] {
  const read: PathToken[] = [];
  const open: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token.capture);
    else if (token.kind === 'close') open.pop();
    else if (token.kind === 'text') addText(read, token.char, token.ignoreCase);
    else if (token.kind === 'class') read.push({ ...token, name: names[(open.at(-1) ?? 0) - 1] });
    else read.push({ kind: token.kind });
  }
  return read;
}

function addText(tokens: PathToken[], char: string, ignoreCase: boolean): void {
  const last = tokens.at(-1);
  if (last?.kind !== 'text' || char === '/') tokens.push({ kind: 'text', text: char, ignoreCase: [ignoreCase] });
  else
    tokens[tokens.length - 1] = {
      kind: 'text',
      text: last.text + char,
      ignoreCase: [...last.ignoreCase, ignoreCase],
    };
}

/** Where a token can end, and where it came farthest. */
interface Step {
  readonly places: number[];
  readonly at: number;
  readonly reached: number;
}

function take(token: PathToken, from: number[], path: string): Step {
  switch (token.kind) {
    case 'text':
      return takeEach(from, (at) => {
        const length = commonLength(token.text, token.ignoreCase, path, at);
        return [length, length, length < token.text.length];
      });
    case 'class':
      return takeEach(from, (at) => {
        const limit = Math.min(path.length, at + token.max);
        let end = at;
        while (end < limit && hasCharacter(token.set, path.charCodeAt(end))) end++;
        return [token.min, end - at, end - at < token.min];
      });
    case 'start':
      return keep(from, (at) => at === 0);
    case 'end':
      return keep(from, (at) => at === path.length);
    default:
      return { places: from, at: last(from), reached: last(from) };
  }
}

/** @param measure - the fewest and the most characters that are taken at a place, and whether they are too few */
function takeEach(from: number[], measure: (at: number) => [min: number, max: number, short: boolean]): Step {
  const ends = new Set<number>();
  let at = 0;
  let reached = -1;
  for (const place of from) {
    const [min, max, short] = measure(place);
    if (place + max > reached) [at, reached] = [place, place + max];
    if (!short) for (let end = place + min; end <= place + max; end++) ends.add(end);
  }
  return { places: [...ends].sort((a, b) => a - b), at, reached };
}

function keep(from: number[], holds: (at: number) => boolean): Step {
  return { places: from.filter(holds), at: last(from), reached: last(from) };
}

/** Characters of a text that stand at a place. */
function commonLength(text: string, ignoreCase: readonly boolean[], path: string, at: number): number {
  let length = 0;
  while (length < text.length && at + length < path.length) {
    const code = path.charCodeAt(at + length);
    const own = text.charCodeAt(length);
    if (code !== own && !(ignoreCase[length] && isCapital(code) && code + 32 === own)) break;
    length++;
  }
  return length;
}

function last(places: readonly number[]): number {
  return places.at(-1) as number;
}
