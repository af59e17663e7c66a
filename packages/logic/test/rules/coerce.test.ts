import { expect } from 'chai';
import fc from 'fast-check';
import type { Kind } from '../../src/kind.ts';
import { coerceText } from '../../src/rules/coerce.ts';

describe('coerceText', () => {
  const table: [kind: Kind, text: string, value: unknown][] = [
    ['int', '12', 12],
    ['int', '+12', 12],
    ['int', '-12', -12],
    ['int', '-0', 0],
    ['int', '007', 7],
    ['int', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['float', '1.5', 1.5],
    ['float', '-.5', -0.5],
    ['float', '5.', 5],
    ['float', '1e3', 1000],
    ['float', '1E-3', 0.001],
    ['float', '-0', 0],
    ['float', '0.10', 0.1],
    ['float', '0.1000000000000000', 0.1],
    ['float', '100000000000000000000', 1e20],
    ['float', '0e5', 0],
    ['float', '9007199254740993.0', '9007199254740993.0'],
    ['boolean', 'true', true],
    ['boolean', '1', true],
    ['boolean', 'yes', true],
    ['boolean', 'on', true],
    ['boolean', 'false', false],
    ['boolean', '0', false],
    ['boolean', 'no', false],
    ['boolean', 'off', false],
    ['array', 'a,b', ['a', 'b']],
    ['array', 'a', ['a']],
    ['array', 'a,,b', ['a', '', 'b']],
    ['string', '12', '12'],
    ['any', '12', '12'],
    ['object', '{}', '{}'],
    ['date', '2024-01-01', '2024-01-01'],
    ['file', 'a', 'a'],
  ];
  for (const [kind, text, value] of table) {
    it(`${kind} ${text}`, () => {
      expect(coerceText(text, kind)).to.deep.equal(value);
      if (value === 0) expect(Object.is(coerceText(text, kind), 0)).to.equal(true);
    });
  }

  const untouched: [kind: Kind, texts: string[]][] = [
    ['int', ['0x10', '1e3', ' 12', '12 ', '1.0', '', '-', '1_000', '１', 'NaN', '9007199254740992', '1\n']],
    [
      'float',
      [
        'Infinity',
        '-Infinity',
        'NaN',
        '1e999',
        '1e-999',
        '',
        '.',
        'e5',
        '1,5',
        ' 1',
        '0x1',
        '0.12345678901234567890',
        '1\n',
      ],
    ],
    ['boolean', ['TRUE', 'Yes', 't', 'y', '2', '', ' true', 'constructor']],
  ];
  for (const [kind, texts] of untouched) {
    for (const text of texts) {
      it(`leaves ${JSON.stringify(text)} to the type ${kind}`, () => expect(coerceText(text, kind)).to.equal(text));
    }
  }

  it('gives back every number that JavaScript writes, and never another one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(coerceText(String(value), 'float')).to.equal(value + 0);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(coerceText(String(value), 'int')).to.equal(value);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (value) => {
        const text = String(value);
        const result = coerceText(text, 'float');
        expect(typeof result === 'number' ? decimalOf(result) : result).to.equal(text);
      }),
    );
  });
});

/** The shortest decimal of a number, written out. */
function decimalOf(value: number): string {
  const [, digits = '', fraction = '', exponent = '0'] = /^(\d)(?:\.(\d+))?e\+(\d+)$/.exec(value.toExponential()) ?? [];
  return digits + fraction.padEnd(Number(exponent), '0');
}
