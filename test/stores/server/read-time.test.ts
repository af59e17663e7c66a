import { expect } from 'chai';
import { readTime } from '../../../packages/model/src/stores/server/read-time.ts';

describe('readTime', () => {
  const rows: [value: unknown, expected: string | undefined][] = [
    ['2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.5', '2026-01-31T12:00:00.500Z'],
    ['2026-01-31 12:00:00.123999', '2026-01-31T12:00:00.123Z'],
    ['0000-00-00 00:00:00', '0000-00-00T00:00:00.000Z'],
    ['2026-01-31T12:00:00Z', undefined],
    ['2026-01-31', undefined],
    ['0044-03-15 12:00:00 BC', undefined],
    ['-infinity', undefined],
    [7, undefined],
  ];
  for (const [value, expected] of rows) it(String(value), () => expect(readTime(value)).to.equal(expected));
});
