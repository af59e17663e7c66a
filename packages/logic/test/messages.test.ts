import { expect } from 'chai';
import { messages } from '../src/messages.ts';
import { conditionNames } from '../src/rules/conditions.ts';
import { vocabulary } from '../src/rules/vocabulary.ts';
import { errorsOf, runBody } from './run-field.ts';

describe('messages', () => {
  it('exist for every rule and no other', () => {
    const names = new Set(['repeated', 'required', ...conditionNames.values(), ...vocabulary.keys()]);
    expect(new Set(Object.keys(messages))).to.deep.equal(names);
    for (const text of Object.values(messages)) expect(text).to.match(/^\{name\} /);
  });

  const table: [rules: object, value: unknown, message: string][] = [
    [{ length: 3 }, 'a', 'x must be 3 characters long'],
    [{ length: { min: 2 } }, 'a', 'x must be at least 2 characters long'],
    [{ length: { min: 2, max: 4 } }, 'a', 'x must be between 2 and 4 characters long'],
    [{ length: { min: 2, max: 2 } }, 'a', 'x must be exactly 2 characters long'],
    [{ int: true }, 'a', 'x must be a whole number'],
    [{ int: { min: 2, max: 4 } }, 1, 'x must be a whole number between 2 and 4'],
    [{ in: ['a', 1, null] }, 'b', 'x must be one of a, 1, null'],
    [{ enum: [{ a: 1 }] }, 'b', 'x must be one of {"a":1}'],
    [{ regexp: /^\d$/ }, 'b', 'x must match /^\\d$/'],
    [{ before: true }, '9999-01-01', 'x must be before now'],
    [{ before: new Date(0) }, '9999-01-01', 'x must be before 1970-01-01T00:00:00.000Z'],
    [{ required: true, aliasName: 'Titel' }, '', 'Titel is required'],
    [{ aliasName: '$& {args}', int: true }, 'a', '$& {args} must be a whole number'],
    [{ object: true, aliasName: 'Author', children: { name: { required: true } } }, {}, 'Author.name is required'],
    [{ array: true, children: { int: true, aliasName: 'Each tag' } }, ['a'], 'Each tag must be a whole number'],
    [{ int: true, message: '{name}: no!' }, 'a', 'x: no!'],
    [{ length: { max: 2 }, message: { length: 'mehr als {args}' } }, 'abc', 'mehr als at most 2'],
    [{ length: { max: 2 }, message: { required: 'x' } }, 'abc', 'x must be at most 2 characters long'],
    [{ secret: true, const: 'a', message: { const: 'wrong {args}' } }, 'b', 'wrong'],
  ];
  for (const [rules, value, message] of table) {
    it(`${message}`, () => expect(errorsOf(() => runBody({ x: rules }, { x: value }))[0]?.message).to.equal(message));
  }
});
