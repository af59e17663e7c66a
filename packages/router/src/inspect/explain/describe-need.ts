import type { CharSet } from '../../compile/types.ts';
import type { RunToken, Token } from './read-tokens.ts';

/** The end of the path is needed. */
export const END = 'the end of the path';

/**
 * Say in words what stands at a place of a way: `"/post"`, `a digit`, `"/:id"`, `the end of the path`.
 *
 * @param at - of the token; behind the last one is the end
 * @param ended - whether the path ends at this place: then `:id` says enough
 */
export function describeNeed(tokens: readonly Token[], at: number, ended: boolean): string {
  const token = tokens[at];
  if (token === undefined || token.kind === 'end') return END;
  if (token.kind === 'run') return describeRun(token, ended);
  if (token.kind !== 'text') return 'the beginning of the path';
  const next = tokens[at + 1];
  if (token.text !== '/' || next?.kind !== 'run') return quote(token.text);
  return next.name === undefined ? `"/" and ${describeSet(next.set)}` : `"/:${next.name}"`;
}

/** A text of a path or rule in quotes, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
}

/** `"/post"`, `"/post" or "/user"`; of many some. */
export function joinNeeds(needs: readonly string[]): string {
  const [first = '', ...others] = needs;
  if (others.length === 0) return first;
  if (needs.length > MOST_NEEDS) return `${needs.slice(0, MOST_NEEDS).join(', ')} or something else`;
  return `${needs.slice(0, -1).join(', ')} or ${needs.at(-1)}`;
}

// --- internal ---

const LONGEST = 40;
const MOST_NEEDS = 3;

/** Classes as they are written most. */
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

function describeRun({ set, name }: RunToken, ended: boolean): string {
  if (name === undefined) return describeSet(set);
  return ended || classOf(set) === '[^/]' ? `":${name}"` : `${describeSet(set)} for ":${name}"`;
}

function describeSet(set: CharSet): string {
  const written = classOf(set);
  return NAMES.get(written) ?? `a character of ${written}`;
}

/** Its name is what is written, a space, and the flags. */
function classOf({ name }: CharSet): string {
  return name.slice(0, name.lastIndexOf(' '));
}
