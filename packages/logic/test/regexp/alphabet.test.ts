import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet, ANY, flagsAt, type Leaf } from '../../src/regexp/alphabet.ts';
import { stringsIn } from '../../src/regexp/strings.ts';

describe('Alphabet', () => {
  it('asks the engine which characters a part takes', () => {
    const rows: [string, string, string, string][] = [
      ['[b-d]', '', 'bcd', 'aeBD'],
      ['[b-d]', 'i', 'bcdBCD', 'aeAE'],
      ['k', 'iu', 'kK\u212a', 'jl'],
      ['k', 'i', 'kK', '\u212ajl'],
      ['.', '', 'a é', '\n\u2028'],
      ['.', 's', 'a\n\u2028', ''],
      ['\\p{Lu}', 'u', 'AÉ', 'aé1'],
      ['\\p{Script=Tamil}', 'u', 'க', 'a'],
      ['[^\\w]', '', ' -é', 'a0_'],
      ['[\\w--[a-c]]', 'v', 'dz0', 'abc-'],
    ];
    for (const [source, flags, taken, refused] of rows) {
      const { alphabet, sets } = alphabetOf(source, flags);
      const row = alphabet.row(sets[0] as number);
      for (const char of taken) expect(row[alphabet.classOf.get(char) ?? -1], `${source} ${char}`).to.equal(1);
      for (const char of refused) expect(row[alphabet.classOf.get(char) ?? -1], `${source} ${char}`).to.equal(0);
    }
  });

  it('meets sets', () => {
    const { alphabet, sets } = alphabetOf('[a-c][c-e][x]', '');
    const [first = 0, second = 0, third = 0] = sets;
    const both = alphabet.meet(first, second);
    expect(alphabet.classes(both).map((index) => alphabet.letters[index])).to.deep.equal(['c']);
    expect(alphabet.meet(second, first)).to.equal(both);
    expect(alphabet.meet(first, third)).to.equal(0);
    expect(alphabet.meet(first, ANY)).to.equal(first);
    expect(alphabet.meet(ANY, first)).to.equal(first);
  });

  it('has a member of every script and of what it shares with other parts', () => {
    const { alphabet, sets } = alphabetOf('\\p{Script=Tamil}\\p{L}\\p{Nd}', 'u');
    const [tamil = 0, letter = 0, digit = 0] = sets;
    expect(alphabet.meet(tamil, letter)).not.to.equal(0);
    expect(alphabet.meet(letter, digit)).to.equal(0);
  });

  it('knows a text in a class by its characters', () => {
    // As text, as below: not every version of the language reads it.
    const { pattern, flags } = parseRegExpLiteral('/[\\q{kß}a]/v');
    const alphabet = new Alphabet(pattern, flags);
    const [string = []] = stringsIn(pattern.alternatives[0]?.elements[0] as Leaf);
    const texts = string.map((character) => textOf(alphabet, alphabet.setOf(character, flags)));
    expect(texts).to.deep.equal(['k', 'ß']);
  });

  it('tells apart the same part under other flags', () => {
    const { pattern, flags } = parseRegExpLiteral('/(?i:k)k(?s:.)./');
    const alphabet = new Alphabet(pattern, flags);
    const sets: string[] = [];
    const onLeaf = (leaf: Leaf): void => {
      sets.push(textOf(alphabet, alphabet.setOf(leaf, flags)));
    };
    visitRegExpAST(pattern, { onCharacterEnter: onLeaf, onCharacterSetEnter: onLeaf });
    expect(sets.slice(0, 2)).to.deep.equal(['Kk', 'k']);
    expect(sets[2]).to.equal(alphabet.letters.join(''));
    expect(sets[3]).to.equal(alphabet.letters.join('').replace('\n', ''));
  });

  it('has the set of all, of word characters and of line ends', () => {
    const { alphabet } = alphabetOf('[a-c]', '');
    expect(textOf(alphabet, ANY)).to.equal(alphabet.letters.join(''));
    expect([...textOf(alphabet, alphabet.word)])
      .to.include.members(['a', '0'])
      .and.not.include.members(['-']);
    expect(textOf(alphabet, alphabet.lineEnd)).to.equal('\n');
  });

  it('shows what is readable, and what few parts take', () => {
    const { alphabet, sets } = alphabetOf('[^a0A \\-.\\/_@x!][a-c]', '');
    expect(textOf(alphabet, sets[0] as number)[0]).to.equal('"');
    const strangest = alphabet.strangest.map((index) => alphabet.letters[index] as string);
    expect(strangest).to.have.members(alphabet.letters);
    const takers = strangest.map((char) => [/[^a0A \-./_@x!]/, /[a-c]/, /\w/, /\n/].filter((part) => part.test(char)));
    const counts = takers.map(({ length }) => length);
    expect(counts).to.deep.equal([...counts].sort((a, b) => a - b));
  });

  it('looks at what a pattern names, what stands next to it, and its other case', () => {
    const rows: [source: string, flags: string, known: string[], unknown: string[]][] = [
      ['ა', '', ['\u10cf', 'ა', 'ბ', 'Ა'], ['\u10ce', 'გ']],
      // What is more than one character in the other case is none.
      ['ß', '', ['ß', 'Þ', 'à'], ['SS']],
      ['Ა', '', ['ა'], []],
      // The first and the last characters that there are.
      ['\\0', '', ['\0', '\x01'], []],
      ['\\uffff', '', ['\ufffe', '\uffff'], ['\u{10000}']],
      ['\\u{10ffff}', 'u', ['\u{10fffe}', '\u{10ffff}'], []],
      // Half a character is one where the flags say so.
      ['\\ud800', '', ['\ud7ff', '\ud800', '\ud801'], ['😀']],
      ['\\ud800', 'u', ['\ud7ff', '😀'], ['\ud800', '\ud801']],
      ['\\udfff', 'v', ['\ue000'], ['\udffe', '\udfff']],
      ['\\u{1f40d}', 'u', ['\u{1f40c}', '🐍', '\u{1f40e}'], ['\u{1f40f}']],
    ];
    for (const [source, flags, known, unknown] of rows) {
      const { classOf } = alphabetOf(source, flags).alphabet;
      for (const char of known) expect(classOf.has(char), `${source} ${JSON.stringify(char)}`).to.equal(true);
      for (const char of unknown) expect(classOf.has(char), `${source} ${JSON.stringify(char)}`).to.equal(false);
    }
  });

  it('looks for forty members of what has a name, or all where there are fewer', () => {
    for (const [source, count] of [
      ['\\p{Script=Tamil}', 40],
      ['\\p{Script=Ogham}', 29],
      ['\\p{Surrogate}', 0],
    ] as const) {
      const members = [...alphabetOf(source, 'u').alphabet.classOf.keys()].filter((char) =>
        new RegExp(source, 'u').test(char),
      );
      expect(members, source).to.have.lengthOf(count);
    }
  });
});

describe('flagsAt', () => {
  it('takes those of the expression where nothing changes them', () => {
    const { pattern, flags } = parseRegExpLiteral('/a/im');
    expect(flagsAt(pattern, flags)).to.deep.equal({ i: true, m: true, s: false });
  });

  it('takes the innermost change', () => {
    // As text: older engines cannot read it.
    const { pattern, flags } = parseRegExpLiteral('/(?i-s:a(?-i:b)(?m:c))/s');
    const found: Record<string, unknown> = {};
    visitRegExpAST(pattern, {
      onCharacterEnter: (character) => {
        found[character.raw] = flagsAt(character, flags);
      },
    });
    expect(found).to.deep.equal({
      a: { i: true, m: false, s: false },
      b: { i: false, m: false, s: false },
      c: { i: true, m: true, s: false },
    });
  });
});

// --- internal ---

function textOf(alphabet: Alphabet, set: number): string {
  return alphabet
    .classes(set)
    .map((index) => alphabet.letters[index])
    .join('');
}

function alphabetOf(source: string, letters: string): { alphabet: Alphabet; sets: number[] } {
  const { pattern, flags } = parseRegExpLiteral(`/${source}/${letters}`);
  const alphabet = new Alphabet(pattern, flags);
  const elements = (pattern.alternatives[0] as AST.Alternative).elements as Leaf[];
  return { alphabet, sets: elements.map((leaf) => alphabet.setOf(leaf, flags)) };
}
