import { expect } from 'chai';
import { stringifyJson } from '../src/stringify-json.ts';
import { rejected } from './fixture.ts';

describe('stringifyJson', () => {
  it('writes what JSON can hold', () => {
    expect(stringifyJson({ a: [1, null, 'b'], at: new Date(0) }, 'meta')).to.equal(
      '{"a":[1,null,"b"],"at":"1970-01-01T00:00:00.000Z"}',
    );
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  for (const value of [undefined, Number.NaN, [Number.POSITIVE_INFINITY], 1n, () => 1, [Symbol('a')], cycle]) {
    it(`refuses ${typeof value} ${Array.isArray(value) ? 'in a list' : String(value)}`, async () => {
      await rejected((async () => stringifyJson(value, 'meta'))(), 'invalid_value', 'meta');
    });
  }
});
