import { expect } from 'chai';
import { fieldErrorOf, runField } from '../run-field.ts';

/** [rules, lists that pass, values that fail] */
const table: [rules: Record<string, unknown>, pass: unknown[][], fail: unknown[]][] = [
  [{ minItems: 2 }, [[1, 2]], [[1], [], 'a']],
  [{ maxItems: 1 }, [[1], []], [[1, 2]]],
  [
    { uniqueItems: true },
    [[], [1, '1', true, null, 'true'], [{ a: 1 }, { a: 2 }, [1], ['1'], '{"a":1}'], [[], {}]],
    [
      [1, 1],
      ['a', 'b', 'a'],
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      [
        [1, [2]],
        [1, [2]],
      ],
      [null, null],
    ],
  ],
];

describe('rules on lists', () => {
  for (const [rules, pass, fail] of table) {
    const [rule] = Object.keys(rules);
    it(`${JSON.stringify(rules)} passes, fails, skips blank`, () => {
      for (const value of pass) {
        expect(runField(rules, value)).to.deep.equal({ value });
        expect(runField({ array: true, ...rules }, value)).to.deep.equal({ value });
      }
      for (const value of fail) {
        expect(runField(rules, value), JSON.stringify(value)).to.deep.equal({ rule });
        expect(runField({ object: true, children: { y: rules } }, { y: value })).to.deep.equal({ rule });
      }
      for (const value of ['', null, undefined]) expect(runField(rules, value)).to.equal('left out');
      expect(runField({ nullable: true, ...rules }, null)).to.deep.equal({ value: null });
    });
  }

  it('takes text lists', () => {
    expect(runField({ maxItems: 2 }, 'a,b', 'text')).to.deep.equal({ value: ['a', 'b'] });
    expect(runField({ maxItems: 2 }, 'a,b,c', 'text')).to.deep.equal({ rule: 'maxItems' });
    expect(runField({ array: true, uniqueItems: true, children: { int: true } }, '1,01', 'text')).to.deep.equal({
      rule: 'uniqueItems',
    });
  });

  it('compares long lists in linear time and refuses to compare items that are nested without end', () => {
    const start = performance.now();
    const objects = Array.from({ length: 20_000 }, (_, n) => ({ n }));
    expect(runField({ uniqueItems: true }, objects)).to.have.property('value');
    expect(performance.now() - start).to.be.below(1000);

    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(runField({ uniqueItems: true }, [deep, deep])).to.deep.equal({ rule: 'uniqueItems' });
    expect(runField({ uniqueItems: true }, [{ deep }])).to.deep.equal({ rule: 'uniqueItems' });
  });

  it('refuses arguments that cannot be used', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ minItems: -1 }, /minItems takes a whole number/],
      [{ maxItems: 1.5 }, /maxItems takes a whole number/],
      [{ minItems: 3, maxItems: 2 }, /minItems is 3, above maxItems 2: no list can pass/],
      [{ uniqueItems: 1 }, /uniqueItems takes true or false/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});
