import { expect } from 'chai';
import { fieldErrorOf, runField } from '../run-field.ts';

/** [rules, values that pass, values that fail] */
const table: [rules: Record<string, unknown>, pass: number[], fail: unknown[]][] = [
  [{ min: 2 }, [2, 2.5], [1.9, true]],
  [{ max: 2 }, [2, -1], [2.1]],
  [{ multipleOf: 3 }, [3, 0, -6], [4, 3.5]],
  [{ multipleOf: 0.1 }, [0.3, 0.7, 1.1], [0.35]],
  [{ divisibleBy: 2 }, [4, 0], [3]],
];

describe('rules on numbers', () => {
  for (const [rules, pass, fail] of table) {
    const [rule] = Object.keys(rules);
    it(`${JSON.stringify(rules)} on JSON, text, blank, items and beside a type`, () => {
      for (const value of pass) {
        expect(runField(rules, value)).to.deep.equal({ value });
        expect(runField(rules, String(value), 'text')).to.deep.equal({ value });
        expect(runField({ array: true, children: rules }, [value])).to.deep.equal({ value: [value] });
        expect(runField({ float: true, ...rules }, value)).to.deep.equal({ value });
      }
      for (const value of fail) {
        expect(runField(rules, value), `${value}`).to.deep.equal({ rule });
        expect(runField(rules, String(value), 'text'), `${value}`).to.deep.equal({ rule });
        expect(runField({ array: true, children: rules }, [value])).to.deep.equal({ rule });
      }
      expect(runField(rules, '5')).to.deep.equal({ rule });
      for (const value of ['', null, undefined]) expect(runField(rules, value)).to.equal('left out');
      expect(runField({ nullable: true, ...rules }, null)).to.deep.equal({ value: null });
    });
  }

  it('checks the bounds of a type and of a rule, each with its own name', () => {
    const rules = { int: { min: 1, max: 9 }, min: 3, max: 20 };
    expect(runField(rules, 3)).to.deep.equal({ value: 3 });
    expect(runField(rules, 2)).to.deep.equal({ rule: 'min' });
    expect(runField(rules, 0)).to.deep.equal({ rule: 'int' });
    expect(runField(rules, 10)).to.deep.equal({ rule: 'int' });
  });

  it('refuses arguments that cannot be used', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ min: '1' }, /min takes a number/],
      [{ max: Number.NaN }, /max takes a number/],
      [{ min: 3, max: 2 }, /min is 3, above max 2: no value can pass/],
      [{ multipleOf: 0 }, /multipleOf takes a number above 0/],
      [{ divisibleBy: -1 }, /divisibleBy takes a number above 0/],
      [{ int: { min: 0.5 } }, /int takes true, or \{ min, max \} of whole numbers/],
      [{ int: 5 }, /int takes true/],
      [{ float: { max: Number.POSITIVE_INFINITY } }, /float takes true, or \{ min, max \} of numbers/],
      [{ string: 'yes' }, /string takes true or false/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});
