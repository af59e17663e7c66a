import { expect } from 'chai';
import fc from 'fast-check';
import { copyJson } from '../../src/rules/copy-json.ts';
import { hasUniqueItems } from '../../src/rules/has-unique-items.ts';

describe('hasUniqueItems', () => {
  const different: unknown[][] = [
    [],
    [1, '1', true, 'true', null, 'null', '', [], {}, [[]]],
    ['[1]', [1], '"[1]', '[[1]]', '{"a":1}', { a: 1 }],
    [{ a: 1 }, { a: '1' }, { a: [1] }, { b: 1 }, { a: 1, b: 1 }],
    [[1, 2], [2, 1], [12], ['1,2']],
    [[null], [], ['null']],
    [[new Date(0)], [new Date(1)]],
  ];
  for (const list of different) {
    it(`finds ${JSON.stringify(list)} different`, () => expect(hasUniqueItems(list)).to.equal(true));
  }

  const same: unknown[][] = [
    [1, 1],
    ['a', 'b', 'a'],
    [0, -0],
    [
      { a: 1, b: [{ c: 1, d: 2 }] },
      { b: [{ d: 2, c: 1 }], a: 1 },
    ],
    [[[]], [[]]],
  ];
  for (const list of same) {
    it(`finds the same item twice in ${JSON.stringify(list)}`, () => expect(hasUniqueItems(list)).to.equal(false));
  }

  it('compares what did not come from JSON', () => {
    expect(hasUniqueItems([[1n], [1]])).to.equal(true);
    expect(hasUniqueItems([[1n], [1n]])).to.equal(false);
  });

  it('has an end for items that are nested without one', () => {
    const deep = (wrap: (inner: unknown) => unknown): unknown => {
      let value: unknown = 0;
      for (let level = 0; level < 100_000; level += 1) value = wrap(value);
      return value;
    };
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
      expect(() => hasUniqueItems([deep(wrap), deep(wrap)])).not.to.throw();
    }
  });

  it('agrees with a comparison of all pairs', () => {
    const item = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), (list) => {
        const pairs = list.flatMap((a, index) => list.slice(index + 1).map((b) => [a, b]));
        const equal = pairs.some(([a, b]) => isEqual(a, b));
        expect(hasUniqueItems(list)).to.equal(!equal);
      }),
    );
  });

  it('takes 100,000 objects in linear time', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => ({ id: index }));
    expect(hasUniqueItems(list)).to.equal(true);
    expect(copyJson(list)).to.include({ size: 200_001 });
  });
});

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(JSON.parse(JSON.stringify(a))).to.deep.equal(JSON.parse(JSON.stringify(b)));
    return true;
  } catch {
    return false;
  }
}
