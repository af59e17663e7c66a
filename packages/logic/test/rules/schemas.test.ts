import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';

function describeField(x: object): unknown {
  const action = compileLogic({ postAction: { body: { x } } }).action('postAction');
  const schema = action?.toJSONSchema('body', { blank: false }) as
    | { readonly properties: { readonly x: unknown } }
    | undefined;
  return schema?.properties.x;
}

describe('JSON Schema of each rule', () => {
  const int = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const table: [rules: object, schema: object][] = [
    [{}, {}],
    [{ string: true }, { type: 'string' }],
    [{ int: true }, int],
    [{ int: { min: 1 } }, { ...int, minimum: 1 }],
    [{ int: { max: 5 } }, { ...int, maximum: 5 }],
    [{ float: true }, { type: 'number' }],
    [{ float: { min: 1 } }, { type: 'number', minimum: 1 }],
    [{ float: { max: 2 } }, { type: 'number', maximum: 2 }],
    [{ boolean: true }, { type: 'boolean' }],
    [
      { date: true },
      {
        'x-date': true,
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
    ],
    [{ array: true }, { type: 'array' }],
    [{ object: true }, { type: 'object' }],
    [{ length: 2 }, { type: 'string', minLength: 2, maxLength: 2 }],
    [{ length: { min: 1 } }, { type: 'string', minLength: 1 }],
    [{ length: { max: 3 } }, { type: 'string', maxLength: 3 }],
    [{ byteLength: 2 }, { type: 'string', 'x-byteLength': 2 }],
    [{ regexp: /^a$/u }, { type: 'string', pattern: '^a$' }],
    [{ regexp: /^a$/ }, { type: 'string', pattern: '^a$', 'x-regexp': '/^a$/' }],
    [{ regexp: /^a$/g }, { type: 'string', pattern: '^a$', 'x-regexp': '/^a$/g' }],
    [{ regexp: /^a$/i }, { type: 'string', 'x-regexp': '/^a$/i' }],
    // biome-ignore lint/complexity/useRegexLiterals: as a literal the escape would be taken away.
    [{ regexp: new RegExp('^a\\-b$') }, { type: 'string', 'x-regexp': '/^a\\-b$/' }],
    [{ regexp: /^a$/iu }, { type: 'string', 'x-regexp': '/^a$/iu' }],
    [{ pattern: '^a$' }, { type: 'string', pattern: '^a$' }],
    [{ format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [{ contains: 'a' }, { type: 'string', 'x-contains': 'a' }],
    [
      { float: true, min: 1 },
      { type: 'number', minimum: 1 },
    ],
    [
      { float: true, max: 2 },
      { type: 'number', maximum: 2 },
    ],
    [
      { int: true, min: 1, max: 2 },
      { ...int, allOf: [{ minimum: 1 }, { maximum: 2 }] },
    ],
    [{ multipleOf: 2 }, { type: 'number', multipleOf: 2 }],
    [{ divisibleBy: 2 }, { type: 'number', multipleOf: 2 }],
    [
      { array: true, minItems: 1 },
      { type: 'array', minItems: 1 },
    ],
    [
      { array: true, maxItems: 2 },
      { type: 'array', maxItems: 2 },
    ],
    [
      { array: true, uniqueItems: true },
      { type: 'array', uniqueItems: true },
    ],
    [{ in: ['a'] }, { type: 'string', enum: ['a'] }],
    [
      { in: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { in: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ enum: [1, 'a'] }, { enum: [1, 'a'] }],
    [{ const: 'a' }, { type: 'string', const: 'a' }],
    [
      { const: 'a', nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ notIn: ['a'] }, { type: 'string', not: { enum: ['a'] } }],
    [
      { notIn: ['a', null], nullable: true },
      { type: ['string', 'null'], not: { enum: ['a'] } },
    ],
    [{ notIn: [null], nullable: true }, {}],
  ];
  for (const [rules, schema] of table) {
    const name = JSON.stringify(rules, (_key, value) => (value instanceof RegExp ? String(value) : value));
    it(name, () => expect(describeField(rules)).to.deep.equal(schema));
  }
});
