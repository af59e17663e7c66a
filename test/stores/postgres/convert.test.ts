import { expect } from 'chai';
import type { ColumnType } from '../../../packages/model/src/index.ts';
import { decode } from '../../../packages/model/src/stores/postgres/convert.ts';

describe('PostgreSQL: values in the forms of other drivers', () => {
  const rows: [type: ColumnType, value: unknown, expected: unknown][] = [
    ['integer', 5, 5],
    ['bigint', 5n, 5],
    ['bigint', '9007199254740993', 9007199254740993n],
    ['double', 'Infinity', 'Infinity'],
    ['boolean', true, true],
    ['boolean', 't', true],
    ['boolean', 'f', false],
    ['datetime', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['datetime', '2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
    ['datetime', '2026-01-31 12:00:00.1239', '2026-01-31T12:00:00.123Z'],
    ['datetime', '2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['datetime', '2026-01-31 12:00:00.12+00', '2026-01-31T12:00:00.120Z'],
    ['datetime', '2026-01-31 12:00:00+02', '2026-01-31T10:00:00.000Z'],
    ['datetime', '0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00 BC'],
    ['datetime', '-infinity', '-infinity'],
    ['json', { a: 1 }, { a: 1 }],
    ['json', '"a"', 'a'],
    ['binary', '\\x00ff', new Uint8Array([0, 255])],
    ['binary', Buffer.from([1]), new Uint8Array([1])],
    ['binary', 7, 7],
    ['string', 'a', 'a'],
  ];
  for (const [type, value, expected] of rows) {
    it(`${type}: ${typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)}`, () => {
      expect(decode(value, { name: 'a', type, nullable: true, hasDefault: false })).to.deep.equal(expected);
    });
  }
});
