import { expect } from 'chai';
import { type Beside, fieldErrorOf, type Outcome, runField } from '../run-field.ts';

const y: Beside = { fields: { y: {} } };

describe('rules that compare', () => {
  const table: [rules: Record<string, unknown>, value: unknown, json: unknown, text?: unknown][] = [
    [{ in: ['a', 'b'] }, 'a', { value: 'a' }],
    [{ in: ['a', 'b'] }, 'c', { rule: 'in' }],
    [{ in: ['a', 'b'] }, '', 'left out'],
    [{ in: ['a', 'b'] }, null, 'left out'],
    [{ in: ['a', 'b'], nullable: true }, null, { value: null }],
    [{ in: ['a', null], nullable: true }, null, { value: null }],
    [{ string: true, in: ['a', 'b'] }, '', 'left out'],
    [{ string: true, in: ['a'] }, 5, { rule: 'string' }],
    [{ in: [1, 2] }, 1, { value: 1 }],
    [{ in: [1, 2] }, '1', { rule: 'in' }, { value: 1 }],
    [{ int: true, in: [1, 2] }, '3', { rule: 'int' }, { rule: 'in' }],
    [{ in: [0.5] }, '0.50', { rule: 'in' }, { value: 0.5 }],
    [{ in: [true] }, 'yes', { rule: 'in' }, { value: true }],
    [{ in: [1, 'a'] }, 'a', { value: 'a' }],
    [{ in: [1, 'a'] }, 1, { value: 1 }],
    [{ in: [1, 'a'] }, '1', { rule: 'in' }],
    [{ in: ['a'] }, ['a'], { rule: 'in' }],
    [{ in: ['a'] }, {}, { rule: 'in' }],
    [{ array: true, children: { in: ['a', 'b'] } }, ['a', 'b'], { value: ['a', 'b'] }],
    [{ array: true, children: { in: ['a', 'b'] } }, ['c'], { rule: 'in' }],
    [{ notIn: ['a'] }, 'b', { value: 'b' }],
    [{ notIn: ['a'] }, 'a', { rule: 'notIn' }],
    [{ notIn: ['a'] }, '', 'left out'],
    [{ int: true, notIn: [1] }, '1', { rule: 'int' }, { rule: 'notIn' }],
    [{ notIn: ['a'], nullable: true }, null, { value: null }],
    [{ enum: ['a', { b: [1] }] }, { b: [1] }, { value: { b: [1] } }],
    [{ enum: ['a', { b: [1] }] }, { b: [2] }, { rule: 'enum' }],
    [{ enum: [1, 2] }, '2', { rule: 'enum' }, { value: 2 }],
    [{ const: 'a' }, 'a', { value: 'a' }],
    [{ const: 'a' }, 'b', { rule: 'const' }],
    [{ const: 'a', nullable: true }, null, { value: null }],
    [{ const: false }, false, { value: false }],
    [{ const: false }, true, { rule: 'const' }],
    [{ const: [1] }, [1], { value: [1] }],
    [{ const: [1] }, [2], { rule: 'const' }],
    [{ before: '2024-01-01' }, '2023-12-31', { value: '2023-12-31' }],
    [{ before: '2024-01-01' }, '2024-01-01', { rule: 'before' }],
    [{ before: new Date('2024-01-01') }, '2023-12-31T23:59:59Z', { value: '2023-12-31T23:59:59Z' }],
    [{ before: '2024-01-01' }, 'x', { rule: 'before' }],
    [{ date: true, before: '2024-01-01' }, 'x', { rule: 'date' }],
    [{ after: '2024-01-01' }, '2024-01-02', { value: '2024-01-02' }],
    [{ after: '2024-01-01' }, '2024-01-01', { rule: 'after' }],
    [{ after: '2024-01-01T12:00+02:00' }, '2024-01-01T10:00:01Z', { value: '2024-01-01T10:00:01Z' }],
    [{ before: true }, '2000-01-01', { value: '2000-01-01' }],
    [{ before: true }, '9999-01-01', { rule: 'before' }],
    [{ after: true }, '9999-01-01', { value: '9999-01-01' }],
    [{ after: true }, '2000-01-01', { rule: 'after' }],
    [{ after: true }, '', 'left out'],
  ];
  for (const [rules, value, json, text = json] of table) {
    it(`${JSON.stringify(rules)} on ${JSON.stringify(value)}`, () => {
      expect(runField(rules, value), 'json').to.deep.equal(json);
      expect(runField(rules, value, 'text'), 'text').to.deep.equal(text);
    });
  }

  it('is not led astray by the members of a value', () => {
    for (const value of [{ toString: null }, { valueOf: 1 }, { constructor: null }, { hasOwnProperty: 1 }, []]) {
      expect(runField({ enum: [{}, { a: 1 }] }, value), JSON.stringify(value)).to.deep.equal({ rule: 'enum' });
      expect(runField({ const: { a: [] } }, value), JSON.stringify(value)).to.deep.equal({ rule: 'const' });
      expect(runField({ const: { a: [value] } }, { a: [value] })).to.deep.equal({ value: { a: [value] } });
    }
    expect(runField({ const: [1] }, { 0: 1 })).to.deep.equal({ rule: 'const' });
    expect(runField({ const: [1] }, 1)).to.deep.equal({ rule: 'const' });
    expect(runField({ const: { a: 1 } }, { a: 1, b: 1 })).to.deep.equal({ rule: 'const' });
  });

  it('compares with another field', () => {
    const rows: [rule: string, x: unknown, y: unknown, outcome: Outcome][] = [
      ['equals', 'a', 'a', { value: 'a' }],
      ['equals', 'a', 'b', { rule: 'equals' }],
      ['equals', 1, '1', { rule: 'equals' }],
      ['equals', 'a', undefined, { rule: 'equals' }],
      ['equals', undefined, 'a', 'left out'],
      ['different', 'a', 'b', { value: 'a' }],
      ['different', 'a', 'a', { rule: 'different' }],
      ['different', 'a', undefined, { value: 'a' }],
    ];
    for (const [rule, x, other, outcome] of rows) {
      const beside = { ...y, values: { ...(other !== undefined && { y: other }) } };
      expect(runField({ [rule]: 'y' }, x, 'json', beside), `${x} ${rule} ${other}`).to.deep.equal(outcome);
    }
  });

  it('compares fields of the same object only', () => {
    const rules = { object: true, children: { a: { equals: 'b' }, b: {} } };
    expect(runField(rules, { a: 1, b: 1 })).to.deep.equal({ value: { a: 1, b: 1 } });
    expect(runField(rules, { a: 1, b: 2 }, 'json')).to.deep.equal({ rule: 'equals' });
    const list = { array: true, children: rules };
    expect(
      runField(list, [
        { a: 1, b: 1 },
        { a: 2, b: 1 },
      ]),
    ).to.deep.equal({ rule: 'equals' });
  });

  it('refuses arguments that cannot be used', () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const wrong: [rules: object, problem: RegExp][] = [
      [{ in: 'a' }, /in takes a list of values that is not empty/],
      [{ in: [] }, /in takes a list of values that is not empty/],
      [{ in: [{}] }, /in lists an object, which no value can be/],
      [{ int: true, in: [1, 'a'] }, /in lists "a", which no int can be/],
      [{ float: true, notIn: [Number.NaN] }, /notIn lists null, which no float can be/],
      [{ boolean: true, in: ['true'] }, /in lists "true", which no boolean can be/],
      [{ string: true, in: [1] }, /in lists 1, which no string can be/],
      [{ enum: [] }, /enum takes a list of JSON values/],
      [{ enum: [cyclic] }, /enum takes a list of JSON values/],
      [{ const: () => 1 }, /const takes a JSON value/],
      [{ equals: 5 }, /equals takes the name of another field/],
      [{ equals: 'z' }, /equals names "z", which is not declared beside it: x/],
      [{ array: true, children: { different: 'x' } }, /an item of a list has no other field/],
      [{ before: 'soon' }, /before takes true \(now\), a Date, or an ISO 8601 text/],
      [{ after: new Date(Number.NaN) }, /after takes true/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});
