import { expect } from 'chai';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { failuresOf } from './run-check.ts';

const integer = { type: 'integer' };
const under = (schema: object, more: object = {}) => ({ type: 'object', properties: { a: schema }, ...more });

/** `a` has to be an integer. */
const references: [name: string, schema: object][] = [
  ['a definition', under({ $ref: '#/$defs/int' }, { $defs: { int: integer } })],
  ['an old definition', under({ $ref: '#/definitions/int' }, { definitions: { int: integer } })],
  ['a definition with odd names', under({ $ref: '#/$defs/a~1b~0%20é%25' }, { $defs: { 'a/b~ é%': integer } })],
  [
    'a schema that is in use',
    under({ $ref: '#/properties/b' }, { properties: { a: { $ref: '#/properties/b' }, b: integer } }),
  ],
  ['a schema in a list', under({ $ref: '#/allOf/0/properties/b' }, { allOf: [{ properties: { b: integer } }] })],
  [
    'a reference',
    under({ $ref: '#/$defs/x' }, { $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/z' }, z: integer } }),
  ],
  ['an anchor', under({ $ref: '#int' }, { $defs: { x: { $anchor: 'int', ...integer } } })],
  ['a dynamic anchor', under({ $dynamicRef: '#int' }, { $defs: { x: { $dynamicAnchor: 'int', ...integer } } })],
  [
    'an anchor of both kinds',
    under({ $ref: '#int' }, { $defs: { x: { $anchor: 'int', $dynamicAnchor: 'int', ...integer } } }),
  ],
  ['an $id', under({ $ref: 'int' }, { $defs: { x: { $id: 'int', ...integer } } })],
  [
    'an $id below the own',
    under(
      { $ref: 'https://a.example/s/int' },
      { $id: 'https://a.example/s/all', $defs: { x: { $id: 'int', ...integer } } },
    ),
  ],
  ['a name', under({ $ref: 'urn:example:int' }, { $defs: { x: { $id: 'urn:example:int', ...integer } } })],
  [
    'an anchor of an $id',
    under({ $ref: 'x#int' }, { $defs: { x: { $id: 'x', $defs: { y: { $anchor: 'int', ...integer } } } } }),
  ],
  ['a pointer of an $id', under({ $ref: 'x#/$defs/y' }, { $defs: { x: { $id: 'x', $defs: { y: integer } } } })],
  [
    'itself from within an $id',
    under({ $id: 'x', properties: { b: { $ref: '#/$defs/y' } }, $defs: { y: integer }, $ref: '#/$defs/y' }),
  ],
  ['beside other keywords', under({ $ref: '#/$defs/x', type: 'integer' }, { $defs: { x: true } })],
];

describe('resolveReferences', () => {
  for (const [name, schema] of references) {
    it(`follows a reference to ${name}`, async () => {
      const check = compileJsonSchema(schema, {});
      expect(await failuresOf(check, { a: 1 })).to.deep.equal([]);
      expect(await failuresOf(check, { a: 'x' })).to.deep.equal(['/a type']);
    });
  }

  it('follows a schema into itself', async () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, nodes: { type: 'array', items: { $ref: '#' } } },
    };
    const check = compileJsonSchema(tree, {});
    const value = { name: 'a', nodes: [{ name: 'b', nodes: [] }, { nodes: [{ name: 1 }] }] };
    expect(await failuresOf(check, value)).to.deep.equal(['/nodes/1/nodes/0/name type']);
  });

  it('follows schemas into each other', async () => {
    const check = compileJsonSchema(
      {
        $ref: '#/$defs/even',
        $defs: {
          even: { type: 'object', properties: { odd: { $ref: '#/$defs/odd' } }, additionalProperties: false },
          odd: { type: 'object', properties: { even: { $ref: '#/$defs/even' } }, additionalProperties: false },
        },
      },
      {},
    );
    expect(await failuresOf(check, { odd: { even: { odd: {} } } })).to.deep.equal([]);
    expect(await failuresOf(check, { odd: { even: { even: {} } } })).to.deep.equal(['/odd/even/even unknown']);
  });

  it('keeps anchors with the same name apart in schemas that have an $id', async () => {
    const check = compileJsonSchema(
      {
        $ref: 'one#n',
        $defs: {
          one: { $id: 'one', $defs: { n: { $anchor: 'n', type: 'integer' } } },
          two: { $id: 'two', $defs: { n: { $anchor: 'n', type: 'string' } } },
        },
      },
      {},
    );
    expect(await failuresOf(check, 1)).to.deep.equal([]);
    expect(await failuresOf(check, 'a')).to.deep.equal([' type']);
  });

  it('keeps schemas with the same $id apart', async () => {
    const [first, second] = ['integer', 'string'].map((type) =>
      compileJsonSchema({ $id: 'https://a.example/s', type }, {}),
    );
    expect(await failuresOf(first as never, 1)).to.deep.equal([]);
    expect(await failuresOf(second as never, 1)).to.deep.equal([' type']);
  });
});
