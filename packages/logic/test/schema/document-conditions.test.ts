import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';

function conditionsOf(body: object): readonly Readonly<Record<string, unknown>>[] {
  const schema = compileLogic({ postAction: { body } }).action('postAction')?.toJSONSchema('body');
  return (schema as { allOf?: [] }).allOf ?? [];
}

describe('conditions in documents', () => {
  const given = { not: { enum: ['', null] } };
  const has = (name: string) => ({ properties: { [name]: given }, required: [name] });
  const isA = { required: ['y'], properties: { y: { enum: ['a'] } } };
  const string = { string: true };

  const table: [name: string, x: object, y: object, condition: object][] = [
    ['one of the values', { requiredIf: ['y', 'a'] }, string, { allOf: [isA] }],
    ['no value that is blank', { requiredIf: ['y', '', null, 'a'] }, string, { allOf: [isA] }],
    ['never, where the values are blank alone', { requiredIf: ['y', null, ''] }, string, { allOf: [{ not: {} }] }],
    [
      'null, of a field that may be null',
      { requiredIf: ['y', null] },
      { string: true, nullable: true },
      { allOf: [{ required: ['y'], properties: { y: { enum: [null] } } }] },
    ],
    [
      'a default that is one of the values',
      { requiredIf: ['y', 'a'] },
      { string: true, default: 'a' },
      { allOf: [{ anyOf: [isA, { not: { required: ['y'] } }] }] },
    ],
    ['no other default', { requiredIf: ['y', 'a'] }, { string: true, default: 'b' }, { allOf: [isA] }],
    [
      'no default that a function makes',
      { requiredIf: ['y', 'a'] },
      { string: true, default: () => 'a' },
      { allOf: [isA] },
    ],
    ['a field that is there', { requiredWith: ['y'] }, string, { anyOf: [has('y')] }],
    [
      'a field that has a default',
      { requiredWith: ['y'] },
      { string: true, default: 'b' },
      { anyOf: [{ properties: { y: given } }] },
    ],
    [
      'a field that may be null',
      { requiredWith: ['y'] },
      { string: true, nullable: true },
      { anyOf: [{ properties: { y: { not: { enum: [''] } } }, required: ['y'] }] },
    ],
    [
      'a trimmed field',
      { requiredIf: ['y', 'a'] },
      { string: true, trim: true },
      { allOf: [{ required: ['y'], properties: { y: { 'x-trim': { enum: ['a'] } } } }] },
    ],
  ];
  for (const [name, x, y, condition] of table) {
    it(`look at ${name}`, () => {
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      expect(conditionsOf({ x, y })).to.deep.equal([{ if: condition, then: has('x') }]);
    });
  }

  it('are said at the object that holds every field they look at', () => {
    const o = { object: true, children: { y: string, z: { requiredWith: ['/p', 'y'] } } };
    expect(conditionsOf({ p: {}, o })).to.deep.equal([
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      { if: { anyOf: [has('p'), { properties: { o: has('y') } }] }, then: { properties: { o: has('z') } } },
    ]);
  });

  it('are said in the items of a list, of each one by itself', () => {
    const children = { object: true, children: { x: { requiredWith: ['y'] }, y: {} } };
    expect(conditionsOf({ list: { array: true, children } })).to.deep.equal([
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      { properties: { list: { items: { if: { anyOf: [has('y')] }, then: has('x') } } } },
    ]);
  });

  it('are left out where they would show values of a secret, and no others', () => {
    const fields = { pin: { secret: true, string: true }, x: { requiredIf: ['pin', 'a'], requiredWith: ['pin'] } };
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    expect(conditionsOf(fields)).to.deep.equal([{ if: { anyOf: [has('pin')] }, then: has('x') }]);
  });
});
