import { expect } from 'chai';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { failuresOf, runCheck } from './run-check.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('defaults of a JSON Schema', () => {
  const applied: [name: string, schema: object, value: unknown, result: unknown][] = [
    ['of what is absent', object({ a: { default: 1 }, b: { default: 1 } }), { a: 2 }, { a: 2, b: 1 }],
    ['not of null', object({ a: { default: 1 } }), { a: null }, { a: null }],
    ['inside of a default', object({ a: object({ b: { default: 1 } }, { default: {} }) }), {}, { a: { b: 1 } }],
    [
      'of an object behind a reference',
      { $ref: '#/$defs/a', $defs: { a: object({ a: { default: 1 } }) } },
      {},
      { a: 1 },
    ],
    ['of allOf', { allOf: [object({ a: { default: 1 } })] }, {}, { a: 1 }],
    [
      'the outer one first',
      object({ a: { $ref: '#/$defs/a', default: 2 } }, { $defs: { a: { default: 1 } } }),
      {},
      { a: 2 },
    ],
    ['of objects in lists', { items: object({ a: { default: 1 } }) }, [{}, { a: 2 }], [{ a: 1 }, { a: 2 }]],
    ['of objects in tuples', { prefixItems: [{}, object({ a: { default: 1 } })] }, [{}, {}, {}], [{}, { a: 1 }, {}]],
    ['not of items that are not there', { prefixItems: [{}, { default: 1 }] }, [0], [0]],
    [
      'behind a pattern',
      { patternProperties: { '^a': object({ b: { default: 1 } }) } },
      { a1: {}, c: {} },
      { a1: { b: 1 }, c: {} },
    ],
    [
      'of other members',
      object({ c: {} }, { additionalProperties: object({ b: { default: 1 } }) }),
      { a: {}, c: {} },
      { a: { b: 1 }, c: {} },
    ],
    [
      'behind a pattern, and not of other members there',
      {
        patternProperties: { '^a': object({ b: { default: 1 } }) },
        additionalProperties: object({ c: { default: 2 } }),
      },
      { a1: {}, d: {} },
      { a1: { b: 1 }, d: { c: 2 } },
    ],
    [
      'not of unions and conditions',
      { anyOf: [object({ a: { default: 1 } })], if: {}, not: { type: 'string', default: 1 } },
      {},
      {},
    ],
  ];
  for (const [name, schema, value, result] of applied) {
    it(name, async () => {
      const before = JSON.stringify(value);
      expect(await runCheck(compileJsonSchema(schema, {}), value)).to.deep.equal({ value: result });
      expect(JSON.stringify(value)).to.equal(before);
    });
  }

  it('are copied for each request', async () => {
    const check = compileJsonSchema(object({ a: { default: { list: [1] } } }), {});
    const [first, second] = [await runCheck(check, {}), await runCheck(check, {})] as {
      value: { a: { list: number[] } };
    }[];
    first?.value.a.list.push(2);
    expect(second).to.deep.equal({ value: { a: { list: [1] } } });
    expect(await runCheck(check, {})).to.deep.equal({ value: { a: { list: [1] } } });
    expect(check.toJSONSchema())
      .to.have.nested.property('properties.a.default')
      .that.deep.equals({ list: [1] });
  });

  it('are checked', async () => {
    expect(await failuresOf(compileJsonSchema(object({ a: { type: 'string', default: 1 } }), {}), {})).to.deep.equal([
      '/a type',
    ]);
  });

  it('stop at recursive schemas', async () => {
    const check = compileJsonSchema(object({ a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } }), {});
    const result = await runCheck(check, {});
    expect('failures' in result && result.failures).to.deep.equal([
      {
        in: 'body',
        pointer: '',
        rule: 'unsafe',
        argument: true,
        field: undefined,
        text: 'takes too long to check',
      },
    ]);
  });
});

describe('text against a JSON Schema', () => {
  const query = object(
    {
      page: { type: 'integer', default: 1 },
      ratio: { type: 'number' },
      live: { type: 'boolean' },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'integer' } },
      maybe: { type: ['integer', 'null'] },
      either: { type: ['string', 'integer'] },
      union: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
      named: { $ref: '#/$defs/count' },
      all: { allOf: [{ minimum: 0 }, { type: 'integer' }] },
      any: {},
    },
    { $defs: { count: { type: 'integer', minimum: 1 } }, additionalProperties: { type: 'boolean' } },
  );
  const table: [given: object, result: object | string[]][] = [
    [{}, {}],
    [{ page: '12' }, { page: 12 }],
    [
      { ratio: '1.5', live: 'true', name: '12' },
      { ratio: 1.5, live: true, name: '12' },
    ],
    [{ tags: '1,2' }, { tags: [1, 2] }],
    [{ tags: ['1', '2'] }, { tags: [1, 2] }],
    [
      { maybe: '1', either: '1', any: '1' },
      { maybe: 1, either: '1', any: '1' },
    ],
    [
      { union: '5', named: '2', all: '3' },
      { union: 5, named: 2, all: 3 },
    ],
    [{ other: 'true' }, { other: true }],
    [{ page: 'x', ratio: '', live: 'perhaps' }, ['/live type', '/page type', '/ratio type']],
    [{ page: '9007199254740993' }, ['/page type']],
    [{ tags: '1,x' }, ['/tags/1 type']],
    [{ named: '0' }, ['/named minimum']],
    [{ union: 'x' }, ['/union anyOf']],
  ];
  for (const [given, result] of table) {
    it(JSON.stringify(given), async () => {
      const check = compileJsonSchema(query, {});
      if (Array.isArray(result)) expect(await failuresOf(check, given, true)).to.have.members(result);
      else expect(await runCheck(check, given, { text: true })).to.deep.equal({ value: { page: 1, ...result } });
    });
  }

  it('is not coerced in JSON', async () => {
    const check = compileJsonSchema(query, {});
    expect(await failuresOf(check, { page: '12', live: 'yes' })).to.have.members(['/live type', '/page type']);
  });

  it('given twice is reported as repeated in a query', async () => {
    const check = compileJsonSchema(query, {});
    const at = { in: 'query', pointer: '', field: undefined } as const;
    const result = await runCheck(check, { page: ['1', '2'], name: '' }, { text: true, at });
    expect('failures' in result && result.failures).to.deep.equal([
      { in: 'query', pointer: '/page', rule: 'repeated', argument: true, field: undefined, text: 'must be given once' },
    ]);
    expect(await failuresOf(check, { page: ['1', '2'] }, true)).to.deep.equal(['/page type']);
  });
});
