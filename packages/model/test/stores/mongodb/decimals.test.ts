import { expect } from 'chai';
import fc from 'fast-check';
import { Decimal128 } from 'mongodb';
import { checkDecimal, readDecimal } from '../../../src/stores/mongodb/decimals.ts';
import type { MongoColumn } from '../../../src/stores/mongodb/mongo-source.ts';

const price: MongoColumn = {
  name: 'price',
  path: 'price',
  type: 'decimal',
  stored: 'decimal',
  nullable: true,
  hasDefault: false,
  precision: 5,
  scale: 2,
};

describe('decimals of MongoDB', () => {
  const rows: [text: string, scale: number | undefined, expected: string][] = [
    ['12.5', 2, '12.50'],
    ['1E+3', 2, '1000.00'],
    ['1.25E+1', undefined, '12.5'],
    ['1E-7', undefined, '0.0000001'],
    ['-0', undefined, '0'],
    ['-1.50', undefined, '-1.5'],
    ['0E+3', 1, '0.0'],
    ['NaN', 2, 'NaN'],
    ['Infinity', 2, 'Infinity'],
  ];
  for (const [text, scale, expected] of rows) {
    it(`reads ${text} as ${expected}`, () => expect(readDecimal(text, scale)).to.equal(expected));
  }

  it('come back as they were written', () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 20n });
    fc.assert(
      fc.property(whole, fc.nat({ max: 999_999 }), fc.boolean(), (digits, fraction, isNegative) => {
        const text = `${isNegative ? '-' : ''}${digits}.${String(fraction).padStart(6, '0')}`;
        expect(readDecimal(Decimal128.fromString(text).toString(), 6)).to.equal(text);
      }),
    );
  });

  it('have as many digits as their column', () => {
    expect(checkDecimal('999.99', price)).to.equal('999.99');
    expect(checkDecimal('-0.5', price)).to.equal('-0.50');
    for (const text of ['1000', '0.001']) expect(() => checkDecimal(text, price)).to.throw('5 digits, 2 of them');
  });
});
