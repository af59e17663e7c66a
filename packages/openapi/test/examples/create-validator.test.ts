import { addLogicKeywords } from '@rest-gen/logic';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { createValidator } from '../../src/examples/create-validator.ts';
import type { Schema } from '../../src/index.ts';

const components = {
  schemas: {
    Name: { type: 'string', minLength: 2 },
    Tree: { type: 'object', properties: { next: { $ref: '#/components/schemas/Tree' }, 'a/b': { type: 'null' } } },
  },
};

/** Values that schemas of any type are tried with. */
const VALUES: readonly unknown[] = [
  ...[null, true, 0, 1, 2, 3, 1.5, -1, 0.3, '', 'a', 'ab', ' a ', 'abc', '😀', '12', '2026-01-31', 'a@example.org'],
  ...[[], [1], [1, 1], [1, 2], ['a', 1], [1, 'a', 2], [{ a: 1 }, { a: 1 }]],
  ...[{}, { a: 1 }, { a: 'a' }, { a: 1, b: 1 }, { a: 1, b: 2 }, { b: null }, { 'a/b': null }, { ab: 1, c: 2 }],
  ...[{ next: {} }, { next: 1 }, { next: { next: { next: 'a' } } }, { constructor: 1 }],
];

/** Schemas; all but a few accept some of the values and refuse others. */
const SCHEMAS: readonly Schema[] = [
  ...['null', 'boolean', 'integer', 'number', 'string', 'array', 'object', ['string', 'null']].map((type) => ({
    type,
  })),
  ...[{ const: 1 }, { const: { a: 1 } }, { enum: ['a', null, [1]] }],
  ...[{ minimum: 1 }, { maximum: 1 }, { exclusiveMinimum: 1 }, { exclusiveMaximum: 1 }, { multipleOf: 0.1 }],
  ...[
    { minLength: 1 },
    { minLength: 2 },
    { maxLength: 1 },
    { pattern: '^\\p{L}+$' },
    { format: 'date' },
    { format: 'x' },
  ],
  ...[{ minItems: 1 }, { maxItems: 1 }, { uniqueItems: true }, { uniqueItems: false }, { items: { type: 'integer' } }],
  ...[{ prefixItems: [{ type: 'string' }] }, { prefixItems: [{}], items: false }, { prefixItems: [{}, {}] }],
  ...[{ contains: { const: 1 } }, { contains: { const: 1 }, minContains: 2 }, { contains: {}, maxContains: 1 }],
  ...[
    { contains: { const: 1 }, minContains: 0 },
    { prefixItems: [{}], unevaluatedItems: { type: 'string' } },
  ],
  ...[{ required: ['a'] }, { required: ['constructor'] }, { minProperties: 1 }, { maxProperties: 1 }],
  ...[{ properties: { a: { type: 'integer' } } }, { properties: { a: {} }, additionalProperties: false }],
  ...[{ patternProperties: { '^a': { type: 'integer' } }, additionalProperties: { type: 'null' } }],
  ...[{ properties: { a: {} }, unevaluatedProperties: false }, { propertyNames: { maxLength: 1 } }],
  ...[{ dependentRequired: { a: ['b'] } }, { dependentSchemas: { a: { required: ['b'] } } }],
  ...[{ allOf: [{ type: 'string' }, { minLength: 2 }] }, { anyOf: [{ type: 'string' }, { minimum: 2 }] }],
  ...[{ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, { not: { type: 'string' } }, { not: {} }],
  ...[
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'integer' } },
    { if: {}, else: false },
  ],
  ...[{ $ref: '#/components/schemas/Name' }, { $ref: '#/components/schemas/Name', maxLength: 2 }],
  ...[{ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Tree/properties/a~1b' }],
  ...[{ $ref: '#/components/schemas/None' }, { $dynamicRef: '#a' }],
  ...[{ 'x-email': true }, { 'x-date': true }, { 'x-trim': { minLength: 2 } }, { 'x-regexp': '/^A/i' }, { 'x-own': 1 }],
  ...[
    { properties: { b: { 'x-equals': 'a' } } },
    { properties: { b: { 'x-different': 'a' } } },
    { default: 1, title: 'a' },
  ],
];

describe('createValidator', () => {
  const validate = createValidator({ components });
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
  addLogicKeywords(ajv);
  ajv.addSchema({ components }, 'urn:test:document');

  for (const schema of SCHEMAS) {
    it(`accepts what Ajv accepts, of ${JSON.stringify(schema)}`, () => {
      const expected = VALUES.filter((value) => ajvAccepts(schema, value));
      expect(VALUES.filter((value) => validate(schema, value))).to.eql(expected);
    });
  }

  function ajvAccepts(schema: Schema, value: unknown): boolean {
    try {
      return ajv.validate(JSON.parse(JSON.stringify(schema).replace('"#/', '"urn:test:document#/')), value);
    } catch {
      // A reference to nothing.
      return false;
    }
  }
});
