import { shorten } from '@rest-gen/router/internal';
import type { NamedClass, PathToken } from './walk-tokens.ts';

/** The end of the path is needed. */
export const END = 'the end of the path';

/**
 * Describe what a variant needs at a position: `"/post"`, `a digit`, `"/:id"`, `the end of the path`.
 *
 * @param at - index of the token; the end of the path follows the last one
 * @param ended - whether the path ends at this place: then `:id` says enough
 */
export function describeNeed(tokens: readonly PathToken[], at: number, ended: boolean): string {
  const token = tokens[at];
  if (token === undefined || token.kind === 'end') return END;
  if (token.kind === 'class') return describeClass(token, ended);
  if (token.kind !== 'text') return 'the beginning of the path';
  const text = textFrom(tokens, at);
  const next = tokens[at + 1];
  if (text !== '/' || next?.kind !== 'class') return quote(text);
  return next.name === undefined ? `"/" and ${describeSet(next)}` : `"/:${next.name}"`;
}

/** A text of a path or rule in quotes, truncated if it is long. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, MAX_QUOTE));
}

/** `"/post"`, `"/post" or "/user"`; of many some. */
export function joinNeeds(needs: readonly string[]): string {
  const [first = '', ...others] = needs;
  if (others.length === 0) return first;
  if (needs.length > MAX_NEEDS) return `${needs.slice(0, MAX_NEEDS).join(', ')} or something else`;
  return `${needs.slice(0, -1).join(', ')} or ${needs.at(-1)}`;
}

// --- internal ---

const MAX_QUOTE = 40;
const MAX_NEEDS = 3;

/** Common classes. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['\\d', 'a digit'],
  ['[0-9]', 'a digit'],
  ['\\w', 'a letter, a digit or "_"'],
  ['[a-z]', 'a letter from a to z'],
  ['[A-Z]', 'a letter from A to Z'],
  ['[^/]', 'a character other than "/"'],
  ['[^\\/]', 'a character other than "/"'],
  ['.', 'a character'],
]);

function describeClass(token: NamedClass, ended: boolean): string {
  const { name, source } = token;
  if (name === undefined) return describeSet(token);
  return ended || source === '[^/]' ? `":${name}"` : `${describeSet(token)} for ":${name}"`;
}

function describeSet({ source }: NamedClass): string {
  return NAMES.get(source) ?? `a character of ${source}`;
}

/** Literal text up to the next slash. */
function textFrom(tokens: readonly PathToken[], from: number): string {
  let text = '';
  for (const token of tokens.slice(from)) {
    if (token.kind !== 'text' || (token.char === '/' && text !== '')) break;
    text += token.char;
  }
  return text;
}
