import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { type CharSets, readCharSet } from './char-set.ts';
import type { CharSet } from './types.ts';

/** What an expression is made of, on one way through it. */
export type Piece =
  | { readonly kind: 'text'; readonly char: string; readonly fold: boolean; readonly written: string }
  | { readonly kind: 'run'; readonly set: CharSet; readonly least: number; readonly most: number }
  | { readonly kind: 'open' | 'close'; readonly group: number }
  | { readonly kind: 'start' | 'end' }
  /** Takes no text, but only the engine knows whether it holds: a lookahead, `\b`. */
  | { readonly kind: 'assertion' }
  /** Not understood, nor is anything behind it. */
  | { readonly kind: 'opaque' };

/** A capture that is not taken apart. */
export interface WholePiece {
  readonly kind: 'whole';
  readonly group: number;
  /** What stands in its parentheses. */
  readonly source: string;
}

/** The most characters of a run without an end. */
export const ENDLESS: number = 2 ** 30;

/** How else an expression is read. */
export interface Detail {
  /** Captures that are kept whole, unless another one of them is inside. */
  readonly whole: ReadonlySet<number>;
  /** Ways that are told apart; an expression with more of them is not read further. */
  readonly mostWays: number;
}

/** Copies of a character (`a{3}`) that are written out. */
const MOST_COPIES = 64;

/**
 * Read the ways through an expression, in the order in which its engine tries them.
 *
 * Whatever is not understood ends a way: what stands before it still holds for every text that the expression matches.
 */
export function readPieces(pattern: Expression, sets: CharSets): Piece[][];
export function readPieces(pattern: Expression, sets: CharSets, detail: Detail): (Piece | WholePiece)[][];
export function readPieces({ source, flags }: Expression, sets: CharSets, detail = PLAIN): AnyPiece[][] {
  const unicode = /[uv]/.test(flags);
  // With m the expression may begin behind any line end.
  if (flags.includes('m')) return [[OPAQUE]];
  try {
    const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    const pattern = PARSER.parsePattern(source, 0, source.length, mode);
    const groups = numberGroups(pattern);
    const reader: Reader = { ...detail, unicode, flags: flags.replace(/[^is]/g, ''), sets, groups };
    return readAlternatives(pattern.alternatives, reader);
  } catch {
    // The engine may know newer syntax than the parser.
    return [[OPAQUE]];
  }
}

// --- internal ---

type Expression = Pick<RegExp, 'source' | 'flags'>;
type AnyPiece = Piece | WholePiece;

const PARSER = new RegExpParser();
const PLAIN: Detail = { whole: new Set(), mostWays: 16 };

const OPAQUE: Piece = { kind: 'opaque' };

interface Reader extends Detail {
  readonly unicode: boolean;
  /** Only i and s are left. */
  readonly flags: string;
  readonly sets: CharSets;
  readonly groups: ReadonlyMap<AST.CapturingGroup, number>;
}

/** By the place where they open: the reader does not come to those behind what it does not understand. */
function numberGroups(pattern: AST.Pattern): ReadonlyMap<AST.CapturingGroup, number> {
  const groups = new Map<AST.CapturingGroup, number>();
  visitRegExpAST(pattern, { onCapturingGroupEnter: (group) => void groups.set(group, groups.size + 1) });
  return groups;
}

function readAlternatives(alternatives: readonly AST.Alternative[], reader: Reader): AnyPiece[][] {
  const ways = alternatives.flatMap(({ elements }) => readSequence(elements, reader));
  return ways.length > reader.mostWays ? [[OPAQUE]] : ways;
}

function readSequence(elements: readonly AST.Element[], reader: Reader): AnyPiece[][] {
  let ways: AnyPiece[][] = [[]];
  for (const element of elements) {
    const next = readElement(element, reader);
    if (ways.length * next.length > reader.mostWays) return ways.map((way) => join(way, [OPAQUE]));
    const [only] = next;
    if (ways.length === 1 && next.length === 1) ways = [join(ways[0] as AnyPiece[], only as AnyPiece[])];
    else ways = ways.flatMap((way) => next.map((pieces) => join([...way], pieces)));
    if (ways.every((way) => way.at(-1) === OPAQUE)) break;
  }
  return ways;
}

function join(way: AnyPiece[], pieces: readonly AnyPiece[]): AnyPiece[] {
  if (way.at(-1) !== OPAQUE) way.push(...pieces);
  return way;
}

function readElement(element: AST.Element, reader: Reader): AnyPiece[][] {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return [readCharacters(element, reader, 1, 1)];
    case 'Group':
      return element.modifiers ? [[OPAQUE]] : readAlternatives(element.alternatives, reader);
    case 'CapturingGroup': {
      const group = reader.groups.get(element) as number;
      if (isWhole(element, reader)) return [[{ kind: 'whole', group, source: sourceOf(element) }]];
      const inner = readAlternatives(element.alternatives, reader);
      return inner.map((pieces) => join([{ kind: 'open', group }, ...pieces], [{ kind: 'close', group }]));
    }
    case 'Assertion':
      if (element.kind === 'start' || element.kind === 'end') return [[{ kind: element.kind }]];
      return [[{ kind: 'assertion' }]];
    case 'Quantifier':
      return readQuantifier(element, reader);
    default:
      return [[OPAQUE]];
  }
}

function isWhole(element: AST.CapturingGroup, { whole, groups }: Reader): boolean {
  if (!whole.has(groups.get(element) as number)) return false;
  let kept = 0;
  visitRegExpAST(element, {
    onCapturingGroupEnter: (group) => {
      if (whole.has(groups.get(group) as number)) kept++;
    },
  });
  return kept === 1;
}

function sourceOf({ alternatives }: AST.CapturingGroup): string {
  return alternatives.map(({ raw }) => raw).join('|');
}

function readQuantifier({ element, min, max, greedy }: AST.Quantifier, reader: Reader): AnyPiece[][] {
  if (element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass') {
    const once = [readCharacters(element, reader, 1, 1)];
    if (min === 1 && max === 1) return once;
    if (min === 0 && max === 1 && element.type === 'Character') return greedy ? [...once, []] : [[], ...once];
    return [readCharacters(element, reader, min, max)];
  }
  const inner = readElement(element, reader);
  if (min === 1 && max === 1) return inner;
  if (min > 0) return inner.map((pieces) => join(pieces, [OPAQUE]));
  // A group that matched nothing counts as one that did not take part.
  if (max !== 1 || !inner.every((pieces) => pieces.some(takesText))) return [[OPAQUE]];
  return greedy ? [...inner, []] : [[], ...inner];
}

function takesText(piece: AnyPiece): boolean {
  return piece.kind === 'text' || piece.kind === 'whole' || (piece.kind === 'run' && piece.least > 0);
}

function readCharacters(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass,
  reader: Reader,
  min: number,
  max: number,
): AnyPiece[] {
  if (node.type === 'Character' && min === max && max <= MOST_COPIES) {
    const piece = readCharacter(node.value, reader);
    return new Array(max).fill(piece);
  }
  const set = reader.unicode ? undefined : readCharSet(node, reader.flags, reader.sets);
  if (set === undefined) return [OPAQUE];
  const char = min === 1 && max === 1 ? onlyCharacter(set) : undefined;
  return [char ?? { kind: 'run', set, least: min, most: Math.min(max, ENDLESS) }];
}

function readCharacter(value: number, { unicode, flags }: Reader): Piece {
  const char = String.fromCodePoint(value);
  if (!flags.includes('i')) return char.length > 1 ? OPAQUE : { kind: 'text', char, fold: false, written: char };
  // Beyond ASCII cases do not come in pairs; with u the Kelvin sign is a k, and ſ an s.
  if (value > 127 || (unicode && /[ks]/i.test(char))) return OPAQUE;
  return { kind: 'text', char: char.toLowerCase(), fold: /[a-z]/i.test(char), written: char };
}

/** `[.]` is a dot, and `[Cc]` the letter in either case. */
function onlyCharacter({ table, beyond }: CharSet): Piece | undefined {
  if (beyond !== 'none') return undefined;
  const chars = [...table.keys()].filter((code) => table[code] !== 0).map((code) => String.fromCharCode(code));
  const [first, second] = chars;
  if (first === undefined || chars.length > 2) return undefined;
  if (second === undefined) return { kind: 'text', char: first, fold: false, written: first };
  return first.toLowerCase() === second ? { kind: 'text', char: second, fold: true, written: first } : undefined;
}
