import { expect } from 'chai';
import { narrowInteger } from '../src/core/read-value.ts';

describe('narrowInteger', () => {
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  const rows: [value: bigint, expected: number | bigint][] = [
    [0n, 0],
    [-7n, -7],
    [largest, Number.MAX_SAFE_INTEGER],
    [-largest, Number.MIN_SAFE_INTEGER],
    [largest + 1n, largest + 1n],
    [largest + 2n, largest + 2n],
    [-largest - 1n, -largest - 1n],
    [2n ** 63n - 1n, 2n ** 63n - 1n],
  ];
  for (const [value, expected] of rows) it(String(value), () => expect(narrowInteger(value)).to.equal(expected));
});
