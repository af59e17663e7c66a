import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { ACCEPT, type Automaton, automatonOf } from '../../src/regexp/automaton.ts';
import { TooLarge } from '../../src/regexp/graph.ts';

describe('automatonOf', () => {
  // What follows each character, in the order in which it is tried; `.` is the end of the pattern.
  const rows: [RegExp, string][] = [
    [/ab|c/, '→ac a→b c→. b→.'],
    [/a*b/, '→ab a→ab b→.'],
    [/a*?b/, '→ba b→. a→ba'],
    [/(?:a*)*b/, '→ab a→aab b→.'],
    [/(?:a+)+b/, '→a a→aab b→.'],
    [/(?:a?)*b/, '→ab a→ab b→.'],
    [/(?:a?b?)*c/, '→abc a→babc b→abc c→.'],
    [/(?:|a)+b/, '→aba a→ab b→.'],
    [/a{2}b/, '→a a→a a→b b→.'],
    [/a{0}b/, '→b b→.'],
    [/(?:^a|b)c/, '→ab a→c b→c c→.'],
    [/a^b/, '→a a→'],
    [/a$b/, '→a a→'],
    [/a(?:$|b)/, '→a a→.b b→.'],
    [/a$^/m, '→a a→.'],
  ];
  for (const [pattern, expected] of rows) {
    it(`draws ${pattern} with one edge per way`, () => {
      expect(shown(drawn(pattern))).to.equal(expected);
    });
  }

  it('draws a long count as a loop', () => {
    expect(shown(drawn(/a{9}b/, 8))).to.equal('→a a→ab b→.');
    expect(shown(drawn(/a{0,9}b/, 8))).to.equal('→ab a→ab b→.');
    expect(() => drawn(/(?:a?){9}b/, 8)).to.throw(TooLarge);
    expect(shown(drawn(/(?:a?){9}b/, 8, true))).to.equal('→aaabaaab a→aab a→aab b→.');
  });

  it('reads the body of a lookbehind backward', () => {
    const [condition] = drawn(/(?<=^ab)c/).states[0]?.edges[0]?.conditions ?? [];
    expect(condition).to.include({ kind: 'look', negate: false });
    const body = (condition as { body: Automaton }).body;
    expect(body.backward).to.equal(true);
    expect(shown(body)).to.equal('→b b→a a→.');
  });

  it('refuses what is out of proportion', () => {
    for (const pattern of [/(?:a*|b*){30}/, /(?:a?){400}/, /(?:[ab]{50}){51}/]) {
      expect(() => drawn(pattern, 3000), String(pattern)).to.throw(TooLarge);
    }
  });
});

// --- internal ---

function drawn(regexp: RegExp, unroll = 1000, flat = false): Automaton {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const shape = { unroll, flat, search: false, backward: false };
  return automatonOf(pattern.alternatives, flags, new Alphabet(pattern, flags), shape);
}

function shown({ states }: Automaton): string {
  const name = (state: number): string => (state === ACCEPT ? '.' : (states[state]?.leaf?.raw ?? ''));
  return states.map(({ edges }, state) => `${name(state)}→${edges.map(({ to }) => name(to)).join('')}`).join(' ');
}
