import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { automatonOf } from '../../src/regexp/automaton.ts';
import { framesOf } from '../../src/regexp/frame.ts';

describe('framesOf', () => {
  // What is there besides each character as the end; `~` stands for the attack, which repeats the letter a.
  const rows: [what: string, pattern: RegExp, besides: string[]][] = [
    ['no end at all, and one that fails', /^a+$/, ['~', '~ ']],
    ['as the failing end nothing, where that fails already', /^a+b$/, ['~', '~']],
    ['as the failing end the shortest text that is too long', /^a+.{0,2}$/s, ['~', '~   ']],
    ['as the failing end one that no alternative takes', /^(?:a+ ?|a+.[a0]?)$/s, ['~', '~--']],
    ['no failing end where all texts match', /^a+.*$/s, ['~']],
    ['nothing without an end where a back reference may fail by itself', /^(a+)\1$/, ['~ ']],
    [
      'what a lookahead wants, and each end behind it',
      /^(?=a*b)a+$/,
      ['~', '~ ', '~b', '~b ', '~b0', '~b\n', '~ba', '~bb'],
    ],
    [
      'what each lookahead wants, one after the other',
      /^(?=a*b)(?=a*0)a+.?$/s,
      ['~', '~  ', '~b0', '~b0 ', '~b0A', '~b0\n', '~b0a', '~b0b', '~b00'],
    ],
    [
      'no failing end behind what a lookahead wants, where all texts match',
      /^(?=a*b)a.*$/s,
      ['~', '~b ', '~b0', '~b\n', '~ba', '~bb'],
    ],
    ['no failing end that is very long', /^a.{0,150}$/s, ['~']],
    ['nothing that a negative lookahead wants', /^(?!a*b)a+$/, ['~', '~ ']],
    // biome-ignore lint/correctness/noEmptyCharacterClassInRegex: it is what nothing can satisfy.
    ['nothing for a lookahead that nothing satisfies', /^(?=[])a+$/, ['~', '~ ']],
  ];
  for (const [what, pattern, besides] of rows) {
    it(`lists ${what}: ${pattern}`, () => {
      const { letters, frames } = listed(pattern, false);
      expect(frames.slice(0, letters.length)).to.have.members(letters.map((letter) => `~${letter}`));
      expect(frames.slice(letters.length)).to.have.members(besides);
    });
  }

  it('ends first with what the fewest parts of the pattern take', () => {
    expect(listed(/^a+[ab]$/, false).frames.slice(0, 5)).to.deep.equal(['~ ', '~0', '~\n', '~b', '~a']);
  });

  it('has a beginning where a search may find nothing behind one, and the pattern looks back', () => {
    for (const pattern of [/^a|a$/, /\ba+$/, /a\B$/, /(?<=b)a+$/, /(?<!b)a+$/]) {
      const { letters, frames } = listed(pattern, true);
      const framed = letters.flatMap((head) => letters.map((end) => `${head}~${end}`));
      expect(
        frames.filter((frame) => !frame.startsWith('~')),
        String(pattern),
      ).to.have.members(framed);
      expect(listed(pattern, false).frames.filter((frame) => !frame.startsWith('~'))).to.deep.equal([]);
    }
    for (const pattern of [/a+$/, /(?=b)a+$/, /(?!b)a+$/]) {
      expect(
        listed(pattern, true).frames.filter((frame) => !frame.startsWith('~')),
        String(pattern),
      ).to.deep.equal([]);
    }
    const many = listed(/\ba+[b-d][c-f][d-h]$/, true);
    expect(many.letters).to.have.length.above(7);
    expect(new Set(many.frames.map((frame) => frame.split('~')[0]))).to.have.property('size', 7);
  });

  it('knows that what begins a text cannot begin behind one', () => {
    // At the end of the attack the first alternative cannot begin again, nor can the empty text match.
    expect(listed(/^a$|b/, true).frames.slice(-2)).to.deep.equal(['~', '~']);
    expect(listed(/^$|a+b/, true).frames.slice(-2)).to.deep.equal(['~', '~']);
    // At the end of a line it can.
    expect(listed(/^$|a+b/m, true).frames.at(-1)).to.equal('~');
    expect(listed(/^a$|b/m, true).frames.at(-1)).to.equal('~ ');
  });

  it('tells which frames add at most one character', () => {
    for (const { shown, plain } of listed(/\b(?=a*b)a+$/, true).all) {
      expect(plain, shown).to.equal(shown.length <= 2);
    }
  });
});

// --- internal ---

interface Listed {
  readonly letters: readonly string[];
  readonly frames: readonly string[];
  readonly all: readonly { readonly shown: string; readonly plain: boolean }[];
}

function listed(regexp: RegExp, search: boolean): Listed {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const alphabet = new Alphabet(pattern, flags);
  const shape = { unroll: 1000, flat: false, search: false, backward: false };
  const automaton = automatonOf(pattern.alternatives, flags, alphabet, shape);
  const attack = { classes: [alphabet.classOf.get('a') as number], repeated: true };
  const all = framesOf([attack], automaton, alphabet, { search, repetitions: 3 }).map(({ pieces, plain }) => {
    const text = (classes: readonly number[]): string => classes.map((index) => alphabet.letters[index]).join('');
    return { shown: pieces.map((piece) => (piece.repeated ? '~' : text(piece.classes))).join(''), plain };
  });
  return { letters: alphabet.letters, frames: all.map(({ shown }) => shown), all };
}
