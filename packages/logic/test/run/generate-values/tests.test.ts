import { expect } from 'chai';
import { defineRule } from '../../../src/define-rule.ts';
import { refusedBy, run } from '../../run-field.ts';

/** Runs a body field `x` with the rule `note`, which says what it is called with. */
function noting(rules: object, body: unknown) {
  const seen: unknown[] = [];
  const note = defineRule('note', {
    test: (value: unknown, { siblings }) => {
      seen.push([value, { ...siblings }]);
      return true;
    },
    message: 'no',
  });
  const logic = { rules: [note], postAction: { body: { x: { ...rules, note: true } } } };
  return {
    seen,
    refused: () => refusedBy(async () => run(logic, 'postAction', { body })),
    run: () => run(logic, 'postAction', { body }),
  };
}

describe('the test of a custom rule', () => {
  for (const [name, rules, value] of [
    ['an absent one', { string: true }, undefined],
    ['null', { string: true }, null],
    ['null that is a value', { string: true, nullable: true }, null],
    ['null that is a value of any kind', { nullable: true }, null],
    ['a blank text', { string: true }, ''],
    ['a blank value of any kind', {}, ''],
  ] as const) {
    it(`is not called for ${name}`, () => {
      const { seen, run: runOn } = noting(rules, { x: value });
      runOn();
      expect(seen).to.deep.equal([]);
    });
  }

  const wrong: [rules: object, value: unknown][] = [
    [{ string: true }, 5],
    [{ int: true }, 'x'],
    [{ boolean: true }, 1],
    [{ array: true }, {}],
    [{ object: true }, []],
    [{ object: true }, 'x'],
    [{ date: true }, 5],
  ];
  for (const [rules, value] of wrong) {
    it(`is not called for ${JSON.stringify(value)} for ${JSON.stringify(rules)}`, async () => {
      const { seen, refused } = noting(rules, { x: value });
      expect(await refused()).to.deep.equal([`/x ${Object.keys(rules)[0]}`]);
      expect(seen).to.deep.equal([]);
    });
  }

  it('receives the prepared value and its siblings', () => {
    const { seen, run: runOn } = noting({ array: true, children: { string: true, trim: true } }, { x: [' a '] });
    runOn();
    expect(seen).to.deep.equal([[['a'], { x: ['a'] }]]);
  });
});
