import type { CharSets } from '../../compile/char-set.ts';
import { compileTarget, fillingOf } from '../../compile/compile-target.ts';
import { ENDLESS, type Piece, readPieces, type WholePiece } from '../../compile/read-pieces.ts';
import type { Filling } from '../../compile/types.ts';
import type { ParsedRule } from '../../parse/types.ts';
import { type Opaque, readValue, type Value } from './read-value.ts';
import { reasonOf } from './reason-of.ts';

/** A text of a path, or a place for a value; a place knows the capture that it fills. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'place'; readonly group: number | undefined; readonly source: string; readonly value: Value };

/** One way through an expression, as a template. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  /** What its captures fill. */
  readonly filling: Filling;
}

/**
 * Read the ways through the expression of a rule as templates, in the order in which they are tried.
 *
 * @returns for a way that cannot be written as one a text that says why
 */
export function readTemplates(rule: ParsedRule): (Template | Opaque)[] {
  const { pattern } = rule;
  const target = compileTarget(rule);
  const parts = [target.controllerParts, ...target.params.map((param) => param.parts)].flat();
  const whole = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : part)));
  return readPieces(pattern, SETS, { whole, mostWays: MOST_WAYS }).map((pieces) => {
    const read = readParts(pieces, pattern.flags);
    if (typeof read === 'string') return read === '' ? reasonOf(pattern) : read;
    const groups = pieces.flatMap((piece) => (piece.kind === 'open' || piece.kind === 'whole' ? [piece.group] : []));
    return { parts: read, filling: fillingOf(target, new Set(groups)) };
  });
}

// --- internal ---

/** More than a match tells apart: nobody waits for it. */
const MOST_WAYS = 256;

/** By the text of a class: as many as the rules of a program have. */
const SETS: CharSets = new Map();

function readParts(pieces: readonly (Piece | WholePiece)[], flags: string): TemplatePart[] | Opaque {
  const parts: TemplatePart[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'opaque' || piece.kind === 'assertion') return '';
    if (piece.kind === 'text') addText(parts, piece.written);
    else if (piece.kind === 'run' || piece.kind === 'whole') {
      const group = piece.kind === 'whole' ? piece.group : undefined;
      const last = parts.at(-1);
      // Two runs without anything between them are one place.
      const before = piece.kind === 'run' && last?.kind === 'place' && last.group === undefined ? last.source : '';
      const source = before + (piece.kind === 'whole' ? piece.source : writeRun(piece));
      const value = readValue(source, flags);
      if (typeof value === 'string') return value;
      if (before !== '') parts.pop();
      parts.push({ kind: 'place', group, source, value });
    }
  }
  return parts;
}

function addText(parts: TemplatePart[], char: string): void {
  const last = parts.at(-1);
  if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + char };
  else parts.push({ kind: 'text', text: char });
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['{0,}', '*'],
  ['{1,}', '+'],
  ['{0,1}', '?'],
]);

/** The name of a set is what is written, a space, and the flags. */
function writeRun({ set: { name }, least, most }: Extract<Piece, { kind: 'run' }>): string {
  const written = name.slice(0, name.lastIndexOf(' '));
  if (least === most) return least === 1 ? written : `${written}{${least}}`;
  const counts = `{${least},${most < ENDLESS ? most : ''}}`;
  return written + (SIGNS.get(counts) ?? counts);
}
