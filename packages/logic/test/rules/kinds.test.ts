import { expect } from 'chai';
import { run, runField } from '../run-field.ts';
import { kindRows } from './rows/kinds.ts';
import { describeRows } from './rule-table.ts';

const OUT = 'left out';

/** [rules, value, what becomes of it in JSON, in text (default: the same)] */
const table: [rules: object, value: unknown, json: unknown, text?: unknown][] = [
  [{ string: true }, 'a', { value: 'a' }],
  [{ string: true }, '', { value: '' }],
  [{ string: true }, null, OUT],
  [{ string: true }, undefined, OUT],
  [{ string: true }, 5, { rule: 'string' }],
  [{ string: true }, ['a'], { rule: 'string' }],
  [{ string: true }, '\ud800', { rule: 'string' }],
  [{ string: true }, '\u{1f600}', { value: '\u{1f600}' }],
  [{ string: true, nullable: true }, null, { value: null }],
  [{ string: true, required: true }, '', { rule: 'required' }],
  [{ string: true, required: true }, null, { rule: 'required' }],
  [{ string: true, required: true }, undefined, { rule: 'required' }],
  [{ string: true, required: true, nullable: true }, null, { value: null }],
  [{ string: true, required: true, nullable: true }, '', { rule: 'required' }],
  [{ string: true, required: 'present' }, undefined, OUT],
  [{ string: true, required: 'present' }, '', { rule: 'required' }],
  [{ string: true, required: 'present' }, null, { rule: 'required' }],
  [{ string: true, required: 'present', nullable: true }, null, { value: null }],
  [{ string: true, required: true, trim: true }, '  ', { rule: 'required' }],
  [{ string: true, trim: true }, ' a ', { value: 'a' }],
  [{ string: false }, 5, { value: 5 }],

  [{ int: true }, 5, { value: 5 }],
  [{ int: true }, '5', { rule: 'int' }, { value: 5 }],
  [{ int: true }, '-05', { rule: 'int' }, { value: -5 }],
  [{ int: true }, ' 12', { rule: 'int' }],
  [{ int: true, trim: true }, ' 12', { rule: 'int' }, { value: 12 }],
  [{ int: true }, '0x10', { rule: 'int' }],
  [{ int: true }, '1e3', { rule: 'int' }],
  [{ int: true }, '1.0', { rule: 'int' }],
  [{ int: true }, '+5', { rule: 'int' }, { value: 5 }],
  [{ int: true }, '-0', { rule: 'int' }, { value: 0 }],
  [{ int: true }, ' 12 ', { rule: 'int' }],
  [{ int: true, trim: true }, '\u00a012\n', { rule: 'int' }, { value: 12 }],
  [{ int: true }, '１２', { rule: 'int' }],
  [{ int: true }, '1_000', { rule: 'int' }],
  [{ int: true }, '1,000', { rule: 'int' }],
  [{ int: true }, '12n', { rule: 'int' }],
  [{ int: true }, '++1', { rule: 'int' }],
  [{ int: true }, '0b1', { rule: 'int' }],
  [{ int: true }, '12\n', { rule: 'int' }],
  [{ int: true }, '-', { rule: 'int' }],
  [{ int: true }, '9007199254740991', { rule: 'int' }, { value: 9007199254740991 }],
  [{ int: true }, `${'0'.repeat(50)}7`, { rule: 'int' }, { value: 7 }],
  [{ int: true }, JSON.parse('9007199254740993'), { rule: 'int' }],
  [{ int: true }, JSON.parse('1e999'), { rule: 'int' }],
  [{ int: true }, JSON.parse('1.0'), { value: 1 }],
  [{ int: true }, JSON.parse('1e3'), { value: 1000 }],
  [{ int: true }, 1.5, { rule: 'int' }],
  [{ int: true }, 9007199254740991, { value: 9007199254740991 }],
  [{ int: true }, 9007199254740992, { rule: 'int' }],
  [{ int: true }, -9007199254740992, { rule: 'int' }],
  [{ int: true }, '9007199254740993', { rule: 'int' }],
  [{ int: { min: 1 } }, 9007199254740992, { rule: 'int' }],
  [{ int: { min: 1, max: 3 } }, 1, { value: 1 }],
  [{ int: { min: 1, max: 3 } }, 3, { value: 3 }],
  [{ int: { min: 1, max: 3 } }, 0, { rule: 'int' }],
  [{ int: { min: 1, max: 3 } }, 4, { rule: 'int' }],
  [{ int: true }, '', OUT],
  [{ int: true }, null, OUT],
  [{ int: true, nullable: true }, null, { value: null }],
  [{ int: true, nullable: true }, '', OUT],
  [{ int: true, required: true }, 0, { value: 0 }],
  [{ int: true, required: true }, '', { rule: 'required' }],
  [{ int: true }, true, { rule: 'int' }],
  [{ int: true }, {}, { rule: 'int' }],

  [{ float: true }, 1.5, { value: 1.5 }],
  [{ float: true }, '1.5', { rule: 'float' }, { value: 1.5 }],
  [{ float: true }, '1e999', { rule: 'float' }],
  [{ float: true }, JSON.parse('1e999'), { rule: 'float' }],
  [{ float: true }, '1e3', { rule: 'float' }, { value: 1000 }],
  [{ float: true }, '-0.0', { rule: 'float' }, { value: 0 }],
  [{ float: true }, '.5', { rule: 'float' }, { value: 0.5 }],
  [{ float: true }, '1,5', { rule: 'float' }],
  [{ float: true }, '１.5', { rule: 'float' }],
  [{ float: true }, '0x10', { rule: 'float' }],
  [{ float: true }, '1_000', { rule: 'float' }],
  [{ float: true }, ' 1', { rule: 'float' }],
  [{ float: true }, '9007199254740993', { rule: 'float' }],
  [{ float: true }, '9007199254740992', { rule: 'float' }, { value: 9007199254740992 }],
  [{ float: true }, '0.1000000000000000055', { rule: 'float' }],
  [{ float: true }, '1e-999', { rule: 'float' }],
  [{ float: true }, 'Infinity', { rule: 'float' }],
  [{ float: { max: 2 } }, 2, { value: 2 }],
  [{ float: { max: 2 } }, 2.1, { rule: 'float' }],
  [{ float: { min: 2 } }, 1.9, { rule: 'float' }],
  [{ float: true }, Number.NaN, { rule: 'float' }],
  [{ float: true }, Number.POSITIVE_INFINITY, { rule: 'float' }],

  [{ boolean: true }, true, { value: true }],
  [{ boolean: true }, false, { value: false }],
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
  [{ boolean: true }, 1, { rule: 'boolean' }],
  [{ boolean: true, required: true }, false, { value: false }],

  [{ array: true }, [1, 'a'], { value: [1, 'a'] }],
  [{ array: true }, 'a,b', { rule: 'array' }, { value: ['a', 'b'] }],
  [{ array: true }, ['a,b', 'c'], { value: ['a,b', 'c'] }],
  [{ array: true }, {}, { rule: 'array' }],
  [{ array: true, required: true }, [], { value: [] }],
  [{ array: true }, '', OUT],
  [{ array: true, children: { int: true } }, [1, 2], { value: [1, 2] }],
  [{ array: true, children: { int: true } }, '1,2', { rule: 'array' }, { value: [1, 2] }],
  [{ array: true, children: { int: true } }, [1, 'a'], { rule: 'int' }],
  [{ array: true, children: { int: true } }, [null], { rule: 'int' }],
  [{ array: true, children: { int: true } }, [''], { rule: 'int' }],
  [{ array: true, children: { int: true, nullable: true } }, [null], { value: [null] }],
  [{ array: true, children: { string: true } }, [''], { value: [''] }],
  [{ array: true, children: { string: true, length: { min: 2 } } }, [''], { value: [''] }],
  [{ array: true, children: { string: true, required: true } }, ['a', ''], { rule: 'required' }],
  [{ array: true, children: { string: true, trim: true } }, [' a '], { value: ['a'] }],
  [{ array: true, children: { array: true, children: { int: true } } }, [[1], [2, 3]], { value: [[1], [2, 3]] }],
  [{ array: true, children: { array: true, children: { int: true } } }, [[1], ['x']], { rule: 'int' }, { rule: 'int' }],

  [{ object: true }, { a: 1 }, { value: { a: 1 } }],
  [{ object: true }, '{"a":1}', { rule: 'object' }],
  [{ object: true }, [], { rule: 'object' }],
  [{ object: true, required: true }, {}, { value: {} }],
  [{ object: true, children: { a: { int: true } } }, { a: 1 }, { value: { a: 1 } }],
  [{ object: true, children: { a: { int: true } } }, { a: 'x' }, { rule: 'int' }],
  [{ object: true, children: { a: { int: true } } }, { b: 1 }, { rule: 'unknown' }],
  [{ object: true, children: { a: { int: true, required: true } } }, {}, { rule: 'required' }],
  [{ object: true, children: { a: { int: true, default: 3 } } }, {}, { value: { a: 3 } }],
  [{ object: true, children: { a: { int: true } } }, 'a', { rule: 'object' }],
  [{ object: true, nullable: true, children: { a: { int: true } } }, null, { value: null }],
  [{ object: true, children: {} }, {}, { value: {} }],
  [{ object: true, children: {} }, { a: 1 }, { rule: 'unknown' }],

  [{ date: true }, '2024-02-29', { value: '2024-02-29' }],
  [{ date: true }, '2020-02-30', { rule: 'date' }],
  [{ date: true }, 5, { rule: 'date' }],
  [{ date: true }, '', OUT],
  [{ date: true, nullable: true }, null, { value: null }],

  [{}, { any: ['thing'] }, { value: { any: ['thing'] } }],
  [{}, '\ud800', { rule: 'unsafe' }],
  [{ nullable: true }, '\ud800', { rule: 'unsafe' }],
  [{ email: true }, '\ud800@example.com', { rule: 'email' }],
  [{}, '', OUT],
  [{}, null, OUT],
  [{ nullable: true }, null, { value: null }],
];

describe('types', () => {
  describeRows('rows', kindRows);

  for (const [rules, value, json, text = json] of table) {
    it(`${JSON.stringify(rules)} on ${JSON.stringify(value)}`, () => {
      expect(runField(rules, value, 'json'), 'json').to.deep.equal(json);
      expect(runField(rules, value, 'text'), 'text').to.deep.equal(text);
    });
  }

  it('takes the one upload of a list, as some middleware gives it', () => {
    const upload = { originalname: 'a.png', mimetype: 'image/png', size: 3 };
    const files = (x: unknown) =>
      run({ postAction: { files: { x: { file: true } } } }, 'postAction', { files: { x } }).files;
    expect(files([upload])).to.deep.equal({ x: upload });
    expect(() => files([upload, upload])).to.throw('must be an uploaded file');
    expect(() => files([])).to.throw('must be an uploaded file');
  });
});
