import type { CharSets } from '../../compile/char-set.ts';
import { type Piece, readPieces } from '../../compile/read-pieces.ts';
import type { CharSet, CompiledRule } from '../../compile/types.ts';

/** A piece of a way as people see it: text up to the next slash is one, and a run knows the parameter that it fills. */
export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly folds: readonly boolean[] }
  | {
      readonly kind: 'run';
      readonly set: CharSet;
      readonly least: number;
      readonly most: number;
      readonly name: string | undefined;
    }
  | { readonly kind: 'start' | 'end' | 'assertion' | 'opaque' };

export type RunToken = Extract<Token, { kind: 'run' }>;

/** The ways through the expression of a rule, in the order in which they are tried. They are read once. */
export function tokensOf(rule: CompiledRule): readonly (readonly Token[])[] {
  const known = READ.get(rule);
  if (known) return known;
  const { pattern } = rule.rule;
  const ways = readPieces(pattern, SETS).map((pieces) => toTokens(pieces, pattern.groups));
  READ.set(rule, ways);
  return ways;
}

// --- internal ---

const READ = new WeakMap<CompiledRule, readonly (readonly Token[])[]>();
/** By the text of a class: as many as the rules of a program have. */
const SETS: CharSets = new Map();

function toTokens(pieces: readonly Piece[], names: readonly (string | undefined)[]): Token[] {
  const tokens: Token[] = [];
  const open: number[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'open') open.push(piece.group);
    else if (piece.kind === 'close') open.pop();
    else if (piece.kind === 'text') addText(tokens, piece.char, piece.fold);
    else if (piece.kind === 'run') {
      const { set, least, most } = piece;
      tokens.push({ kind: 'run', set, least, most, name: names[(open.at(-1) ?? 0) - 1] });
    } else tokens.push({ kind: piece.kind });
  }
  return tokens;
}

function addText(tokens: Token[], char: string, fold: boolean): void {
  const last = tokens.at(-1);
  if (last?.kind !== 'text' || char === '/') tokens.push({ kind: 'text', text: char, folds: [fold] });
  else tokens[tokens.length - 1] = { kind: 'text', text: last.text + char, folds: [...last.folds, fold] };
}
