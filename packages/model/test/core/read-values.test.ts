import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { Increment, readValues } from '../../src/core/read-values.ts';
import type { Row } from '../../src/core/types.ts';
import { post, refused } from './fixture.ts';

describe('readValues', () => {
  it('converts values to the types of their columns, and drops undefined', () => {
    expect(readValues({ views: '12', title: undefined, live: 1, meta: { a: [1] }, price: null }, post)).to.deep.equal([
      { column: 'views', value: 12 },
      { column: 'live', value: true },
      { column: 'meta', value: { a: [1] } },
      { column: 'price', value: null },
    ]);
  });

  it('drops an undefined field even if there is no such column', () => {
    expect(readValues({ nothing: undefined }, post)).to.deep.equal([]);
  });

  it('accepts an object without a prototype, and one of another realm', () => {
    for (const values of [Object.assign(Object.create(null), { views: 1 }), runInNewContext('({ views: 1 })')]) {
      expect(readValues(values, post)).to.deep.equal([{ column: 'views', value: 1 }]);
    }
  });

  it('accepts an increment of a number', () => {
    const increment = new Increment(-2);
    expect(readValues({ views: increment }, post)).to.deep.equal([{ column: 'views', value: increment }]);
    expect(readValues({ ratio: new Increment(0.5) }, post)).to.have.length(1);
  });

  const refusedValues: [
    what: string,
    values: unknown,
    code: 'unknown_field' | 'invalid_value' | 'not_null',
    field?: string,
  ][] = [
    ['an unknown field', { titel: 'a' }, 'unknown_field', 'titel'],
    ['__proto__', JSON.parse('{"__proto__":{}}'), 'unknown_field', '__proto__'],
    ['null where there must be a value', { title: null }, 'not_null', 'title'],
    ['a value of another type', { views: 'many' }, 'invalid_value', 'views'],
    ['NaN', { ratio: Number.NaN }, 'invalid_value', 'ratio'],
    ['an object in a column of text', { title: {} }, 'invalid_value', 'title'],
    ['an increment of text', { title: new Increment(1) }, 'invalid_value', 'title'],
    ['a fraction for an integer', { views: new Increment(0.5) }, 'invalid_value', 'views'],
    ['a list', [], 'invalid_value'],
    ['a Date', new Date(), 'invalid_value'],
    ['null', null, 'invalid_value'],
  ];
  for (const [what, values, code, field] of refusedValues) {
    it(`refuses ${what}`, async () => {
      const error = await refused(() => readValues(values as Row, post), code, field);
      expect(error.message).not.to.contain('many');
    });
  }
});
