import { activeCharacters } from './active-characters.ts';
import { countGroups, parseExpression } from './parse-expression.ts';
import type { ParsedPattern } from './types.ts';

/** Why a pattern or target does not parse, and what to write instead; the caller adds file and rule. */
export class ParseError extends Error {
  readonly hint: string;

  constructor(reason: string, hint: string) {
    super(reason);
    this.hint = hint;
  }
}

/**
 * Parse a path pattern: literals, `:id`, `:id?`, `:id(\\d+)`, `:rest*`, `:rest+`.
 *
 * A trailing slash is ignored, as in Express; with `strict` it is refused.
 *
 * @returns one expression over the raw path, not anchored, without the trailing slash
 * @throws {ParseError} with the part that does not parse
 */
export function parsePattern(pattern: string, caseSensitive: boolean, strict = false): ParsedPattern {
  if (!pattern.startsWith('/')) {
    throw new ParseError(`the path "${pattern}" does not begin with a slash`, `Write '/${pattern}'.`);
  }
  const groups: string[] = [];
  const literals: string[] = [];
  let source = '';
  const segments = splitSegments(pattern);
  if (!strict && segments.length > 1 && segments.at(-1) === '') segments.pop();
  const read = segments.map((segment) => readParts(segment, pattern));
  for (const [place, segment] of segments.entries()) {
    if (segment === '') {
      if (segments.length > 1)
        throw new ParseError(`the path "${pattern}" has an empty segment`, 'Remove the doubled or trailing slash.');
      continue;
    }
    const parts = read[place] as Part[];
    const [only] = parts;
    if (parts.length === 1 && only?.kind === 'param') {
      addGroup(groups, only.name, pattern);
      source += wholeSegment(only, read.slice(place + 1));
      continue;
    }
    source += '\\/';
    for (const [at, part] of parts.entries()) {
      if (part.kind === 'literal') {
        source += escapeLiteral(part.text);
        continue;
      }
      if (part.modifier !== '') {
        throw new ParseError(
          `":${part.name}${part.modifier}" is only a part of the segment "${segment}"`,
          `A parameter with "${part.modifier}" must be a segment of its own.`,
        );
      }
      addGroup(groups, part.name, pattern);
      source += `(${part.source ?? textBefore(parts[at + 1], parts[at + 2])})`;
    }
    if (parts.length === 1) literals.push(segment);
  }
  const flags = caseSensitive ? '' : 'i';
  const { alternatives } = parseExpression({ source, flags });
  return { source, flags, alternatives, groups: groups.slice(), literals: literals.join('/') };
}

/** Read an expression; flags that keep a place between calls are dropped. */
export function parseRegExp({ source, flags }: RegExp): ParsedPattern {
  const stateless = flags.replace(/[gyd]/g, '');
  return { source, flags: stateless, ...parseExpression({ source, flags }), literals: undefined };
}

// --- internal ---

interface Param {
  readonly kind: 'param';
  readonly name: string;
  readonly source: string | undefined;
  readonly modifier: '' | '?' | '*' | '+';
}
type Part = Param | { readonly kind: 'literal'; readonly text: string };

/** Split at slashes that are not inside the parentheses of a parameter. */
function splitSegments(pattern: string): string[] {
  const cuts = [0];
  for (const [at, char, depth] of activeCharacters(pattern)) {
    if (char === '/' && depth === 0 && at > 0) cuts.push(at);
  }
  return cuts.map((cut, index) => pattern.slice(cut + 1, cuts[index + 1]));
}

function readParts(segment: string, pattern: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < segment.length) {
    if (segment[at] === ':') {
      const name = /^[A-Za-z_]\w*/.exec(segment.slice(at + 1))?.[0];
      if (!name)
        throw new ParseError(`":" without a name in "${pattern}"`, "Write a name after it, as in '/post/:id?'.");
      at += 1 + name.length;
      const source = segment[at] === '(' ? readGroup(segment, at, name, pattern) : undefined;
      if (source !== undefined) at += source.length + 2;
      const next = segment[at];
      const modifier = next === '?' || next === '*' || next === '+' ? next : '';
      at += modifier.length;
      parts.push({ kind: 'param', name, source, modifier });
      continue;
    }
    const text = /^[^:]+/.exec(segment.slice(at))?.[0] as string;
    const odd = /[(){}[\]*+?|\\^$<>"\s%#]/.exec(text)?.[0];
    if (odd) {
      throw new ParseError(
        `"${odd}" has no meaning at this place of "${pattern}"`,
        /^\?\w+=/.test(segment.slice(at + text.indexOf(odd)))
          ? 'The query is no part of a path: leave it out of the rule. Actions have it as this.get(name).'
          : "A path holds literals, ':id', ':id?', ':id(\\\\d+)' and ':rest*'; write an expression such as /\\/post(?:\\/(\\d+))?/ for more.",
      );
    }
    parts.push({ kind: 'literal', text });
    at += text.length;
  }
  return parts;
}

/** The source between the parentheses that open at `at`. */
function readGroup(segment: string, at: number, name: string, pattern: string): string {
  for (const [end, char, depth] of activeCharacters(segment.slice(at))) {
    if (char !== ')' || depth > 0) continue;
    const source = segment.slice(at + 1, at + end);
    if (source === '')
      throw new ParseError(`":${name}()" has an empty expression`, `Write ':${name}' or ':${name}(\\\\d+)'.`);
    checkSyntax(source, pattern);
    if (countGroups(source, '') > 0) {
      throw new ParseError(`":${name}(${source})" captures inside a parameter`, 'Use (?:…) for groups inside it.');
    }
    return source;
  }
  throw new ParseError(`"(" after ":${name}" is not closed`, 'Close it.');
}

/**
 * The text of a parameter ends where what follows it begins first, when any text may follow that: an engine would try all other places too, and
 * find none better.
 */
function textBefore(next: Part | undefined, afterNext: Part | undefined): string {
  if (next !== undefined && isFree(next)) return '[^/]';
  if (next?.kind !== 'literal' || !isFree(afterNext)) return '[^/]+?';
  const stop = escapeLiteral(next.text);
  return /^\\?.$/.test(stop) ? `[^/][^/${stop}]*?` : `[^/](?:(?!${stop})[^/])*?`;
}

function isFree(part: Part | undefined): boolean {
  return part?.kind === 'param' && part.source === undefined;
}

/** Like {@link textBefore}, across slashes: up to literal segments that any others may follow. */
function textBeforeSegments(following: readonly (readonly Part[])[]): string {
  const end = following.findIndex(([part]) => part?.kind !== 'literal');
  const [part] = following[end] ?? [];
  if (end < 1 || part?.kind !== 'param' || !isFree(part) || !/[*+]/.test(part.modifier)) return '.+?';
  const literals = following.slice(0, end);
  if (literals.some(({ length }) => length > 1)) return '.+?';
  const stop = literals.map(([literal]) => `\\/${escapeLiteral((literal as { text: string }).text)}`).join('');
  return `.(?:(?!${stop}${part.modifier === '+' ? '\\/' : '(?:\\/|$)'}).)*?`;
}

function wholeSegment({ source, modifier }: Param, following: readonly (readonly Part[])[]): string {
  const one = source ?? '[^/]+?';
  if (modifier === '?') return `(?:\\/(${one}))?`;
  if (modifier === '') return `\\/(${one})`;
  const many = source === undefined ? textBeforeSegments(following) : `(?:${source})(?:\\/(?:${source}))*`;
  return modifier === '*' ? `(?:\\/(${many}))?` : `\\/(${many})`;
}

function addGroup(groups: string[], name: string, pattern: string): void {
  if (groups.includes(name))
    throw new ParseError(`":${name}" is used twice in "${pattern}"`, 'Give each parameter its own name.');
  groups.push(name);
}

/** A literal as clients send it: percent-encoded with digits of either case, so that '/café' matches '/caf%C3%A9' and '/caf%c3%a9'. */
function escapeLiteral(text: string): string {
  const escaped = text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return escaped.replace(/[^ -~]+/g, (beyond) =>
    encodeURI(beyond).replace(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`),
  );
}

function checkSyntax(source: string, pattern: string): void {
  try {
    new RegExp(source);
  } catch (error) {
    throw new ParseError(
      `"${pattern}" holds an invalid expression: ${(error as Error).message}`,
      'Fix the expression in parentheses.',
    );
  }
}
