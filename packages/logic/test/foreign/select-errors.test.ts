import { expect } from 'chai';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { failuresOf } from './run-check.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('errors of unions', () => {
  const either = {
    anyOf: [
      object({ kind: { enum: ['a', 'b'] }, n: { type: 'integer' } }, { required: ['n'] }),
      object({ kind: { enum: ['c'] }, m: { type: 'integer' } }, { required: ['m'] }),
    ],
  };
  const closed = { anyOf: [object({ a: {} }, { additionalProperties: false }), { type: 'string' }] };
  const evaluated = { anyOf: [object({ a: {} }, { unevaluatedProperties: false }), { type: 'string' }] };
  const item = object({ n: { type: 'integer' } }, { required: ['n'] });
  const shared = {
    oneOf: [
      object({ kind: { const: 'one' }, item: { $ref: '#/$defs/item' } }, { required: ['kind'] }),
      object({ kind: { const: 'two' }, item: { $ref: '#/$defs/item' } }, { required: ['kind'] }),
    ],
    $defs: { item },
  };
  const deep = {
    anyOf: [object({ at: object({ unit: { const: 'm' } }) }), { type: 'string' }],
  };

  const table: [name: string, schema: object, value: unknown, failures: string[]][] = [
    ['are those of the branch whose list of values fits', either, { kind: 'c' }, ['/m required']],
    ['are those of the branch whose list of values fits', either, { kind: 'b', n: 'x' }, ['/n type']],
    ['are that of the union where no branch fits', either, { kind: 'd' }, [' anyOf']],
    [
      'are that of the union where two branches fit',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      [' anyOf'],
    ],
    ['are of a key too many in the branch that is meant', closed, { a: 1, b: 2 }, ['/b unknown']],
    ['are of a key too many in the branch that is meant', evaluated, { a: 1, b: 2 }, ['/b unknown']],
    ['are of another type than that of any branch', closed, 5, [' anyOf']],
    ['are told apart where branches share a schema', shared, { kind: 'one', item: { n: 'x' } }, ['/item/n type']],
    ['are told apart where branches share a schema', shared, { kind: 'two', item: {} }, ['/item/n required']],
    ['are that of the union where a shared part fails in each', shared, { item: {}, kind: 'x' }, [' oneOf']],
    ['are of a constant deep inside', deep, { at: { unit: 'km' } }, ['/at/unit const']],
    ['leave others in the value alone', { required: ['z'], ...closed }, { a: 1, b: 2 }, ['/z required', '/b unknown']],
    [
      'are of the items of a list, each by itself',
      { type: 'array', items: closed },
      [{ b: 1 }, 'a', 5],
      ['/0/b unknown', '/2 anyOf'],
    ],
  ];
  for (const [name, schema, value, failures] of table) {
    it(`${name}: ${JSON.stringify(value)}`, async () =>
      expect(await failuresOf(compileJsonSchema(schema, {}), value)).to.have.members(failures));
  }

  it('of conditions are those of then and else alone', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    const schema = { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } };
    const check = compileJsonSchema(schema, {});
    expect(await failuresOf(check, { a: 1 })).to.deep.equal(['/b required']);
    expect(await failuresOf(check, {})).to.deep.equal(['/c required']);
  });
});
