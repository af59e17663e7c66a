import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import type { StoredColumn } from '../../../packages/model/src/sql/stored-table.ts';
import { decode, encode } from '../../../packages/model/src/stores/mysql/convert.ts';
import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';

const column = (type: StoredColumn['type'], more: Partial<StoredColumn> = {}): StoredColumn => ({
  name: 'a',
  type,
  nullable: true,
  hasDefault: false,
  ...more,
});

describe('mysql: values', () => {
  const decoded: [what: string, value: unknown, column: StoredColumn, expected: unknown][] = [
    ['JSON that is none', '{broken', column('json'), '{broken'],
    ['JSON that the driver has read', { b: 1 }, column('json'), { b: 1 }],
    ['a time that the driver has read', new Date(0), column('datetime'), '1970-01-01T00:00:00.000Z'],
    ['a time without fractions', '2026-01-31 12:00:00', column('datetime'), '2026-01-31T12:00:00.000Z'],
    ['a time with one digit', '2026-01-31 12:00:00.5', column('datetime'), '2026-01-31T12:00:00.500Z'],
    ['a month that does not exist', '2026-00-01 00:00:00', column('datetime'), '2026-00-01 00:00:00'],
    ['a boolean of text', '1', column('boolean'), true],
    ['a bit', Buffer.from([0]), column('boolean'), false],
    ['bits', Buffer.from([1, 0]), column('bigint'), 256],
    ['no bits', Buffer.alloc(0), column('bigint'), 0],
    ['a small bigint', 5n, column('bigint'), 5],
    ['a large integer of text', '-9007199254740993', column('integer'), -9007199254740993n],
    ['a number of another form', '1e3', column('integer'), '1e3'],
    ['a fraction of text', '0.1', column('double'), 0.1],
    ['a decimal as a number', 1.5, column('decimal'), '1.5'],
    ['bytes of another form', 'x', column('binary'), 'x'],
  ];
  for (const [what, value, of, expected] of decoded) {
    it(`reads ${what}`, () => expect(decode(value, of)).to.deep.equal(expected));
  }

  it('writes times with the digits that the column has, and rounds none', () => {
    const time = '2026-12-31T23:59:59.999Z';
    for (const [scale, expected] of [
      [0, '2026-12-31 23:59:59'],
      [1, '2026-12-31 23:59:59.9'],
      [3, '2026-12-31 23:59:59.999'],
      [6, '2026-12-31 23:59:59.999'],
    ] as const) {
      expect(encode(time, column('datetime', { scale }))).to.equal(expected);
    }
    expect(encode(time, column('datetime'))).to.equal('2026-12-31 23:59:59.999');
  });

  it('refuses to add what decimals cannot say', () => {
    const price = column('decimal', { precision: 10, scale: 2 });
    for (const by of [Number.NaN, Number.POSITIVE_INFINITY, 0.001]) {
      expect(() => mysqlDialect.increment(by, price))
        .to.throw(DataError)
        .with.property('code', 'invalid_value');
    }
  });
});
