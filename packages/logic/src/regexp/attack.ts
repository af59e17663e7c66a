import type { Alphabet } from './alphabet.ts';
import type { Ambiguity } from './ambiguity.ts';
import type { Automaton } from './automaton.ts';
import { pathTo, spell, type Word } from './paths.ts';

/** A piece of an attack: classes of the alphabet, written once or over and over. */
export interface Piece {
  readonly classes: readonly number[];
  readonly repeated: boolean;
}

/** A family of texts, one for every number of repetitions. */
export interface Attack {
  readonly kind: Ambiguity['kind'];
  readonly pieces: readonly Piece[];
}

/**
 * Turn ambiguities into families of texts, the worst first: the way there, what is repeated, and (for what multiplies
 * with a second repetition further on) the way to the next.
 *
 * @param exact - the same pattern with its counted repetitions written out: the way there must respect the counts
 */
export function attacksOf(
  ambiguities: readonly Ambiguity[],
  automaton: Automaton,
  exact: Automaton,
  alphabet: Alphabet,
): Attack[] {
  const attacks = new Map<string, Attack>();
  const loops = ambiguities.filter(({ kind }) => kind === 'loop');
  const pairs = ambiguities.filter(({ kind }) => kind === 'pair');

  function add(kind: Ambiguity['kind'], way: Word, ...repeated: Word[]): void {
    for (const last of [false, true]) {
      const pieces: Piece[] = [{ classes: spell(way, alphabet, last), repeated: false }];
      // What is repeated and what leads to the next repetition alternate.
      for (const [i, word] of repeated.entries()) {
        const classes = spell(word, alphabet, last);
        pieces.push(i % 2 === 0 ? { classes: rootOf(classes), repeated: true } : { classes, repeated: false });
      }
      const attack = { kind, pieces: automaton.backward ? mirrored(pieces) : tidy(pieces) };
      const key = JSON.stringify(attack.pieces);
      if (!attacks.has(key) && attacks.size < MAX_ATTACKS) attacks.set(key, attack);
    }
  }

  // The way to this very state; and, where counts are loops here, the way that respects the counts.
  const ways = new Map<number, Word[]>();
  function waysTo(state: number): Word[] {
    let found = ways.get(state);
    if (found === undefined) {
      const leaf = automaton.states[state]?.leaf;
      const direct = pathTo(automaton, 0, (at) => at === state);
      const counted = exact === automaton ? undefined : pathTo(exact, 0, (at) => exact.states[at]?.leaf === leaf);
      found = leaf === undefined ? [[]] : [counted, direct].filter((way) => way !== undefined);
      ways.set(state, found);
    }
    return found;
  }

  for (const { kind, from, word } of [...loops, ...pairs]) for (const way of waysTo(from)) add(kind, way, word);
  for (const first of pairs) {
    for (const second of pairs) {
      if (first === second || attacks.size >= MAX_ATTACKS) continue;
      const link = pathTo(automaton, first.to, (state) => state === second.from);
      if (link === undefined) continue;
      for (const way of waysTo(first.from)) {
        add('pair', way, first.word, link, second.word);
        add('pair', way, [...first.word, ...link, ...second.word]);
      }
    }
  }
  return [...attacks.values()];
}

/**
 * The worst of these attacks with one character or another at the end of each repetition, behind the last one or in its place: `foo` over and over has few
 * edges of words, `foo ` has as many as one likes.
 */
export function separated(attacks: readonly Attack[], alphabet: Alphabet): Attack[] {
  const found: Attack[] = [];
  for (const { kind, pieces } of attacks.slice(0, MOST_SEPARATED)) {
    for (const separator of alphabet.strangest) {
      for (const kept of [undefined, -1]) {
        const separate = ({ classes, repeated }: Piece): Piece =>
          repeated ? { classes: [...classes.slice(0, kept), separator], repeated } : { classes, repeated };
        found.push({ kind, pieces: pieces.map(separate) });
      }
    }
  }
  return found;
}

/** The classes of an attack with so many repetitions. */
export function classesOf(pieces: readonly Piece[], repetitions: number): number[] {
  const text: number[] = [];
  for (const { classes, repeated } of pieces) {
    for (let i = repeated ? repetitions : 1; i > 0; i--) text.push(...classes);
  }
  return text;
}

/** An attack as the expression that makes it: `'/' + 'a'.repeat(31) + '\u0000'`. */
export function describe(pieces: readonly Piece[], repetitions: number, alphabet: Alphabet): string {
  const parts: string[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parts.push(quote(plain));
    plain = '';
  };
  for (const { classes, repeated } of pieces) {
    const text = classes.map((index) => alphabet.letters[index]).join('');
    if (!repeated) {
      plain += text;
      continue;
    }
    flush();
    parts.push(`${quote(text)}.repeat(${repetitions})`);
  }
  flush();
  return parts.join(' + ');
}

// --- internal ---

const MAX_ATTACKS = 32;
const MOST_SEPARATED = 6;

// `abab` repeats `ab`.
function rootOf(classes: readonly number[]): readonly number[] {
  for (let size = 1; size <= classes.length / 2; size++) {
    if (classes.length % size === 0 && classes.every((index, i) => index === classes[i % size])) {
      return classes.slice(0, size);
    }
  }
  return classes;
}

// The way to a repetition ends with what is repeated: once is enough.
function tidy([way, ...rest]: readonly Piece[]): Piece[] {
  const { classes } = way as Piece;
  const pump = rest.slice(0, 1).flatMap((piece) => piece.classes);
  const kept = classes.length - pump.length;
  const shown = pump.every((index, i) => classes[kept + i] === index) ? classes.slice(0, Math.max(kept, 0)) : classes;
  return [{ classes: shown, repeated: false }, ...rest].filter((piece) => piece.classes.length > 0);
}

function mirrored(pieces: readonly Piece[]): Piece[] {
  return pieces.map(({ classes, repeated }) => ({ classes: [...classes].reverse(), repeated })).reverse();
}

function quote(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}
