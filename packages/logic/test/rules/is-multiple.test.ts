import { expect } from 'chai';
import fc from 'fast-check';
import { isMultiple } from '../../src/rules/is-multiple.ts';

describe('isMultiple', () => {
  it('reads numbers as they are written', () => {
    const rows: [value: number, n: number, multiple: boolean][] = [
      [0.3, 0.1, true],
      [1.1, 0.1, true],
      [4.35, 0.01, true],
      [1e23, 10, true],
      [1e23, 3, false],
      [1.7e308, 5e-324, true],
      [5e-324, 1e308, false],
      [9007199254740991, 2, false],
      [4503599627370495.5, 0.5, true],
      [-0, 7, true],
      [-0.3, 0.1, true],
      [Number.NaN, 1, false],
      [Number.POSITIVE_INFINITY, 1, false],
    ];
    for (const [value, n, multiple] of rows) expect(isMultiple(value, n), `${value} ${n}`).to.equal(multiple);
  });

  it('finds every product of whole steps, and nothing between two of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.nat({ max: 12 }), (count, power) => {
        const n = Number(`1e-${power}`);
        expect(isMultiple(Number(`${count}e-${power}`), n)).to.equal(true);
        expect(isMultiple(Number(`${count}5e-${power + 1}`), n)).to.equal(false);
      }),
    );
  });
});
