import { expect } from 'chai';
import fc from 'fast-check';
import { readValue } from '../../src/core/read-value.ts';
import type { ColumnType } from '../../src/core/types.ts';

describe('readValue', () => {
  const bytes = new Uint8Array([1, 2]);
  const list = [1, { a: 2 }];
  const rows: [type: ColumnType, value: unknown, expected: unknown][] = [
    ['string', 'a', 'a'],
    ['string', '👍', '👍'],
    ['string', 7, '7'],
    ['string', 7n, '7'],
    ['string', '\ud800', undefined],
    ['string', 'a\0b', undefined],
    ['string', true, undefined],
    ['string', {}, undefined],
    ['integer', '12', 12],
    ['integer', '-12', -12],
    ['integer', -0, 0],
    ['integer', '-0', 0],
    ['integer', '9007199254740993', 9007199254740993n],
    ['integer', 9223372036854775807n, 9223372036854775807n],
    ['integer', '-9223372036854775808', -9223372036854775808n],
    ['integer', '9223372036854775808', undefined],
    ['integer', 2n ** 64n, undefined],
    ['integer', 2 ** 53, undefined],
    ['integer', 1.5, undefined],
    ['integer', '1.5', undefined],
    ['integer', '1e3', undefined],
    ['integer', '007', undefined],
    ['integer', ' 7', undefined],
    ['integer', '', undefined],
    ['integer', true, undefined],
    ['bigint', 5n, 5],
    ['decimal', '12.50', '12.5'],
    ['decimal', '0012.0', '12'],
    ['decimal', '-0.00', '0'],
    ['decimal', `${'0'.repeat(2_000)}1`, undefined],
    ['decimal', 12.5, '12.5'],
    ['decimal', 3n, '3'],
    ['decimal', '123456789012345678901234567890.123', '123456789012345678901234567890.123'],
    ['decimal', 1e21, undefined],
    ['decimal', Number.NaN, undefined],
    ['decimal', '1e3', undefined],
    ['decimal', '.5', undefined],
    ['decimal', true, undefined],
    ['double', 1.5, 1.5],
    ['double', '1.5', 1.5],
    ['double', '-2e3', -2000],
    ['double', 3n, 3],
    ['double', '1e999', undefined],
    ['double', 'Infinity', undefined],
    ['double', null, undefined],
    ['boolean', true, true],
    ['boolean', 1, true],
    ['boolean', 0n, false],
    ['boolean', 'true', true],
    ['boolean', '0', false],
    ['boolean', 'yes', undefined],
    ['boolean', 2, undefined],
    ['date', '2026-01-31', '2026-01-31'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', new Date('2026-01-31T23:59:59Z'), '2026-01-31'],
    ['date', '2026-02-29', undefined],
    ['date', '2026-13-10', undefined],
    ['date', '26-01-01', undefined],
    ['date', new Date(Number.NaN), undefined],
    ['date', 5, undefined],
    ['datetime', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['datetime', '2026-01-31T12:00:00.123456z', '2026-01-31T12:00:00.123Z'],
    ['datetime', '2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
    ['datetime', '2026-01-31T12:00:00.5+02:00', '2026-01-31T10:00:00.500Z'],
    ['datetime', '2026-01-31T12:00-0130', '2026-01-31T13:30:00.000Z'],
    ['datetime', '2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['datetime', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['datetime', '2026-02-30T12:00:00Z', undefined],
    ['datetime', '2026-01-31T24:00:00Z', undefined],
    ['datetime', '2026-01-31Z', undefined],
    ['datetime', new Date(Number.NaN), undefined],
    ['datetime', new Date('+012026-01-31T12:00:00Z'), undefined],
    ['datetime', '0000-01-01T00:00:00+01:00', undefined],
    ['datetime', 0, undefined],
    ['json', list, list],
    ['binary', bytes, bytes],
    ['binary', 'AQI', Uint8Array.from([1, 2])],
    ['binary', 'A', undefined],
    ['binary', 'AQI=', Uint8Array.from([1, 2])],
    ['double', '9007199254740993', undefined],
    ['double', 9007199254740993n, undefined],
  ];
  for (const [type, value, expected] of rows) {
    it(`${expected === undefined ? 'refuses' : 'reads'} ${typeof value} ${String(value)} as ${type}`, () => {
      expect(readValue(value, { type })).to.deep.equal(expected);
    });
  }

  it('never rounds a whole number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(BigInt(readValue(String(value), { type: 'bigint' }) as bigint)).to.equal(value);
      }),
    );
  });

  it('reads its own output unchanged', () => {
    const anything = fc.oneof(fc.string(), fc.double(), fc.date().map(String), fc.bigInt().map(String), fc.date());
    const type = fc.constantFrom<ColumnType>('string', 'integer', 'decimal', 'double', 'boolean', 'date', 'datetime');
    fc.assert(
      fc.property(anything, type, (value, columnType) => {
        const read = readValue(value, { type: columnType });
        if (read !== undefined) expect(readValue(read, { type: columnType })).to.deep.equal(read);
      }),
    );
  });

  it('keeps every ISO 8601 time', () => {
    const dates = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(readValue(date.toISOString(), { type: 'datetime' })).to.equal(date.toISOString());
      }),
    );
  });
});
