import { expect } from 'chai';
import { runField } from '../run-field.ts';
import { kindRows } from './rows/kinds.ts';
import { describeRows } from './rule-table.ts';

/** [rules, value, what becomes of it in JSON, in text (default: the same)] */
const table: [rules: object, value: unknown, json: unknown, text?: unknown][] = [
  [{ int: true }, '5', { rule: 'int' }, { value: 5 }],
  [{ int: true }, '-05', { rule: 'int' }, { value: -5 }],
  [{ int: true }, ' 12', { rule: 'int' }],
  [{ int: true, trim: true }, ' 12', { rule: 'int' }, { value: 12 }],
  [{ int: true }, '0x10', { rule: 'int' }],
  [{ int: true }, '1e3', { rule: 'int' }],
  [{ int: true }, '1.0', { rule: 'int' }],
  [{ int: true }, '+5', { rule: 'int' }, { value: 5 }],
  [{ int: true }, '-0', { rule: 'int' }, { value: 0 }],
  [{ int: true, trim: true }, '\u00a012\n', { rule: 'int' }, { value: 12 }],
  [{ int: true }, '１２', { rule: 'int' }],
  [{ int: true }, '1,000', { rule: 'int' }],
  [{ int: true }, '12\n', { rule: 'int' }],
  [{ int: true }, '-', { rule: 'int' }],
  [{ int: true }, '9007199254740991', { rule: 'int' }, { value: 9007199254740991 }],
  [{ int: true }, `${'0'.repeat(50)}7`, { rule: 'int' }, { value: 7 }],
  [{ int: true }, JSON.parse('9007199254740993'), { rule: 'int' }],
  [{ int: true }, JSON.parse('1e999'), { rule: 'int' }],
  [{ int: true }, JSON.parse('1.0'), { value: 1 }],
  [{ int: true }, JSON.parse('1e3'), { value: 1000 }],
  [{ int: true }, '9007199254740993', { rule: 'int' }],
  [{ float: true }, '1.5', { rule: 'float' }, { value: 1.5 }],
  [{ float: true }, '1e999', { rule: 'float' }],
  [{ float: true }, JSON.parse('1e999'), { rule: 'float' }],
  [{ float: true }, '1e3', { rule: 'float' }, { value: 1000 }],
  [{ float: true }, '-0.0', { rule: 'float' }, { value: 0 }],
  [{ float: true }, '.5', { rule: 'float' }, { value: 0.5 }],
  [{ float: true }, '1,5', { rule: 'float' }],
  [{ float: true }, '１.5', { rule: 'float' }],
  [{ float: true }, ' 1', { rule: 'float' }],
  [{ float: true }, '9007199254740993', { rule: 'float' }],
  [{ float: true }, '9007199254740992', { rule: 'float' }, { value: 9007199254740992 }],
  [{ float: true }, '0.1000000000000000055', { rule: 'float' }],
  [{ float: true }, '1e-999', { rule: 'float' }],
  [{ float: true }, 'Infinity', { rule: 'float' }],
  [{ boolean: true }, 'yes', { rule: 'boolean' }, { value: true }],
  [{ boolean: true }, 'off', { rule: 'boolean' }, { value: false }],
  [{ boolean: true }, 'maybe', { rule: 'boolean' }],
  [{ boolean: true }, '1', { rule: 'boolean' }, { value: true }],
  [{ boolean: true }, 'on', { rule: 'boolean' }, { value: true }],
  [{ boolean: true }, 'true', { rule: 'boolean' }, { value: true }],
  [{ boolean: true }, '0', { rule: 'boolean' }, { value: false }],
  [{ boolean: true }, 'no', { rule: 'boolean' }, { value: false }],
  [{ boolean: true }, 'false', { rule: 'boolean' }, { value: false }],
  [{ boolean: true }, '2', { rule: 'boolean' }],
  [{ boolean: true }, ' true', { rule: 'boolean' }],
  [{ boolean: true, trim: true }, ' true', { rule: 'boolean' }, { value: true }],
  [{ array: true }, 'a,b', { rule: 'array' }, { value: ['a', 'b'] }],
  [{ array: true }, ['a,b', 'c'], { value: ['a,b', 'c'] }],
  [{ array: true, children: { int: true } }, '1,2', { rule: 'array' }, { value: [1, 2] }],
  [{ array: true, children: { string: true, length: { min: 2 } } }, [''], { rule: 'length' }],
  [{ array: true, children: { required: true, string: true, length: { min: 0 } } }, [''], { value: [''] }],
  [{ array: true, children: { required: true, string: true } }, [''], { rule: 'required' }],
  [{ object: true }, '{"a":1}', { rule: 'object' }],
  [{ object: true, nullable: true, children: { a: { int: true } } }, null, { value: null }],
  [{ object: true, children: {} }, {}, { value: {} }],
  [{ object: true, children: {} }, { a: 1 }, { rule: 'unknown' }],
  [{}, { any: ['thing'] }, { value: { any: ['thing'] } }],
  [{}, '\ud800', { rule: 'unsafe' }],
  [{ nullable: true }, '\ud800', { rule: 'unsafe' }],
  [{ email: true }, '\ud800@example.com', { rule: 'email' }],
  [{ float: true }, '5.', { rule: 'float' }, { value: 5 }],
  [{ float: true }, '1E-3', { rule: 'float' }, { value: 0.001 }],
  [{ float: true }, '0e5', { rule: 'float' }, { value: 0 }],
  [{ float: true }, '0.10', { rule: 'float' }, { value: 0.1 }],
  [{ array: true }, 'a,,b', { rule: 'array' }, { value: ['a', '', 'b'] }],
  [{ string: true }, '12', { value: '12' }],
];

describe('types', () => {
  describeRows('rows', kindRows);

  for (const [rules, value, json, text = json] of table) {
    it(`${JSON.stringify(rules)} on ${JSON.stringify(value)}`, () => {
      expect(runField(rules, value, 'json'), 'json').to.deep.equal(json);
      expect(runField(rules, value, 'text'), 'text').to.deep.equal(text);
    });
  }
});
