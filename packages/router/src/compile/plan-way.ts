import { areDisjoint, hasCharacter } from './char-set.ts';
import type { Piece } from './read-pieces.ts';
import type { KeyedWay, Step, Way } from './types.ts';

/** What is read from the pieces of a way. */
export interface WayPlan extends Pick<Way, 'literal' | 'skip' | 'exact' | 'capital'>, Omit<KeyedWay, 'way'> {
  /** `undefined` when the expression has to be run. */
  readonly steps: readonly Step[] | undefined;
}

/**
 * Plan a way that has to match the whole path.
 *
 * There are steps only where a text can be matched in one way at most, so that they find what the expression finds, and never go back: each
 * run of characters is followed by the end or by a character that is not in it.
 */
export function planWay(pieces: readonly Piece[]): WayPlan {
  const plain = readExact(pieces);
  const [key, closed] = readKey(pieces);
  const lead = leadOf(plain ?? pieces.filter(({ kind }) => !isMark(kind)));
  const literal = lead.map((piece) => piece.char).join('');
  const exact = /[a-z]/i.test(literal) && !lead.some(({ fold }) => fold);
  const steps = plain && toSteps(plain.slice(lead.length));
  const capital = exact && /[A-Z]/.test(literal);
  return { key, closed: closed && plain !== undefined, literal, skip: literal.length, exact, capital, steps };
}

// --- internal ---

type TextPiece = Extract<Piece, { kind: 'text' }>;
type RunPiece = Extract<Piece, { kind: 'run' }>;

/** The pieces without anchors; `undefined` when the engine has to decide, or could match in several ways. */
function readExact(pieces: readonly Piece[]): Piece[] | undefined {
  const exact: Piece[] = [];
  let ended = false;
  for (const piece of pieces) {
    if (piece.kind === 'opaque' || piece.kind === 'assertion') return undefined;
    if (piece.kind === 'text' || piece.kind === 'run') {
      if (ended) return undefined;
    }
    if (piece.kind === 'end') ended = true;
    else if (piece.kind !== 'start') exact.push(piece);
    else if (exact.some(({ kind }) => kind === 'text' || kind === 'run')) return undefined;
  }
  const taking = exact.filter((piece) => piece.kind === 'text' || piece.kind === 'run');
  return taking.every((piece, at) => piece.kind === 'text' || isDecided(piece, taking.slice(at + 1)))
    ? exact
    : undefined;
}

function isDecided({ set, least, most }: RunPiece, followers: readonly (TextPiece | RunPiece)[]): boolean {
  if (least === most) return true;
  for (const next of followers) {
    if (next.kind === 'text') return !casesOf(next).some((char) => hasCharacter(set, char.charCodeAt(0)));
    if (!areDisjoint(set, next.set)) return false;
    if (next.least > 0) return true;
  }
  return true;
}

function casesOf({ char, fold }: TextPiece): string[] {
  return fold ? [char, char.toUpperCase()] : [char];
}

/** The literal at the beginning, as far as letters are alike: all of either case, or all of the case that is written. */
function leadOf(pieces: readonly Piece[]): TextPiece[] {
  const lead: TextPiece[] = [];
  let free: boolean | undefined;
  for (const piece of pieces) {
    if (piece.kind !== 'text' || piece.char > '~') break;
    if (/[a-z]/i.test(piece.char)) {
      if (free !== undefined && free !== piece.fold) break;
      free = piece.fold;
    }
    lead.push(piece);
  }
  return lead;
}

/** Takes no text, and may stand anywhere. */
function isMark(kind: Piece['kind']): boolean {
  return kind === 'open' || kind === 'close' || kind === 'start' || kind === 'assertion';
}

/** Texts of ASCII between whole segments, in lower case, and whether nothing follows them. */
function readKey(pieces: readonly Piece[]): [key: string[], closed: boolean] {
  const key = [''];
  const rest = pieces.filter(({ kind }) => !isMark(kind));
  for (const [at, piece] of rest.entries()) {
    if (piece.kind === 'end') return [key, rest.length === at + 1];
    if (piece.kind === 'text' && piece.char <= '~') key[key.length - 1] += piece.char.toLowerCase();
    else if (piece.kind === 'run' && isSegment(piece, rest[at + 1])) key.push('');
    else return [key, false];
  }
  return [key, true];
}

/** A run that takes all characters up to the next slash, or to the end. */
function isSegment({ set, least }: RunPiece, next: Piece | undefined): boolean {
  if (least === 0 || hasCharacter(set, 47 /* '/' */)) return false;
  return next === undefined || next.kind === 'end' || (next.kind === 'text' && next.char === '/');
}

function toSteps(pieces: readonly Piece[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    if (piece.kind === 'text') addText(steps, piece);
    else if (piece.kind === 'open' || piece.kind === 'close') {
      const [run, close] = [pieces[at + 1], pieces[at + 2]];
      const alone =
        piece.kind === 'open' && run?.kind === 'run' && close?.kind === 'close' && close.group === piece.group;
      steps.push(alone ? runStep(run, piece.group) : { ...NOTHING, group: piece.group, opens: piece.kind === 'open' });
      if (alone) at += 2;
    } else if (piece.kind === 'run') steps.push(runStep(piece, 0));
  }
  return steps;
}

const NOTHING: Step = { set: undefined, least: 0, most: 0, text: undefined, fold: false, group: 0, opens: false };

function runStep({ set, least, most }: RunPiece, group: number): Step {
  return { ...NOTHING, set, least, most, group };
}

/** Digits and signs have no case, and go with letters of either kind. */
function addText(steps: Step[], { char, fold }: TextPiece): void {
  const last = steps.at(-1);
  const cased = /[a-z]/i.test(char);
  if (last?.text === undefined || (cased && last.fold !== fold && /[a-z]/i.test(last.text))) {
    steps.push({ ...NOTHING, text: char, fold });
  } else {
    steps[steps.length - 1] = { ...last, text: last.text + char, fold: cased ? fold : last.fold };
  }
}
