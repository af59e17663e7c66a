import { expect } from 'chai';
import { defineRule } from '../../../src/define-rule.ts';
import { freeze, refusedBy, run, runBody } from '../../run-field.ts';

const refused = (rules: object, list: unknown, options = {}) =>
  refusedBy(async () => runBody({ list: { array: true, children: rules } }, { list }, options));
const taken = (rules: object, list: unknown, options = {}) =>
  runBody({ list: { array: true, children: rules } }, { list }, options).list;

describe('the items of a list', () => {
  const passes: [name: string, rules: object, list: unknown, result: unknown][] = [
    ['are tested and copied', { int: true }, [1, 2], [1, 2]],
    ['may be none', { int: true }, [], []],
    ['are trimmed', { string: true, trim: true }, [' a ', 'b'], ['a', 'b']],
    ['keep their places', {}, [null, '', 0, false, 'x'], [null, '', 0, false, 'x']],
    ['may be null where null is a value', { int: true, nullable: true, required: true }, [null, 1], [null, 1]],
    ['may be blank texts', { string: true }, [''], ['']],
    ['may be lists', { array: true, children: { int: true } }, [[], [1]], [[], [1]]],
    ['may be objects', { object: true, children: { a: {} } }, [{}, { a: 1 }], [{}, { a: 1 }]],
    ['may be of any form', {}, [{ a: [1] }, [[]]], [{ a: [1] }, [[]]]],
  ];
  for (const [name, rules, list, result] of passes) {
    it(name, () => {
      const given = freeze(structuredClone(list));
      expect(taken(rules, given)).to.deep.equal(result);
      expect(taken(rules, given)).not.to.equal(given);
    });
  }

  const fails: [name: string, rules: object, list: unknown, refusedAt: string[]][] = [
    ['of a wrong type', { int: true }, [1, 'x', 2, {}], ['/list/1 int', '/list/3 int']],
    ['that are null', { int: true }, [null], ['/list/0 int']],
    ["that are '' and no text", { int: true }, [''], ['/list/0 int']],
    [
      'that are blank and required',
      { string: true, required: true },
      ['a', '', null, ' '],
      ['/list/1 required', '/list/2 required'],
    ],
    [
      'that are blank after they were trimmed',
      { string: true, trim: true, required: true },
      [' '],
      ['/list/0 required'],
    ],
    ['in lists', { array: true, children: { int: true } }, [[1], ['x'], 'y'], ['/list/1/0 int', '/list/2 array']],
    [
      'in objects',
      { object: true, children: { 'a/b': { int: true } } },
      [{}, { 'a/b': 'x' }, []],
      ['/list/1/a~1b int', '/list/2 object'],
    ],
    ['that cannot be copied', {}, [{ a: [1, '\ud800'] }], ['/list/0/a/1 unsafe']],
    ['that are half a character', {}, ['\ud800'], ['/list/0 unsafe']],
  ];
  for (const [name, rules, list, refusedAt] of fails) {
    it(`are refused ${name}`, async () => expect(await refused(rules, list)).to.deep.equal(refusedAt));
  }

  it('that are holes of a sparse list are undefined, or fail required', async () => {
    const sparse = Object.assign(new Array(3), { 0: 1, 2: 3 });
    expect(taken({}, sparse)).to.deep.equal([1, undefined, 3]);
    expect(Object.keys(taken({}, sparse) as object)).to.deep.equal(['0', '1', '2']);
    expect(await refused({ required: true }, sparse)).to.deep.equal(['/list/1 required']);
  });

  describe('of a long invalid list', () => {
    /** Objects whose property counts how often it is read. */
    function counting(length: number, value: unknown) {
      let reads = 0;
      const list = Array.from({ length }, () => ({
        get n() {
          reads += 1;
          return value;
        },
      }));
      return { list, reads: () => reads };
    }

    for (const [name, rules] of [
      ['rules', { object: true, children: { n: { int: true } } }],
      ['unknown keys', { object: true, children: {} }],
      ['missing keys', { object: true, children: { m: { required: true } } }],
      ['other types', { int: true }],
      ['what cannot be copied', {}],
    ] as const) {
      it(`are tested until there are 100 errors: ${name}`, async () => {
        const { list, reads } = counting(100_000, name === 'what cannot be copied' ? Number.NaN : 'x');
        expect(await refused(rules, list)).to.have.length(100);
        expect(reads()).to.be.below(500);
      });
    }

    it('are passed to a custom rule until there are 100 errors', async () => {
      let calls = 0;
      const never = defineRule('never', {
        test: () => {
          calls += 1;
          return false;
        },
        message: 'no',
      });
      const logic = { rules: [never], postAction: { body: { list: { array: true, children: { never: true } } } } };
      const list = new Array(100_000).fill(1);
      expect(await refusedBy(async () => run(logic, 'postAction', { body: { list } }))).to.have.length(100);
      // One more is a first run that ends at the first failure.
      expect(calls).to.be.within(100, 101);
    });

    it('are read once if valid, at most twice more if the list is invalid', async () => {
      const rules = { object: true, children: { n: { int: true } } };
      const { list, reads } = counting(10_000, 1);
      expect(taken(rules, list)).to.have.length(10_000);
      expect(reads()).to.equal(10_000);
      expect(await refused(rules, [...list, 'x'])).to.deep.equal(['/list/10000 object']);
      expect(reads()).to.be.at.most(30_000);
    });
  });
});
