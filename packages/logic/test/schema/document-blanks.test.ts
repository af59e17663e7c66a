import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

function describeField(x: unknown): unknown {
  const action = compileLogic({ postAction: { body: { x } } }).action('postAction');
  return (action?.toJSONSchema('body') as Schema | undefined)?.properties?.x;
}

describe('blank values in documents', () => {
  const text = { type: 'string' };
  const short = { type: 'string', maxLength: 2 };
  const one = { type: 'string', enum: ['a'] };

  // What the rules take already is not said once more.
  const table: [rules: object, field: unknown, item: unknown][] = [
    [{}, { anyOf: [{}, { enum: [null] }] }, {}],
    [{ string: true }, { anyOf: [text, { enum: [null] }] }, text],
    [{ string: true, nullable: true }, { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [{ string: true, length: { max: 2 } }, { anyOf: [short, { enum: [null, ''] }] }, { anyOf: [short, { const: '' }] }],
    [{ in: ['a'] }, { anyOf: [one, { enum: [null, ''] }] }, one],
    [{ enum: [1, 'a'] }, { anyOf: [{ enum: [1, 'a'] }, { enum: [null, ''] }] }, { enum: [1, 'a'] }],
    [{ boolean: true }, { anyOf: [{ type: 'boolean' }, { enum: [null, ''] }] }, { type: 'boolean' }],
    [
      { boolean: true, nullable: true },
      { anyOf: [{ type: ['boolean', 'null'] }, { enum: [''] }] },
      { type: ['boolean', 'null'] },
    ],
    [
      { string: true, required: true },
      { type: 'string', minLength: 1 },
      { type: 'string', minLength: 1 },
    ],
    [
      { string: true, trim: true, required: true },
      { type: 'string', 'x-trim': { type: 'string', minLength: 1 } },
      { type: 'string', 'x-trim': { type: 'string', minLength: 1 } },
    ],
    [
      { trim: true, enum: [1, 'a'] },
      { 'x-trim': { anyOf: [{ enum: [1, 'a'] }, { enum: [null, ''] }] } },
      { 'x-trim': { enum: [1, 'a'] } },
    ],
  ];
  for (const [rules, field, item] of table) {
    it(`are told apart for ${JSON.stringify(rules)}, in a field and in a list`, () => {
      expect(describeField(rules)).to.deep.equal(field);
      expect(describeField({ array: true, required: true, children: rules })).to.deep.equal({
        type: 'array',
        items: item,
      });
    });
  }

  it('of a secret are told like those of others, and its rules but for their values', () => {
    expect(describeField({ secret: true, string: true, contains: 'hunter2', length: { max: 9 } })).to.deep.equal({
      anyOf: [{ type: 'string', maxLength: 9 }, { enum: [null, ''] }],
    });
  });

  it('of a body with fields are told where nothing is required', () => {
    const body = { object: true, required: true, children: { a: {} } };
    expect(describeField(body)).not.to.have.property('required');
    expect(describeField({ ...body, children: { a: { required: true }, b: {} } })).to.have.deep.property('required', [
      'a',
    ]);
  });
});
