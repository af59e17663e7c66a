import { expect } from 'chai';
import { toBindable } from '../../../packages/model/src/stores/sqlite/sqlite-connection.ts';
import { rejected } from '../fixture.ts';

describe('toBindable', () => {
  const bytes = new Uint8Array([1]);
  const rows: [value: unknown, expected: unknown][] = [
    ['a', 'a'],
    [7, 7n],
    [-7, -7n],
    [-0, -0],
    [0.5, 0.5],
    [2 ** 60, 2 ** 60],
    [1e-16, '1e-16'],
    [-1e-16, -1e-16],
    [5n, 5n],
    [true, 1n],
    [false, 0n],
    [null, null],
    [bytes, bytes],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
  ];
  for (const [value, expected] of rows) {
    it(`binds ${typeof value} ${String(value)} as ${typeof expected} ${String(expected)}`, () => {
      expect(toBindable(value)).to.deep.equal(expected);
    });
  }

  for (const value of [undefined, Number.NaN, 2n ** 63n, {}, [], new Date(Number.NaN), () => 1]) {
    it(`refuses ${typeof value} ${String(value)}`, async () => {
      await rejected((async () => toBindable(value))(), 'invalid_value');
    });
  }
});
