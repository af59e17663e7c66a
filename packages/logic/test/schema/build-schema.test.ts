import { expect } from 'chai';
import { readFields } from '../../src/declaration/read-fields.ts';
import { buildSchema } from '../../src/schema/build-schema.ts';

const build = (fields: object) => buildSchema(readFields(fields, { place: {}, unknown: 'refuse' }));

describe('buildSchema', () => {
  it('makes JSON Schema of rules', () => {
    const { schema } = build({
      title: { required: true, string: true, length: { min: 1, max: 80 } },
      views: { int: { min: 0 } },
      rating: { float: { max: 5 }, multipleOf: 0.5 },
      state: { in: ['draft', 'live'], nullable: true },
      tags: { array: true, maxItems: 3, children: { string: true } },
      author: { object: true, children: { name: { required: true } } },
    });
    expect(schema).to.deep.equal({
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', 'x-wellFormed': true, minLength: 1, maxLength: 80 },
        views: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        rating: { type: 'number', maximum: 5, multipleOf: 0.5 },
        state: { type: ['string', 'null'], 'x-wellFormed': true, enum: ['draft', 'live', null] },
        tags: { type: 'array', maxItems: 3, items: { type: 'string', 'x-wellFormed': true } },
        author: { type: 'object', required: ['name'], properties: { name: { 'x-wellFormed': true } } },
      },
    });
  });

  it('lets a text that may be blank skip its rules', () => {
    expect(build({ a: { string: true, length: { min: 2 } } }).schema.properties).to.deep.equal({
      a: { type: 'string', 'x-wellFormed': true, anyOf: [{ minLength: 2 }, { maxLength: 0 }] },
    });
  });

  it('gives a keyword that is used twice a place of its own, and knows the rule behind each', () => {
    const { schema, sites } = build({ 'a/b c': { required: true, int: { min: 1 }, min: 2, max: 9 } });
    expect(schema.properties).to.deep.equal({
      'a/b c': {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        allOf: [{ minimum: 2 }, { maximum: 9 }],
      },
    });
    expect([...sites].map(([path, { rule }]) => `${path} ${rule}`)).to.deep.equal([
      '#/properties/a~1b%20c/type int',
      '#/properties/a~1b%20c/minimum int',
      '#/properties/a~1b%20c/maximum int',
      '#/properties/a~1b%20c/allOf/0/minimum min',
      '#/properties/a~1b%20c/allOf/1/maximum max',
      '#/required/a/b c required',
    ]);
  });
});
