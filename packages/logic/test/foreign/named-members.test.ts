import { expect } from 'chai';
import fc from 'fast-check';
import { isNamed, type NamedMembers, namedMembers } from '../../src/foreign/named-members.ts';
import type { Schema } from '../../src/schemas.ts';

interface Generated {
  readonly schema: Schema;
  readonly names: readonly string[];
  /** Schemas that it refers to, by their name in `$defs`. */
  readonly definitions: Readonly<Record<string, Schema>>;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f/g', 'h~i', '__proto__');
const leaf = name.map((one): Generated => {
  return { schema: { properties: Object.fromEntries([[one, { type: 'string' }]]) }, names: [one], definitions: {} };
});
const pattern = name.map((one): Generated => {
  const source = `^${one}$`;
  return { schema: { patternProperties: { [source]: {} } }, names: [one], definitions: {} };
});
/** Names of another object, and what has none. */
const other = name.map((one): Generated => {
  const inner = { properties: { [`inner-${one}`]: {} } };
  return {
    schema: { not: inner, additionalProperties: inner, properties: { list: inner } },
    names: ['list'],
    definitions: {},
  };
});

/** Names that have no schema of their own. */
const bare = fc
  .tuple(name, fc.constantFrom('required', 'dependentRequired', 'enum', 'const'))
  .map(([one, keyword]): Generated => {
    const schemas: Record<string, Schema> = {
      required: { required: [one] },
      dependentRequired: { dependentRequired: Object.fromEntries([[one, [one]]]) },
      enum: { propertyNames: { enum: [one] } },
      const: { propertyNames: { const: one } },
    };
    return { schema: schemas[keyword] as Schema, names: [one], definitions: {} };
  });

const generated = fc.letrec<{ one: Generated }>((tie) => ({
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    pattern,
    bare,
    other,
    fc
      .tuple(
        fc.constantFrom('allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas', '$ref'),
        fc.array(tie('one'), { minLength: 1, maxLength: 3 }),
        fc.nat(),
      )
      .map(([keyword, parts, id]) => wrap(keyword, parts, id)),
  ),
})).one;

function wrap(keyword: string, parts: readonly Generated[], id: number): Generated {
  const definitions = Object.assign({}, ...parts.map((one) => one.definitions)) as Record<string, Schema>;
  const [first] = parts as [Generated];
  switch (keyword) {
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return {
        schema: { [keyword]: parts.map(({ schema }) => schema) },
        names: parts.flatMap(({ names }) => names),
        definitions,
      };
    case 'dependentSchemas':
      return { schema: { dependentSchemas: { x: first.schema } }, names: first.names, definitions };
    case '$ref': {
      const key = `d/${id}~`;
      if (Object.hasOwn(definitions, key)) return { ...first, definitions };
      const reference = `#/$defs/d~1${id}~0`;
      return { schema: { $ref: reference }, names: first.names, definitions: { ...definitions, [key]: first.schema } };
    }
    default:
      return { schema: { [keyword]: first.schema }, names: first.names, definitions };
  }
}

describe('named members of a schema', () => {
  it('are those under every keyword and branch that describes the same object, and no others', () => {
    fc.assert(
      fc.property(generated, name, ({ schema, names, definitions }, probe) => {
        const root = { ...schema, $defs: definitions };
        const members = namedMembers(root, root) as NamedMembers;
        for (const one of names) expect(isNamed(one, members), one).to.equal(true);
        expect(isNamed(probe, members), probe).to.equal(names.includes(probe));
        expect(isNamed(`inner-${probe}`, members)).to.equal(false);
      }),
      { numRuns: Number(process.env.FAST_CHECK_RUNS ?? 500) },
    );
  });

  it('end where schemas refer to each other, and are found by anchors', () => {
    const root = {
      $ref: '#a',
      $defs: {
        one: { $anchor: 'a', properties: { x: {}, y: false }, anyOf: [{ $ref: '#/$defs/two' }] },
        two: { $ref: '#', properties: { z: {} } },
      },
    };
    expect(namedMembers(root, root)?.names).to.have.members(['x', 'z']);
  });

  it('are known of what is inside, and whether a library may leave others out', () => {
    const record = { type: 'object', additionalProperties: { properties: { y: {} } } };
    const root = {
      properties: { one: { properties: { x: {} } }, list: { prefixItems: [{ properties: { p: {} } }], items: record } },
      patternProperties: { '^t': { properties: { z: {} } } },
      anyOf: [{ properties: { one: { type: 'string' } } }, { properties: { one: { properties: { v: {} } } } }],
    };
    const members = namedMembers(root, root);
    expect(members?.closed).to.equal(true);
    expect(members?.below('one')?.names).to.deep.equal(['x', 'v']);
    expect(members?.below('two')?.names).to.deep.equal(['z']);
    expect(members?.below('other')).to.equal(undefined);
    expect(members?.below('list')?.below(0)?.names).to.deep.equal(['p']);
    expect(members?.below('list')?.below(1)).to.include({ closed: false });
    expect(members?.below('list')?.below(1)?.below('any')?.names).to.deep.equal(['y']);
    for (const nothing of [{}, { type: 'string' }, { not: root }])
      expect(namedMembers(nothing, root)).to.equal(undefined);
  });

  it('are read once for each place of the schema, whatever the value', () => {
    const root: Schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          anyOf: [
            { properties: { list: { type: 'array', items: { $ref: '#/$defs/node' } } } },
            { properties: { a: {} } },
          ],
          patternProperties: { '^x': { $ref: '#/$defs/node' } },
        },
      },
    };
    const members = namedMembers(root, root);
    const item = members?.below('list')?.below(0);
    expect(item?.names).to.deep.equal(['list', 'a']);
    for (const same of [members?.below('list')?.below(7), item?.below('list')?.below(1)]) expect(same).to.equal(item);
    expect(item?.below('x1')).to.equal(members?.below('x2')?.below('x3'));
  });
});
