import { expect } from 'chai';
import { rebase } from '../../src/schemas/rebase.ts';
import type { Schema } from '../../src/types.ts';

const AT = '#/components/schemas/Post';

/** A schema, and what stands in the document. */
const cases: readonly [what: string, schema: Schema, expected: Schema][] = [
  ['its own root', { properties: { next: { $ref: '#' } } }, { properties: { next: { $ref: AT } } }],
  [
    'a part of it',
    { $schema: 'https://json-schema.org/draft/2020-12/schema', items: { $ref: '#/$defs/a' }, $defs: { a: {} } },
    { items: { $ref: `${AT}/$defs/a` }, $defs: { a: {} } },
  ],
  [
    'an $id, whole or relative',
    {
      $id: 'https://x.test/post',
      anyOf: [{ $ref: 'https://x.test/post#/$defs/a' }, { $ref: 'b' }],
      $defs: { a: {}, b: { $id: 'b' } },
    },
    { anyOf: [{ $ref: `${AT}/$defs/a` }, { $ref: `${AT}/$defs/b` }], $defs: { a: {}, b: {} } },
  ],
  [
    'an $anchor',
    { items: { $ref: '#one' }, $defs: { a: { $anchor: 'one', type: 'string' } } },
    { items: { $ref: `${AT}/$defs/a` }, $defs: { a: { type: 'string' } } },
  ],
  [
    'the schema of an $id around it',
    { $defs: { a: { $id: 'urn:a', items: { $ref: '#/$defs/b' }, $defs: { b: {} } } } },
    { $defs: { a: { items: { $ref: `${AT}/$defs/a/$defs/b` }, $defs: { b: {} } } } },
  ],
  [
    'nothing where it is data',
    { enum: [{ $ref: '#' }], default: { $id: 'x' } },
    { enum: [{ $ref: '#' }], default: { $id: 'x' } },
  ],
  [
    'a field that is called like a keyword',
    {
      properties: {
        default: { $ref: '#' },
        $id: { type: 'string' },
        properties: { $ref: '#/properties/a~1b' },
        'a/b': {},
      },
    },
    {
      properties: {
        default: { $ref: AT },
        $id: { type: 'string' },
        properties: { $ref: `${AT}/properties/a~1b` },
        'a/b': {},
      },
    },
  ],
  ['nothing of what stands elsewhere', { $ref: 'https://y.test/z' }, { $ref: 'https://y.test/z' }],
];

describe('rebase: a reference leads to', () => {
  for (const [what, schema, expected] of cases) it(what, () => expect(rebase(schema, AT)).to.eql(expected));
});
