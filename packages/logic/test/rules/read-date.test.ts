import { expect } from 'chai';
import fc from 'fast-check';
import { readDate } from '../../src/rules/read-date.ts';

describe('readDate', () => {
  const table: [text: string, time: string][] = [
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['2024-12-31T23:59:59.999Z', '2024-12-31T23:59:59.999Z'],
    ['2024-01-01T10:00Z', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01T10:00', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01T10:00:00,5Z', '2024-01-01T10:00:00.500Z'],
    ['2024-01-01T10:00:00.123456789Z', '2024-01-01T10:00:00.123Z'],
    ['2024-01-01T10:00+02:30', '2024-01-01T07:30:00.000Z'],
    ['2024-01-01T10:00-0230', '2024-01-01T12:30:00.000Z'],
    ['2024-01-01T10:00+23:59', '2023-12-31T10:01:00.000Z'],
    ['2024-01-01T10:00-23:59', '2024-01-02T09:59:00.000Z'],
    // RFC 3339 section 5.6: a space for the T, and lower case.
    ['2011-11-01 12:00:32', '2011-11-01T12:00:32.000Z'],
    ['2011-11-01 12:00:32+02:00', '2011-11-01T10:00:32.000Z'],
    ['2011-11-01t12:00:32z', '2011-11-01T12:00:32.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ];
  for (const [text, time] of table) {
    it(`reads ${text}`, () => expect(new Date(readDate(text) ?? Number.NaN).toISOString()).to.equal(time));
  }

  const refused = [
    '2020-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '2024-1-1',
    '20240101',
    '2024-01',
    '2024-01-01T24:00',
    '2024-01-01T10:60',
    '2024-01-01T10:00:60',
    '2024-01-01T10',
    '2024-01-01  10:00',
    '2024-01-01 ',
    '2024-01-01T10:00+24:00',
    '2024-01-01T10:00+00:60',
    '2024-01-01Z',
    '2024-01-01\n',
    ' 2024-01-01',
    '12345-01-01',
    '',
    'today',
    '١٢٣٤-01-01',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(readDate(text)).to.equal(undefined));
  }

  it('reads what Date writes, and nothing else of the days of a month', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(readDate(date.toISOString())).to.equal(date.getTime());
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (y, m, d) => {
          const text = [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-');
          const date = new Date(`${text}T00:00:00Z`);
          const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
          expect(readDate(text) !== undefined).to.equal(real);
        },
      ),
    );
  });
});
