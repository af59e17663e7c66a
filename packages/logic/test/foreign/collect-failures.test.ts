import { expect } from 'chai';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { failuresOf, runCheck } from './run-check.ts';

const compile = (schema: unknown) => compileJsonSchema(schema, {});
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('failures of a JSON Schema', () => {
  const address = object({ street: { type: 'string' } }, { required: ['street'] });
  const circle = object(
    { kind: { const: 'circle' }, r: { type: 'number' }, at: { $ref: '#/$defs/at' } },
    { required: ['kind', 'r'] },
  );
  const square = object(
    { kind: { const: 'square' }, a: { type: 'number' }, at: { $ref: '#/$defs/at' } },
    { required: ['kind', 'a'] },
  );
  const shape = { oneOf: [circle, square], $defs: { at: { type: 'array', items: { type: 'integer' } } } };
  const cases: [name: string, schema: object, passes: unknown[], fails: [value: unknown, ...failures: string[]][]][] = [
    ['multipleOf, exact', { type: 'number', multipleOf: 0.1 }, [0.3, 1.1], [[0.35, ' multipleOf']]],
    [
      'integers beyond 2 ** 53',
      { type: 'integer' },
      [2 ** 53 - 1, 1],
      [
        [2 ** 53, ' type'],
        [1e300, ' type'],
        [1.5, ' type'],
      ],
    ],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      [['a'], []],
      [
        [[1], '/0 type'],
        [['a', 1], ' items'],
      ],
    ],
    [
      'uniqueItems',
      { type: 'array', uniqueItems: true },
      [[1, '1', [1], { a: 1 }], []],
      [
        [
          [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
          ' uniqueItems',
        ],
      ],
    ],
    [
      'required',
      address,
      [{ street: 'a' }],
      [
        [{}, '/street required'],
        [null, ' type'],
        [[], ' type'],
      ],
    ],
    ['names that need escaping', object({}, { required: ['a/b', '~'] }), [], [[{}, '/a~1b required', '/~0 required']]],
    [
      'names of Object.prototype',
      object({ constructor: { type: 'string' } }, { required: ['toString'], additionalProperties: false }),
      [],
      [
        [{}, '/toString required'],
        [{ toString: 1, constructor: 1 }, '/toString unknown', '/constructor type'],
      ],
    ],
    [
      'propertyNames',
      object({}, { propertyNames: { maxLength: 1, pattern: '^[a-z]' } }),
      [{ a: 1 }],
      [[{ A: 1, bb: 2 }, '/A propertyNames', '/bb propertyNames']],
    ],
    [
      'dependentRequired',
      object({}, { dependentRequired: { a: ['b'] } }),
      [{}, { a: 1, b: 1 }],
      [[{ a: 1 }, '/b dependentRequired']],
    ],
    [
      'unevaluatedProperties',
      { allOf: [object({ a: {} })], properties: { b: {} }, unevaluatedProperties: false },
      [{ a: 1, b: 2 }],
      [[{ c: 1 }, '/c unknown']],
    ],
    ['unevaluatedItems', { prefixItems: [{}], unevaluatedItems: false }, [[1]], [[[1, 2], ' unevaluatedItems']]],
    ['true and false', object({ a: true, b: false }), [{ a: 1 }], [[{ b: 1 }, '/b not']]],
    [
      'a union told by a constant',
      shape,
      [
        { kind: 'circle', r: 1 },
        { kind: 'square', a: 1 },
      ],
      [
        [{ kind: 'square', a: 'x' }, '/a type'],
        [{ kind: 'circle' }, '/r required'],
        [{ kind: 'circle', r: 1, at: ['x'] }, '/at/0 type'],
        [{ kind: 'square', a: 1, at: ['x'] }, '/at/0 type'],
        [{ kind: 'line' }, ' oneOf'],
        [1, ' oneOf'],
      ],
    ],
    [
      'a union beside other rules',
      { type: 'object', required: ['id'], ...shape },
      [],
      [[{ kind: 'line' }, ' oneOf', '/id required']],
    ],
    [
      'a union in a list',
      { type: 'array', items: { $ref: '#/$defs/shape' }, $defs: { shape: { anyOf: [circle, square] }, at: {} } },
      [[{ kind: 'circle', r: 1 }]],
      [[[{ kind: 'circle' }, { kind: 'square', a: '' }, 1], '/0/r required', '/1/a type', '/2 anyOf']],
    ],
    ['one failure for each pointer', { type: 'string', minLength: 5, pattern: '^a' }, [], [['b', ' minLength']]],
  ];
  for (const [name, written, passes, fails] of cases) {
    it(name, async () => {
      const check = compile(written);
      for (const value of passes) expect(await runCheck(check, value)).to.deep.equal({ value });
      for (const [value, ...failures] of fails) {
        expect(await failuresOf(check, value), JSON.stringify(value)).to.have.members(failures);
      }
    });
  }

  it('reports the argument of a keyword unless it is a schema', async () => {
    const argumentsOf = async (written: object, value: unknown) => {
      const result = await runCheck(compile(written), value);
      return 'failures' in result && result.failures.map(({ argument }) => argument);
    };
    expect(await argumentsOf({ enum: ['a', 'b'] }, 'c')).to.deep.equal([['a', 'b']]);
    expect(await argumentsOf({ type: 'string', format: 'date' }, 'c')).to.deep.equal(['date']);
    expect(await argumentsOf({ anyOf: [{ type: 'string' }] }, 1)).to.deep.equal([true]);
    expect(await argumentsOf({ not: { type: 'string' } }, 'a')).to.deep.equal([true]);
    expect(await argumentsOf({ required: ['a'] }, {})).to.deep.equal([true]);
    expect(await argumentsOf({ propertyNames: { maxLength: 1 } }, { aa: 1 })).to.deep.equal([true]);
    expect(await argumentsOf({ type: 'integer' }, 2 ** 60)).to.deep.equal(['integer']);
    expect(await argumentsOf({ type: 'object' }, undefined)).to.deep.equal([true]);
    expect(await argumentsOf(object({}, { dependentRequired: { a: ['b'] } }), { a: 1 })).to.deep.equal([['a']]);
  });

  it('has messages for keywords without a message of Ajv', async () => {
    const textOf = async (written: object, value: unknown) => {
      const result = await runCheck(compile(written), value);
      return 'failures' in result && result.failures[0]?.text;
    };
    expect(await textOf({ multipleOf: 2 }, 1)).to.equal('must be multiple of 2');
    expect(await textOf({ uniqueItems: true }, [1, 1])).to.equal('must not have the same item twice');
    expect(await textOf({ type: 'integer' }, 2 ** 60)).to.match(/holds exactly/);
    expect(await textOf({ required: ['a'] }, {})).to.equal('is required');
    expect(await textOf({ type: 'object' }, undefined)).to.equal('is required');
    expect(await textOf({ dependentRequired: { a: ['b'] } }, { a: 1 })).to.equal('is required beside a');
    expect(await textOf({ propertyNames: { maxLength: 1 } }, { aa: 1 })).to.equal('has a name that is not allowed');
  });
});
