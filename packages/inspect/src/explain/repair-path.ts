import { type CompiledRule, hasCharacter, testRule } from '@rest-gen/router/internal';
import { type NamedClass, type PathToken, tokensOf, walkTokens } from './walk-tokens.ts';

/**
 * Change a path so that a variant of a rule matches it: matching segments stay, the others are replaced by those of the
 * rule.
 *
 * @returns paths that the rule matches; none for a variant that is not understood
 */
export function repairPath(rule: CompiledRule, path: string): string[] {
  const segments = splitPath(path);
  const repaired = tokensOf(rule)
    .filter(isRead)
    .map((tokens) => {
      return (
        splitTokens(tokens)
          .map((part, at) => repairSegment(part, segments[at] ?? ''))
          .join('') || '/'
      );
    });
  return [...new Set(repaired)].filter((candidate) => PATH.test(candidate) && testRule(rule, candidate));
}

// --- internal ---

/** Characters that the path of a request can have; `?` and `#` end a path. */
const PATH = /^\/[!"$->@-~\x80-\xff]*$/;

/** Lookaheads are ignored here; the rule is tested afterwards. */
function isRead(tokens: readonly PathToken[]): boolean {
  return tokens.every(({ kind }) => kind !== 'unread');
}

/** `/post/1` is `/post` and `/1`. */
function splitPath(path: string): string[] {
  return path.match(/\/[^/]*/g) ?? [];
}

function splitTokens(tokens: readonly PathToken[]): PathToken[][] {
  const parts: PathToken[][] = [];
  for (const token of tokens) {
    if (parts.length === 0 || (token.kind === 'text' && token.char === '/')) parts.push([token]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function repairSegment(tokens: readonly PathToken[], segment: string): string {
  const { stop, isOpen } = walkTokens(tokens, segment, true);
  if (stop === undefined && !isOpen) return segment;
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.char;
      return token.kind === 'class' ? fillClass(token, segment) : '';
    })
    .join('');
}

/** The longest matching part, `12` of `12abc`; otherwise as few characters as the class needs. */
function fillClass({ set, min, max }: NamedClass, segment: string): string {
  let longest = '';
  let current = '';
  for (const char of segment.slice(1)) {
    current = hasCharacter(set, char.charCodeAt(0)) ? current + char : '';
    if (current.length > longest.length) longest = current;
  }
  if (longest.length >= Math.max(min, 1)) return longest.slice(0, max);
  const sample = SAMPLES.find((char) => hasCharacter(set, char.charCodeAt(0)));
  return (sample ?? '').repeat(min);
}

/** Every character that can be seen and be a part of a path, the plain ones first. */
const SAMPLES = ['1', 'a', 'A', '-', ...Array.from({ length: 94 }, (_, code) => String.fromCharCode(code + 33))].filter(
  (char) => char !== '?' && char !== '#',
);
