import { expect } from 'chai';
import { defineRule } from '../../../src/define-rule.ts';
import { refusedBy, run, runBody } from '../../run-field.ts';

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

describe('the tests of a value', () => {
  for (const [name, rules, value] of [
    ['an absent one', { string: true }, undefined],
    ['null', { string: true }, null],
    ['null that is a value', { string: true, nullable: true }, null],
    ['null that is a value of any kind', { nullable: true }, null],
    ['a blank text', { string: true }, ''],
    ['a blank value of any kind', {}, ''],
  ] as const) {
    it(`are not asked about ${name}`, () => {
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
    it(`are not asked about ${JSON.stringify(value)} for ${JSON.stringify(rules)}`, async () => {
      const { seen, refused } = noting(rules, { x: value });
      expect(await refused()).to.deep.equal([`/x ${Object.keys(rules)[0]}`]);
      expect(seen).to.deep.equal([]);
    });
  }

  it('see values that are ready, and what is beside them', () => {
    const { seen, run: runOn } = noting({ array: true, children: { string: true, trim: true } }, { x: [' a '] });
    runOn();
    expect(seen).to.deep.equal([[['a'], { x: ['a'] }]]);
  });

  it('are tried in written order, and the first that fails is told', async () => {
    const fields = { a: { length: { min: 3 }, uppercase: true }, b: { uppercase: true, length: { min: 3 } } };
    expect(await refusedBy(async () => runBody(fields, { a: 'x', b: 'x' }))).to.deep.equal([
      '/a length',
      '/b uppercase',
    ]);
  });

  it('end with the first failure of the first field', async () => {
    const { seen, refused } = noting({ int: true }, { x: 1, y: 1 });
    expect(await refused()).to.deep.equal(['/y unknown']);
    // The keys are looked at before: nothing is tested until errors are collected.
    expect(seen).to.have.length(1);
  });
});
