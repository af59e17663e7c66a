import { hasCharacter } from '../../compile/char-set.ts';
import type { CompiledRule } from '../../compile/types.ts';
import { testRule } from '../../match/test-rule.ts';
import { type RunToken, type Token, tokensOf } from './read-tokens.ts';
import { walkWay } from './walk-way.ts';

/**
 * Write a path as each way of a rule would take it: segments that fit stay as they are, the others become what the rule has there.
 *
 * @returns paths that the rule takes, each tried; none where the way is not understood
 */
export function repairPath(rule: CompiledRule, path: string): string[] {
  const segments = splitPath(path);
  const repaired = tokensOf(rule)
    .filter(isTold)
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

/** As a request has it: no other character comes over the wire, and `?` and `#` end a path. */
const PATH = /^\/[!"$->@-~\x80-\xff]*$/;

/** What a lookahead asks for is left to the rule itself, which has the last word. */
function isTold(tokens: readonly Token[]): boolean {
  return tokens.every(({ kind }) => kind !== 'opaque');
}

/** `/post/1` is `/post` and `/1`. */
function splitPath(path: string): string[] {
  return path.match(/\/[^/]*/g) ?? [];
}

function splitTokens(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  for (const token of tokens) {
    if (parts.length === 0 || (token.kind === 'text' && token.text.startsWith('/'))) parts.push([token]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function repairSegment(tokens: readonly Token[], segment: string): string {
  const { stop, isOpen } = walkWay(tokens, segment, true);
  if (stop === undefined && !isOpen) return segment;
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      return token.kind === 'run' ? fillRun(token, segment) : '';
    })
    .join('');
}

/** The longest part of what is there that fits, `12` of `12abc`; else as few characters as the run needs. */
function fillRun({ set, least, most }: RunToken, segment: string): string {
  let longest = '';
  let current = '';
  for (const char of segment.slice(1)) {
    current = hasCharacter(set, char.charCodeAt(0)) ? current + char : '';
    if (current.length > longest.length) longest = current;
  }
  if (longest.length >= Math.max(least, 1)) return longest.slice(0, most);
  const sample = SAMPLES.find((char) => hasCharacter(set, char.charCodeAt(0)));
  return (sample ?? '').repeat(least);
}

/** Every character that can be seen and be a part of a path, the plain ones first. */
const SAMPLES = ['1', 'a', 'A', '-', ...Array.from({ length: 94 }, (_, code) => String.fromCharCode(code + 33))].filter(
  (char) => char !== '?' && char !== '#',
);
