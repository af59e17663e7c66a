import { expect } from 'chai';
import fc from 'fast-check';
import { fieldErrorOf, runField } from '../run-field.ts';
import { numberRows } from './rows/number.ts';
import { describeRows, passes } from './rule-table.ts';

describe('rules on numbers', () => {
  describeRows('rows', numberRows);

  it('checks bounds of the type and of min and max separately', () => {
    const rules = { int: { min: 1, max: 9 }, min: 3, max: 20 };
    expect(runField(rules, 3)).to.deep.equal({ value: 3 });
    expect(runField(rules, 2)).to.deep.equal({ rule: 'min' });
    expect(runField(rules, 0)).to.deep.equal({ rule: 'int' });
    expect(runField(rules, 10)).to.deep.equal({ rule: 'int' });
    expect(runField({ int: { min: 2, max: 2 }, min: 2, max: 2 }, 2)).to.deep.equal({ value: 2 });
  });

  it('treats -0 as 0', () => {
    for (const rules of [{ min: 0 }, { max: 0 }, { divisibleBy: 3 }, { multipleOf: 0.1 }, { int: { min: 0 } }]) {
      expect(runField(rules, -0), JSON.stringify(rules)).to.have.property('value');
      expect(Object.is((runField(rules, '-0', 'text') as { value: unknown }).value, 0), JSON.stringify(rules)).to.equal(
        true,
      );
    }
  });

  it('refuses invalid arguments', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ min: '1' }, /min takes a number/],
      [{ max: Number.NaN }, /max takes a number/],
      [{ max: Number.POSITIVE_INFINITY }, /max takes a number/],
      [{ min: 3, max: 2 }, /min allows no number: at least 3, at most 2/],
      [{ int: { min: 5 }, max: 2 }, /max allows no number: at least 5, at most 2/],
      [{ float: { max: 1 }, min: 2 }, /min allows no number: at least 2, at most 1/],
      [{ multipleOf: 0 }, /multipleOf takes a number above 0/],
      [{ divisibleBy: -1 }, /divisibleBy takes a number above 0/],
      [{ int: { min: 0.5 } }, /int takes true, or \{ min, max \} with integers/],
      [{ int: { max: 2 ** 53 } }, /int takes true, or \{ min, max \} with integers/],
      [{ int: { min: 2, max: 1 } }, /int has min 2 above max 1: no value can pass/],
      [{ int: { step: 1 } }, /int has no "step"; it takes true/],
      [{ float: { max: Number.POSITIVE_INFINITY } }, /float takes true, or \{ min, max \} with numbers/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });

  describe('property tests', () => {
    const _number = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double({ noNaN: true, noDefaultInfinity: true }));

    it('divisibleBy, multipleOf on whole numbers of every size', () => {
      fc.assert(
        fc.property(
          fc.maxSafeInteger(),
          fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
          (value, n) => {
            const wanted = BigInt(value) % BigInt(n) === 0n;
            expect(passes('divisibleBy', n, value)).to.equal(wanted);
            expect(passes('multipleOf', n, value)).to.equal(wanted);
            expect(passes('divisibleBy', n, value - (value % n))).to.equal(true);
          },
        ),
        { numRuns: 300 },
      );
    });

    it('multipleOf on money', () => {
      fc.assert(
        fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(1, 5, 25), (cents, step) => {
          expect(passes('multipleOf', step / 100, cents / 100)).to.equal(cents % step === 0);
        }),
        { numRuns: 500 },
      );
    });
  });
});
