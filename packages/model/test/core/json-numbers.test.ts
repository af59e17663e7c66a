import { expect } from 'chai';
import fc from 'fast-check';
import { findRounded, isRounded, parseExactly } from '../../src/core/json-numbers.ts';

describe('JSON numbers', () => {
  // biome-ignore format: a list
  for (const literal of [
    '9007199254740993', '-9007199254740993.0', '0.1234567890123456789', '1e400', '1e-400',
    '12345678901234567891e3',
  ]) {
    it(`are rounded: ${literal}`, () => expect(isRounded(literal)).to.equal(true));
  }

  // biome-ignore format: a list
  for (const literal of [
    '0', '-0.0', '0e9', '9007199254740992', '0.1', '0.10000000000000001', '0.30000000000000004', '1E+2', '100.00',
    '5e-324', '1.7976931348623157e308', '98061996071235.62',
  ]) {
    it(`are not rounded: ${literal}`, () => expect(isRounded(literal)).to.equal(false));
  }

  it('are not rounded when JavaScript has written them', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    const decimals = fc
      .tuple(fc.maxSafeInteger(), fc.integer({ min: 1, max: 9 }))
      .map(([all, scale]) => all / 10 ** scale);
    fc.assert(
      fc.property(fc.oneof(doubles, decimals), (number) => !isRounded(JSON.stringify(number))),
      { numRuns: 1_000 },
    );
  });

  it('are rounded when an integer of 17 digits has another value in JavaScript', () => {
    const whole = fc.bigInt({ min: -(2n ** 56n), max: 2n ** 56n });
    fc.assert(
      fc.property(
        whole,
        (value) =>
          isRounded(String(value)) === (BigInt(Number(value)) !== value && String(Number(value)) !== String(value)),
      ),
    );
  });

  for (const [text, pointer] of [
    ['9007199254740993', ''],
    ['{"a":[{"b":1},{"c/~":9007199254740993}]}', '/a/1/c~1~0'],
    ['{"9007199254740993":"9007199254740993","b":[1,"{",2],"n":1e999}', '/n'],
    ['["\\"9007199254740993",{"x":[]},9007199254740993]', '/2'],
    ['{"a":"9007199254740993"}', undefined],
  ] as const) {
    it(`are found in ${text}`, () => expect(findRounded(text)).to.equal(pointer));
  }

  it('are parsed by the given function, everything else by JSON.parse', () => {
    expect(parseExactly('{"n":9007199254740993,"m":[1,0.5,"9007199254740993"]}', BigInt)).to.deep.equal({
      n: 9007199254740993n,
      m: [1, 0.5, '9007199254740993'],
    });
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactly(text, Number)).to.deep.equal(JSON.parse(text));
      }),
    );
  });
});
