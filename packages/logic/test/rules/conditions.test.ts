import { expect } from 'chai';
import { errorsOf, fieldErrorOf, runBody, runField } from '../run-field.ts';

const fields = { y: { string: true }, z: { int: true, nullable: true } } as const;

/** [rules of x, values of the others, whether x is required] */
const table: [rules: Record<string, unknown>, values: Record<string, unknown>, required: boolean][] = [
  [{ requiredIf: ['y', 'a', 'b'] }, { y: 'b' }, true],
  [{ requiredIf: ['y', 'a', 'b'] }, { y: 'c' }, false],
  [{ requiredIf: ['y', 'a'] }, {}, false],
  [{ requiredIf: ['z', null] }, { z: null }, true],
  [{ requiredNotIf: ['y', 'a'] }, { y: 'b' }, true],
  [{ requiredNotIf: ['y', 'a'] }, { y: 'a' }, false],
  [{ requiredNotIf: ['y', 'a'] }, {}, true],
  [{ requiredWith: ['y', 'z'] }, { z: 1 }, true],
  [{ requiredWith: ['y', 'z'] }, { z: null }, true],
  [{ requiredWith: ['y', 'z'] }, { y: '' }, false],
  [{ requiredWithAll: ['y', 'z'] }, { z: 1 }, false],
  [{ requiredWithAll: ['y', 'z'] }, { y: 'a', z: 0 }, true],
  [{ requiredWithout: ['y', 'z'] }, { y: 'a' }, true],
  [{ requiredWithout: ['y', 'z'] }, { y: 'a', z: 1 }, false],
  [{ requiredWithoutAll: ['y', 'z'] }, { y: 'a' }, false],
  [{ requiredWithoutAll: ['y', 'z'] }, { y: '' }, true],
  [{ requiredWithOut: ['y'] }, {}, true],
  [{ requiredWithOutAll: ['y', 'z'] }, {}, true],
  [{ requiredIf: false }, {}, false],
];

describe('conditions', () => {
  for (const [rules, values, required] of table) {
    it(`${JSON.stringify(rules)} beside ${JSON.stringify(values)}`, () => {
      const rule = Object.keys(rules)[0]?.replace('Out', 'out');
      const blank = { fields, values };
      expect(runField(rules, undefined, 'json', blank)).to.deep.equal(required ? { rule } : 'left out');
      expect(runField(rules, null, 'json', blank)).to.deep.equal(required ? { rule } : 'left out');
      expect(runField({ string: true, ...rules }, '', 'json', blank)).to.deep.equal(
        required ? { rule } : { value: '' },
      );
      expect(runField(rules, 0, 'json', blank)).to.deep.equal({ value: 0 });
      expect(runField({ nullable: true, ...rules }, null, 'json', blank)).to.deep.equal({ value: null });
    });
  }

  it('looks at coerced siblings of the same object', () => {
    const declared = {
      array: true,
      children: { object: true, children: { a: { int: true }, b: { requiredIf: ['a', 1] } } },
    };
    expect(runBody({ list: declared }, { list: [{ a: '2' }] }, { textBody: true })).to.deep.equal({ list: [{ a: 2 }] });
    const [error] = errorsOf(() => runBody({ list: declared }, { list: [{ a: '2' }, { a: '1' }] }, { textBody: true }));
    expect(error).to.deep.equal({
      in: 'body',
      pointer: '/list/1/b',
      rule: 'requiredIf',
      message: 'item of list.b is required here',
      expected: ['a', 1],
    });
  });

  it('refuses arguments that cannot be used', () => {
    const wrong: [rules: object, code: string, problem: RegExp][] = [
      [{ requiredIf: 'y' }, 'E_LOGIC_ARGUMENT', /requiredIf takes a list: a field, then its values/],
      [{ requiredIf: ['y'] }, 'E_LOGIC_ARGUMENT', /requiredIf takes a list: a field, then its values/],
      [{ requiredWith: [] }, 'E_LOGIC_ARGUMENT', /requiredWith takes a list of fields/],
      [{ requiredWith: true }, 'E_LOGIC_ARGUMENT', /requiredWith takes a list of fields/],
      [{ requiredWith: ['nope'] }, 'E_LOGIC_FIELD', /requiredWith names "nope", which is not declared beside it: x, y/],
      [{ requiredWithOut: ['nope'] }, 'E_LOGIC_FIELD', /requiredWithout names "nope"/],
      [{ array: true, children: { requiredWith: ['x'] } }, 'E_LOGIC_ARGUMENT', /an item of a list has none beside it/],
    ];
    for (const [rules, code, problem] of wrong) {
      const error = fieldErrorOf(rules, { y: {} });
      expect(error.code, String(problem)).to.equal(code);
      expect(error.message).to.match(problem);
    }
  });
});
