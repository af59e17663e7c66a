import { expect } from 'chai';
import { errorsOf, fieldErrorOf, runBody, runField } from '../run-field.ts';
import { listRows } from './rows/list.ts';
import { describeRows, passes } from './rule-table.ts';

describe('rules on lists', () => {
  describeRows('rows', listRows);

  it('accepts comma-separated text', () => {
    expect(runField({ maxItems: 2 }, 'a,b', 'text')).to.deep.equal({ value: ['a', 'b'] });
    expect(runField({ maxItems: 2 }, 'a,b,c', 'text')).to.deep.equal({ rule: 'maxItems' });
    expect(runField({ minItems: 2 }, 'a', 'text')).to.deep.equal({ rule: 'minItems' });
    expect(runField({ uniqueItems: true }, 'a,b,a', 'text')).to.deep.equal({ rule: 'uniqueItems' });
    expect(runField({ uniqueItems: true }, '1,01', 'text')).to.deep.equal({ value: ['1', '01'] });
  });

  it('compares long lists in linear time and refuses deeply nested items', () => {
    const start = performance.now();
    const objects = Array.from({ length: 20_000 }, (_, n) => ({ n }));
    expect(runField({ uniqueItems: true }, objects)).to.have.property('value');
    expect(performance.now() - start).to.be.below(5_000);

    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    for (const list of [[deep, deep], [{ deep }]]) {
      expect(passes('uniqueItems', true, list)).to.equal(false);
      expect(errorsOf(() => runBody({ x: { uniqueItems: true } }, { x: list }))).to.have.length.above(0);
    }
  });

  it('refuses invalid arguments', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ minItems: -1 }, /minItems takes an integer/],
      [{ maxItems: 1.5 }, /maxItems takes an integer/],
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
