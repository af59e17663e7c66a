import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { fieldErrorOf, runField } from '../run-field.ts';

describe('conditions', () => {
  const refused: [rules: object, message: RegExp][] = [
    [{ requiredIf: 'y' }, /requiredIf takes a list: a field, followed by its values/],
    [{ requiredIf: ['y'] }, /requiredIf takes a list: a field, followed by its values/],
    [{ requiredNotIf: [] }, /requiredNotIf takes a list: a field, followed by its values/],
    [{ requiredWith: 'y' }, /requiredWith takes a list of fields/],
    [{ requiredWithAll: [] }, /requiredWithAll takes a list of fields/],
    [{ requiredWithOut: {} }, /requiredWithout takes a list of fields/],
    [{ requiredIf: [5, 1] }, /requiredIf must name fields by strings/],
    [{ requiredWith: ['y', null] }, /requiredWith must name fields by strings/],
  ];
  for (const [rules, message] of refused) {
    it(`are refused: ${JSON.stringify(rules)}`, () => {
      const error = fieldErrorOf(rules, { y: {} });
      expect(error).to.include({ code: 'E_LOGIC_ARGUMENT', field: 'x' });
      expect(error.message).to.match(message);
    });
  }
});

describe('defaults', () => {
  for (const value of [new Date(), Number.NaN, /x/, new Map(), Symbol('x'), 1n, { a: undefined }, ['\ud800']]) {
    it(`are JSON, or made by a function: ${String(value)}`, () => {
      expect(fieldErrorOf({ default: value })).to.include({ code: 'E_LOGIC_DEFAULT', rule: 'default' });
    });
  }

  it('are made at once', () => {
    expect(runField({ default: () => 1 }, undefined)).to.deep.equal({ value: 1 });
    expect(() => runField({ default: async () => 1 }, undefined)).to.throw(
      TypeError,
      /its function must be synchronous/,
    );
  });

  it('are copied at start: what happens to them later changes nothing', () => {
    const value = { a: [1] };
    const action = compileLogic({ postAction: { body: { x: { default: value } } } }).action('postAction');
    value.a.push(2);
    expect(action?.run({})).to.deep.include({ body: { x: { a: [1] } } });
  });
});
