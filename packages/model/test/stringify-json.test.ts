import { expect } from 'chai';
import { rejected } from '../../../test/stores/fixture.ts';
import { parseJson, stringifyJson } from '../src/json-values.ts';

describe('stringifyJson', () => {
  it('writes what JSON can hold', () => {
    expect(stringifyJson({ a: [1, null, 'b'], at: new Date(0) }, 'meta')).to.equal(
      '{"a":[1,null,"b"],"at":"1970-01-01T00:00:00.000Z"}',
    );
  });

  it('writes the numbers that a stored text had', () => {
    const text = '{"n":9007199254740993,"list":[0.1234567890123456789,1e400],"text":"9007199254740993"}';
    expect(stringifyJson(parseJson(text), 'meta')).to.equal(text);
    expect(JSON.stringify((parseJson(text) as { list: unknown }).list)).to.equal('["0.1234567890123456789","1e400"]');
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  for (const value of [undefined, Number.NaN, [Number.POSITIVE_INFINITY], () => 1, [Symbol('a')], cycle]) {
    it(`refuses ${typeof value} ${Array.isArray(value) ? 'in a list' : String(value)}`, async () => {
      await rejected((async () => stringifyJson(value, 'meta'))(), 'invalid_value', 'meta');
    });
  }
});
