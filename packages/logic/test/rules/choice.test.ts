import { expect } from 'chai';
import { type Beside, fieldErrorOf, type Outcome, runField } from '../run-field.ts';
import { choiceRows } from './rows/choice.ts';
import { describeRows } from './rule-table.ts';

const y: Beside = { fields: { y: {} } };

describe('rules that compare', () => {
  describeRows('rows', choiceRows);

  /** [rules, value, what becomes of it in JSON, in text] */
  const table: [rules: Record<string, unknown>, value: unknown, json: unknown, text?: unknown][] = [
    [{ in: ['a', null], nullable: true }, null, { value: null }],
    [{ in: ['a', null] }, null, 'left out'],
    [{ string: true, in: ['a', ''] }, '', { value: '' }],
    [{ in: [1, ''] }, '', { value: '' }],
    [{ enum: ['a', ''] }, '', { value: '' }],
    [{ const: '' }, '', { value: '' }],
    [{ in: ['a', ''], required: true }, '', { rule: 'required' }],
    [{ in: [1, 2] }, '1', { rule: 'in' }, { value: 1 }],
    [{ in: [1, 2] }, '01', { rule: 'in' }, { value: 1 }],
    [{ int: true, in: [1, 2] }, '3', { rule: 'int' }, { rule: 'in' }],
    [{ in: [0] }, -0, { value: -0 }, { value: -0 }],
    [{ in: [0] }, '-0', { rule: 'in' }, { value: 0 }],
    [{ in: [0.5] }, '0.50', { rule: 'in' }, { value: 0.5 }],
    [{ in: [true] }, 'yes', { rule: 'in' }, { value: true }],
    [{ in: [1, 'a'] }, '1', { rule: 'in' }],
    [{ int: true, notIn: [1] }, '1', { rule: 'int' }, { rule: 'notIn' }],
    [{ enum: [1, 2] }, '2', { rule: 'enum' }, { value: 2 }],
    [{ enum: ['1', 1] }, '1', { value: '1' }],
    [{ const: 1 }, '1', { rule: 'const' }, { value: 1 }],
    [{ const: null, nullable: true }, null, { value: null }],
    [{ date: true, before: '2024-01-01' }, 'x', { rule: 'date' }],
    [{ date: true, after: '2024-01-01' }, 'x', { rule: 'date' }],
    [{ date: true, after: true }, '1990-01-01', { rule: 'after' }],
  ];
  for (const [rules, value, json, text = json] of table) {
    it(`${JSON.stringify(rules)} on ${JSON.stringify(value)}`, () => {
      expect(runField(rules, value), 'json').to.deep.equal(json);
      expect(runField(rules, value, 'text'), 'text').to.deep.equal(text);
    });
  }

  it('ignores members such as toString and valueOf', () => {
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
      ['equals', 'a', 'A', { rule: 'equals' }],
      ['equals', 1, '1', { rule: 'equals' }],
      ['equals', 0, false, { rule: 'equals' }],
      ['equals', false, false, { value: false }],
      ['equals', 'a', undefined, { rule: 'equals' }],
      ['equals', 'a', null, { rule: 'equals' }],
      ['equals', undefined, 'a', 'left out'],
      ['equals', null, 'a', 'left out'],
      ['equals', '', 'a', 'left out'],
      ['different', 'a', 'b', { value: 'a' }],
      ['different', 'a', 'a', { rule: 'different' }],
      ['different', 1, '1', { value: 1 }],
      ['different', 'a', undefined, { value: 'a' }],
      ['different', undefined, undefined, 'left out'],
    ];
    for (const [rule, x, other, outcome] of rows) {
      const beside = { ...y, values: { ...(other !== undefined && { y: other }) } };
      expect(runField({ [rule]: 'y' }, x, 'json', beside), `${x} ${rule} ${other}`).to.deep.equal(outcome);
      if (x !== undefined && x !== null && x !== '') {
        expect(runField({ [rule]: false }, x, 'json', beside), `${x} ${rule} off`).to.deep.equal({ value: x });
      }
    }
    expect(runField({ nullable: true, equals: 'y' }, null, 'json', { ...y, values: { y: 'a' } })).to.deep.equal({
      value: null,
    });
    expect(runField({ required: true, equals: 'y' }, undefined, 'json', { ...y, values: { y: 'a' } })).to.deep.equal({
      rule: 'required',
    });
  });

  it('refuses invalid arguments', () => {
    const cyclicList: unknown[] = [];
    cyclicList.push(cyclicList);
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const wrong: [rules: object, problem: RegExp][] = [
      [{ in: 'a' }, /in takes a non-empty list of values/],
      [{ in: [] }, /in takes a non-empty list of values/],
      [{ in: new Set(['a']) }, /in takes a non-empty list of values/],
      [{ in: [{}] }, /in lists an object, which no value can be/],
      [{ in: [1n] }, /in lists 1, which no value can be/],
      [{ in: ['a', undefined] }, /in lists undefined, which no value can be/],
      [{ in: ['\ud800'] }, /in lists "\\ud800", which no string can be/],
      [{ int: true, in: [1, 'a'] }, /in lists "a", which no int can be/],
      [{ float: true, notIn: [Number.NaN] }, /notIn lists NaN, which no float can be/],
      [{ boolean: true, in: ['true'] }, /in lists "true", which no boolean can be/],
      [{ date: true, in: ['2023-02-29'] }, /in lists "2023-02-29", which no date can be/],
      [{ enum: [] }, /enum takes a non-empty list of JSON values/],
      [{ enum: [cyclicList] }, /enum takes a non-empty list of JSON values/],
      [{ enum: [Number.NaN] }, /enum takes a non-empty list of JSON values/],
      [{ enum: [new Date()] }, /enum takes a non-empty list of JSON values/],
      [{ enum: [{ a: undefined }] }, /enum takes a non-empty list of JSON values/],
      [{ const: () => 1 }, /const takes a JSON value/],
      [{ equals: 5 }, /equals takes the name of another field/],
      [{ different: '' }, /different takes the name of another field/],
      [{ before: 'soon' }, /before takes true \(now\), a Date, or an ISO 8601 string/],
      [{ before: '2023-02-29' }, /before takes true/],
      [{ after: new Date(Number.NaN) }, /after takes true/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, `${problem} ${error.stack}`).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});

describe('lists of values', () => {
  it('imply a type even with null', () => {
    expect(runField({ in: [1, null], nullable: true }, '1', 'text')).to.deep.equal({ value: 1 });
    expect(runField({ in: [1, null], nullable: true }, 1)).to.deep.equal({ value: 1 });
  });

  it('of integers coerce only integers', () => {
    expect(runField({ in: [1, 2] }, '1.0', 'text')).to.deep.equal({ rule: 'in' });
    expect(runField({ in: [1, 0.5] }, '1.0', 'text')).to.deep.equal({ value: 1 });
  });
});
