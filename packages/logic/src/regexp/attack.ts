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
  const pairs = ambiguities.filter(({ kind }) => kind === 'pair');

  function add(kind: Ambiguity['kind'], pieces: readonly { word: Word; repeated: boolean }[]): void {
    for (const last of [false, true]) {
      const spelled = pieces
        .filter(({ word }) => word.length > 0)
        .map(({ word, repeated }) => ({ classes: spell(word, alphabet, last), repeated }));
      const key = JSON.stringify(spelled);
      if (!attacks.has(key) && attacks.size < MAX_ATTACKS) attacks.set(key, { kind, pieces: spelled });
    }
  }

  const ways = new Map<number, Word>();
  function wayTo(state: number): Word {
    let way = ways.get(state);
    if (way === undefined) {
      const leaf = automaton.states[state]?.leaf;
      way = pathTo(exact, 0, (at) => leaf !== undefined && exact.states[at]?.leaf === leaf);
      way ??= pathTo(automaton, 0, (at) => at === state) ?? [];
      if (leaf === undefined) way = [];
      ways.set(state, way);
    }
    return way;
  }

  for (const { kind, from, word } of [...ambiguities].sort((a, b) =>
    a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0,
  )) {
    add(kind, [
      { word: wayTo(from), repeated: false },
      { word, repeated: true },
    ]);
  }
  for (const first of pairs) {
    for (const second of pairs) {
      if (first === second || attacks.size >= MAX_ATTACKS) continue;
      const link = pathTo(automaton, first.to, (state) => state === second.from);
      if (link === undefined) continue;
      const way = { word: wayTo(first.from), repeated: false };
      add('pair', [
        way,
        { word: first.word, repeated: true },
        { word: link, repeated: false },
        { word: second.word, repeated: true },
      ]);
      add('pair', [way, { word: [...first.word, ...link, ...second.word], repeated: true }]);
    }
  }
  return [...attacks.values()];
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

const MAX_ATTACKS = 48;

function quote(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}
