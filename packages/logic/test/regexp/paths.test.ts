import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { ACCEPT, type Automaton } from '../../src/regexp/automaton.ts';
import { Allowance, pathTo, spell, Trail } from '../../src/regexp/paths.ts';

describe('pathTo', () => {
  // Each state reads a set of its own number times ten; 4 reads nothing at all.
  const next = [[1, ACCEPT], [2, 4], [3, 5, 0], [2], [5], [6], []];
  const automaton: Automaton = {
    backward: false,
    states: next.map((targets, state) => ({
      set: state === 4 ? 0 : state * 10,
      leaf: undefined,
      edges: targets.map((to) => ({ to, conditions: [] })),
    })),
  };
  const rows: [what: string, from: number, to: number, within: number[] | undefined, expected: number[] | undefined][] =
    [
      ['is empty where it begins', 3, 3, undefined, []],
      ['names what each state reads, in the order of reading', 0, 6, undefined, [10, 20, 50, 60]],
      ['does not go through a state that reads nothing', 1, 4, undefined, undefined],
      ['does not come back from a state that leads nowhere', 6, 0, undefined, undefined],
      ['does not end at the end of the pattern', 0, ACCEPT, undefined, undefined],
      ['stays within the states that are permitted', 0, 6, [0, 1, 2, 3], undefined],
      ['goes where it is permitted', 1, 5, [1, 2, 5], [20, 50]],
    ];
  for (const [what, from, to, within, expected] of rows) {
    it(what, () => {
      const path = pathTo(automaton, from, (state) => state === to, within && new Set(within));
      expect(path).to.deep.equal(expected);
    });
  }

  it('is the shortest one', () => {
    const wanted = new Set([3, 5, 6]);
    expect(pathTo(automaton, 1, (state) => wanted.has(state))).to.deep.equal([20, 30]);
    expect(pathTo(automaton, 5, (state) => wanted.has(state))).to.deep.equal([]);
  });
});

describe('Allowance', () => {
  it('lasts for as many steps as it has', () => {
    const allowance = new Allowance(5);
    expect([allowance.spend(), allowance.spend(3), allowance.spend(), allowance.spend()]).to.eql([
      true,
      true,
      true,
      false,
    ]);
  });

  it('lasts no longer than the whole of which it is a part', () => {
    const whole = new Allowance(4);
    const [first, second] = [new Allowance(3, whole), new Allowance(10, whole)];
    expect(first.spend(3)).to.equal(true);
    expect(first.spend()).to.equal(false);
    expect(second.spend()).to.equal(true);
    expect(second.spend()).to.equal(false);
    expect(whole.spend(0)).to.equal(false);
  });
});

describe('Trail', () => {
  it('knows a node once, and how it was reached first', () => {
    const trail = new Trail();
    expect(trail.add(7, -1, 0)).to.equal(true);
    expect(trail.add(0, 7, 70)).to.equal(true);
    expect(trail.add(9, 0, 3)).to.equal(true);
    expect(trail.add(9, 7, 4)).to.equal(false);
    expect(trail.queue).to.deep.equal([7, 0, 9]);
    expect(trail.trace(9)).to.deep.equal({ origin: 7, word: [70, 3] });
    expect(trail.trace(7)).to.deep.equal({ origin: 7, word: [] });
  });
});

describe('spell', () => {
  it('takes the most readable member of each set, or the least readable', () => {
    const { pattern, flags } = parseRegExpLiteral(/[a-]\d/);
    const alphabet = new Alphabet(pattern, flags);
    const [letters, digit] = (pattern.alternatives[0]?.elements ?? []).map((leaf) =>
      alphabet.setOf(leaf as Parameters<Alphabet['setOf']>[0], flags),
    ) as [number, number];
    const shown = (last?: boolean): string =>
      spell([letters, digit], alphabet, last)
        .map((index) => alphabet.letters[index])
        .join('');
    expect(alphabet.classes(letters).map((index) => alphabet.letters[index])).to.have.lengthOf(2);
    expect([shown(), shown(false), shown(true)]).to.deep.equal(['a0', 'a0', '-0']);
    expect(spell([0], alphabet)).to.deep.equal([0]);
  });
});
