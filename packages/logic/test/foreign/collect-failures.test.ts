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
  const list = {
    type: 'array',
    items: { $ref: '#/$defs/shape' },
    $defs: { shape: { anyOf: [circle, square] }, at: {} },
  };
  const exact = { type: 'number', multipleOf: 0.1 };
  const tuple = { type: 'array', prefixItems: [{ type: 'string' }], items: false };
  const unique = { type: 'array', uniqueItems: true };
  const inherited = object({ constructor: {} }, { required: ['toString'], additionalProperties: false });
  const names = object({}, { propertyNames: { maxLength: 1, pattern: '^[a-z]' } });
  const dependent = object({}, { dependentRequired: { a: ['b'] } });
  const evaluated = { allOf: [object({ a: {} })], properties: { b: {} }, unevaluatedProperties: false };
  /** [name, schema, value, its failures] */
  const cases: [name: string, schema: object, value: unknown, failures: string[]][] = [
    ['multipleOf is exact', exact, 0.3, []],
    ['multipleOf', exact, 0.35, [' multipleOf']],
    ['the largest safe integer', { type: 'integer' }, 2 ** 53 - 1, []],
    ['an unsafe integer', { type: 'integer' }, 2 ** 53, [' type']],
    ['prefixItems', tuple, [1], ['/0 type']],
    ['items after prefixItems', tuple, ['a', 1], [' items']],
    ['unique items', unique, [1, '1', [1], { a: 1 }], []],
    ['equal items', unique, [{ a: 1, b: [2] }, 1, { b: [2], a: 1 }], [' uniqueItems']],
    ['required', address, {}, ['/street required']],
    ['type', address, null, [' type']],
    ['names that need escaping', object({}, { required: ['a/b', '~'] }), {}, ['/a~1b required', '/~0 required']],
    ['inherited names', inherited, {}, ['/toString required']],
    ['unknown inherited names', inherited, { toString: 1 }, ['/toString unknown']],
    ['propertyNames', names, { A: 1, bb: 2, c: 3 }, ['/A propertyNames', '/bb propertyNames']],
    ['dependentRequired', dependent, { a: 1 }, ['/b dependentRequired']],
    ['unevaluatedProperties', evaluated, { a: 1, b: 2, c: 1 }, ['/c unknown']],
    ['unevaluatedItems', { prefixItems: [{}], unevaluatedItems: false }, [1, 2], [' unevaluatedItems']],
    ['a schema that is false', object({ a: true, b: false }), { a: 1, b: 1 }, ['/b not']],
    ['a union', shape, { kind: 'circle', r: 1, at: [1] }, []],
    ['the branch with the constant', shape, { kind: 'square', a: 'x' }, ['/a type']],
    ['the other branch with the constant', shape, { kind: 'circle' }, ['/r required']],
    ['a reference in a branch', shape, { kind: 'circle', r: 1, at: ['x'] }, ['/at/0 type']],
    ['the same reference in another branch', shape, { kind: 'square', a: 1, at: ['x'] }, ['/at/0 type']],
    ['no branch with the constant', shape, { kind: 'line' }, [' oneOf']],
    ['no branch of the type', shape, 1, [' oneOf']],
    ['a union with sibling keywords', { required: ['id'], ...shape }, { kind: 'line' }, [' oneOf', '/id required']],
    [
      'unions in a list',
      list,
      [{ kind: 'square', a: '' }, { kind: 'circle' }, 1],
      ['/0/a type', '/1/r required', '/2 anyOf'],
    ],
    ['one failure for each pointer', { type: 'string', minLength: 5, pattern: '^a' }, 'b', [' minLength']],
  ];
  for (const [name, written, value, failures] of cases) {
    it(`reports ${name}`, async () => {
      expect(await failuresOf(compile(written), value)).to.have.members(failures);
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
