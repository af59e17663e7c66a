import { expect } from 'chai';
import * as mongodb from 'mongodb';
import type { MongoColumn } from '../../../src/index.ts';
import { decode, encode, toStored } from '../../../src/stores/mongodb/convert.ts';

function column(type: MongoColumn['type'], stored: MongoColumn['stored']): MongoColumn {
  return { name: 'c', path: 'c', type, stored, nullable: true, hasDefault: false };
}

describe('values of MongoDB', () => {
  const shown: [what: string, stored: unknown, column: MongoColumn, expected: unknown][] = [
    ['JSON in text', '{"a":1}', column('json', 'string'), { a: 1 }],
    ['text that is no JSON', '{broken', column('json', 'string'), '{broken'],
    ['a time', new Date(0), column('datetime', 'date'), '1970-01-01T00:00:00.000Z'],
    ['a day kept as a time', new Date(0), column('date', 'date'), '1970-01-01'],
    ['a time that is none', new Date(Number.NaN), column('datetime', 'date'), null],
    ['a missing value', undefined, column('string', 'string'), null],
    ['a small Long', mongodb.Long.fromNumber(7), column('bigint', 'long'), 7],
    [
      'an ObjectId',
      new mongodb.ObjectId('0123456789abcdef01234567'),
      column('string', 'string'),
      '0123456789abcdef01234567',
    ],
    ['a decimal among integers', mongodb.Decimal128.fromString('7'), column('integer', 'long'), '7'],
    ['a number among texts', 7, column('string', 'string'), 7],
    ['bytes', new Uint8Array([1]), column('binary', 'binData'), new Uint8Array([1])],
  ];
  for (const [what, stored, of, expected] of shown) {
    it(`show ${what}`, () => expect(decode(stored, of)).to.deep.equal(expected));
  }

  it('show the bytes that are used, and no others', () => {
    const bytes = new mongodb.Binary(new Uint8Array([1, 2, 3]));
    bytes.position = 2;
    expect([...(decode(bytes, column('binary', 'binData')) as Uint8Array)]).to.deep.equal([1, 2]);
  });

  it('are taken as ids in one form only', () => {
    const id = column('string', 'objectId');
    expect(String(encode('0123456789abcdef01234567', id, mongodb))).to.equal('0123456789abcdef01234567');
    for (const text of ['0123456789ABCDEF01234567', '0123456789ab', '', '7']) {
      expect(toStored(text, id, mongodb)).to.equal(undefined);
      expect(() => encode(text, id, mongodb)).to.throw('"c" cannot hold');
    }
  });

  it('have 34 digits at most', () => {
    const decimal = column('decimal', 'decimal');
    const most = `0.0${'9'.repeat(34)}`;
    expect(decode(toStored(most, decimal, mongodb), decimal)).to.equal(most);
    expect(toStored(`${most}9`, decimal, mongodb)).to.equal(undefined);
    expect(() => encode('9'.repeat(35), decimal, mongodb)).to.throw('34 digits');
  });
});
