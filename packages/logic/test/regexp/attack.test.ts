import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { type Ambiguity, ambiguitiesOf } from '../../src/regexp/ambiguity.ts';
import { type Attack, attacksOf, classesOf, describe as expressionOf } from '../../src/regexp/attack.ts';
import { type Automaton, automatonOf } from '../../src/regexp/automaton.ts';
import { Allowance } from '../../src/regexp/paths.ts';

describe('attacksOf', () => {
  // `x(ab)*` is the way x, then ab over and over.
  const rows: [what: string, pattern: RegExp, attacks: string[]][] = [
    ['nothing but the repetition, where there is no way to go', /^(?:a|a)*$/, ['loop (a)*']],
    ['the way there, of which the repetition is no part', /^xy(?:ab|ab)*$/, ['loop xy(ab)*']],
    ['a repetition without the repetitions in it', /^(?:abab|abab)*$/, ['loop ab(ab)*']],
    ['the least readable way too', /^b[ab](?:a|a)*$/, ['loop ba(a)*', 'loop bb(a)*']],
    [
      'a way that respects the counts, before one that does not',
      /^z{10}(?:a|a)*$/,
      [`loop ${'z'.repeat(10)}(a)*`, 'loop z(a)*'],
    ],
    [
      'two repetitions one after the other, and as one',
      /^a*a*x[bc]*[cb]*$/,
      ['pair x(b)*', 'pair (a)*', 'pair (a)*xb(b)*', 'pair a(axbb)*'],
    ],
  ];
  for (const [what, pattern, attacks] of rows) {
    it(`are ${what}: ${pattern}`, () => {
      const { alphabet, rough, exact } = drawn(pattern);
      const ambiguities = ambiguitiesOf(rough, alphabet, new Allowance(100_000)) ?? [];
      expect(shown(attacksOf(ambiguities, rough, exact, alphabet), alphabet)).to.deep.equal(attacks);
    });
  }

  it('are written from left to right where the pattern is read from right to left', () => {
    const { alphabet, rough } = drawn(/(?:ab|ab)*cd/, true);
    const ambiguities = ambiguitiesOf(rough, alphabet, new Allowance(100_000)) ?? [];
    expect(shown(attacksOf(ambiguities, rough, rough, alphabet), alphabet)).to.deep.equal(['loop (ab)*abcd']);
  });

  describe('of ambiguities as given', () => {
    const { alphabet, rough } = drawn(/^x[a]b/);
    const setOf = (char: string): number =>
      rough.states.find(({ leaf }) => leaf?.raw === char || leaf?.raw === `[${char}]`)?.set as number;
    const ambiguity = (kind: Ambiguity['kind'], text: string): Ambiguity => ({
      kind,
      from: 1,
      to: 1,
      word: [...text].map(setOf),
    });
    const attacks = (...ambiguities: Ambiguity[]): string[] =>
      shown(attacksOf(ambiguities, rough, rough, alphabet), alphabet);

    it('have what multiplies first', () => {
      expect(attacks(ambiguity('pair', 'a'), ambiguity('loop', 'b'), ambiguity('loop', 'ab'))).to.deep.equal([
        'loop x(b)*',
        'loop x(ab)*',
        'pair x(a)*',
      ]);
    });

    it('repeat the whole text unless it is a number of repetitions itself', () => {
      for (const [text, root] of [
        ['aaaa', 'a'],
        ['abab', 'ab'],
        ['ababa', 'ababa'],
        ['aab', 'aab'],
        ['abbabb', 'abb'],
      ] as const) {
        expect(attacks(ambiguity('loop', text))).to.deep.equal([`loop x(${root})*`]);
      }
    });

    it('are listed once, and 32 at most', () => {
      const many = Array.from({ length: 40 }, (_, i) => ambiguity('loop', `${'a'.repeat(i)}b`));
      expect(attacks(...many)).to.have.lengthOf(32);
      expect(attacks(...many.slice(0, 3), ...many.slice(0, 4))).to.have.lengthOf(4);
    });

    it('need no way there that ends with what is repeated', () => {
      expect(attacks(ambiguity('loop', 'x'))).to.deep.equal(['loop (x)*']);
      expect(attacks(ambiguity('loop', 'ax'))).to.deep.equal(['loop x(ax)*']);
    });
  });
});

describe('attacks', () => {
  const { pattern, flags } = parseRegExpLiteral(/[a]\n'\\é/);
  const alphabet = new Alphabet(pattern, flags);
  const classes = (text: string): number[] => [...text].map((char) => alphabet.classOf.get(char) as number);
  const pieces = [
    { classes: classes("'\\"), repeated: false },
    { classes: classes('a\n'), repeated: true },
    { classes: classes('é'), repeated: false },
    { classes: classes('a'), repeated: false },
  ];

  it('are texts of any length', () => {
    expect(classesOf(pieces, 3)).to.deep.equal(classes("'\\a\na\na\néa"));
    expect(classesOf(pieces, 0)).to.deep.equal(classes("'\\éa"));
  });

  it('are shown as the expression that makes them, with nothing invisible in it', () => {
    expect(expressionOf(pieces, 31, alphabet)).to.equal("'\\'\\\\' + 'a\\u000a'.repeat(31) + '\\u00e9a'");
    expect(expressionOf(pieces.slice(1, 2), 2, alphabet)).to.equal("'a\\u000a'.repeat(2)");
  });
});

// --- internal ---

function drawn(regexp: RegExp, backward = false): { alphabet: Alphabet; rough: Automaton; exact: Automaton } {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const alphabet = new Alphabet(pattern, flags);
  const draw = (unroll: number): Automaton =>
    automatonOf(pattern.alternatives, flags, alphabet, { unroll, flat: true, search: false, backward });
  return { alphabet, rough: draw(8), exact: draw(100) };
}

function shown(attacks: readonly Attack[], alphabet: Alphabet): string[] {
  const text = (classes: readonly number[]): string => classes.map((index) => alphabet.letters[index]).join('');
  return attacks.map(({ kind, pieces }) => {
    const parts = pieces.map(({ classes, repeated }) => (repeated ? `(${text(classes)})*` : text(classes)));
    return `${kind} ${parts.join('')}`;
  });
}
