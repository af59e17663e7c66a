import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { ACCEPT, type Automaton, automatonOf, type Condition } from '../../src/regexp/automaton.ts';
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
    [/a??b/, '→ba b→. a→b'],
    [/(?:ab)*?c/, '→ca c→. a→b b→ca'],
    [/(?:a?)?b/, '→ab a→b b→.'],
    [/a{2}b/, '→a a→a a→b b→.'],
    [/a{3,}b/, '→a a→a a→a a→ab b→.'],
    [/a{2,4}?b/, '→a a→a a→ba b→. a→ba a→b'],
    [/(a|b)\1c/, '→ab a→ab b→ab a→c b→c c→.'],
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

  it('draws what is a text in a class as it is read', () => {
    // As text: not every version of the language has flag v.
    const strings = '[\\q{ab|c}d]';
    expect(shown(drawn(`/${strings}e/v`))).to.equal(`→a${strings} a→b ${strings}→e b→e e→.`);
    const [condition] = drawn(`/(?<=${strings})e/v`).states[0]?.edges[0]?.conditions ?? [];
    expect(shown((condition as { body: Automaton }).body)).to.equal(`→b${strings} b→a ${strings}→. a→.`);
  });

  it('leaves nothing but ways when it is flat', () => {
    const flat: [RegExp, string][] = [
      // A lookahead is a way that leads nowhere; what stands behind is read already.
      [/(?=ab)c/, '→ac a→b c→. b→'],
      [/(?!ab)c/, '→ac a→b c→. b→'],
      [/(?<=b)c/, '→c c→.'],
      [/(?<!b)\bc/, '→c c→.'],
      [/(a|b)\1c/, '→ab a→ab b→ab a→c b→c c→.'],
    ];
    for (const [pattern, expected] of flat) {
      const automaton = drawn(pattern, 1000, true);
      expect(shown(automaton), String(pattern)).to.equal(expected);
      expect(conditionsOf(automaton)).to.deep.equal([]);
    }
  });

  it('names what must hold between characters', () => {
    const rows: [RegExp, object[]][] = [
      [/^a/, [{ kind: 'start', multiline: false }]],
      [/a$/m, [{ kind: 'end', multiline: true }]],
      [/\ba/, [{ kind: 'word', negate: false }]],
      [/a\B/, [{ kind: 'word', negate: true }]],
      [/(a)\1/, [{ kind: 'doubtful' }]],
      // biome-ignore lint/suspicious/noUselessRegexBackrefs: what it repeats comes later, which is the point
      [/(?:a|b\1)(c)/, [{ kind: 'doubtful' }]],
      // biome-ignore lint/suspicious/noUselessRegexBackrefs: inside of its own group it is empty
      [/(a\1)/, []],
    ];
    for (const [pattern, expected] of rows) expect(conditionsOf(drawn(pattern)), String(pattern)).to.eql(expected);
    expect(conditionsOf(drawn(/(?!a)b/))[0]).to.include({ kind: 'look', negate: true });
    expect(conditionsOf(drawn(/(?=a)b/))[0]).to.include({ kind: 'look', negate: false });
  });

  it('draws a long count as a loop', () => {
    expect(shown(drawn(/a{9,}?b/, 8))).to.equal('→a a→ba b→.');
    expect(shown(drawn(/(?:a?){0,9}b/, 8))).to.equal('→ab a→ab b→.');
    expect(shown(drawn(/(?:a?){1,9}b/, 8))).to.equal('→aab a→ab b→.');
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
    // So the end comes first there, and nothing can be read before it.
    const bodyOf = (pattern: RegExp): string => shown((conditionsOf(drawn(pattern))[0] as { body: Automaton }).body);
    expect(bodyOf(/(?<=a$)b/)).to.equal('→a a→.');
    expect(bodyOf(/(?<=$a)b/)).to.equal('→a a→');
    expect(bodyOf(/(?<=^a)b/)).to.equal('→a a→.');
    expect(bodyOf(/(?<=a^)b/)).to.equal('→');
  });

  it('refuses what is out of proportion', () => {
    for (const pattern of [/(?:a*|b*){30}/, /(?:a?){400}/, /(?:[ab]{50}){51}/]) {
      expect(() => drawn(pattern, 3000), String(pattern)).to.throw(TooLarge);
    }
    // Many ways that end soon, and many edges in few steps.
    expect(() => drawn(/a(?:$|$){20}b/)).to.throw(TooLarge);
    expect(shown(drawn(/a(?:$|$){12}b/))).to.equal('→a a→');
    expect(() => drawn(/(?:(?:a|b|c|d|e|f|g|h)?){90}/)).to.throw(TooLarge);
    expect(drawn(/(?:(?:a|b|c|d|e|f|g|h)?){80}/).states).to.have.lengthOf(641);
  });
});

// --- internal ---

function drawn(regexp: RegExp | string, unroll = 1000, flat = false): Automaton {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const shape = { unroll, flat, search: false, backward: false };
  return automatonOf(pattern.alternatives, flags, new Alphabet(pattern, flags), shape);
}

function conditionsOf({ states }: Automaton): Condition[] {
  return states.flatMap(({ edges }) => edges.flatMap(({ conditions }) => conditions));
}

function shown({ states }: Automaton): string {
  const name = (state: number): string => (state === ACCEPT ? '.' : (states[state]?.leaf?.raw ?? ''));
  return states.map(({ edges }, state) => `${name(state)}→${edges.map(({ to }) => name(to)).join('')}`).join(' ');
}
