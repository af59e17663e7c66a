import { expect } from 'chai';
import { rebase } from '../../src/schemas/rebase.ts';
import type { Schema } from '../../src/types.ts';

const AT = '#/components/schemas/Post';

/** A schema, before and after. */
const cases: readonly [what: string, schema: Schema, expected: Schema][] = [
  ['references to the root', { properties: { next: { $ref: '#' } } }, { properties: { next: { $ref: AT } } }],
  [
    'references to a part',
    { $schema: 'https://json-schema.org/draft/2020-12/schema', items: { $ref: '#/$defs/a' }, $defs: { a: {} } },
    { items: { $ref: `${AT}/$defs/a` }, $defs: { a: {} } },
  ],
  [
    'an $id, absolute or relative',
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
    'nothing in data',
    { enum: [{ $ref: '#' }], default: { $id: 'x' } },
    { enum: [{ $ref: '#' }], default: { $id: 'x' } },
  ],
  [
    'fields named like keywords',
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
  ['no external references', { $ref: 'https://y.test/z' }, { $ref: 'https://y.test/z' }],
];

describe('rebase', () => {
  for (const [what, schema, expected] of cases)
    it(`rewrites ${what}`, () => expect(rebase(schema, AT)).to.eql(expected));
});
