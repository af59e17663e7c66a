import { expect } from 'chai';
import { LogicError } from '../../src/errors.ts';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { runCheck } from './run-check.ts';

const place = { file: 'logic/post.js', action: 'postAction', section: 'body' } as const;
const compile = (schema: unknown) => compileJsonSchema(schema, place);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('a JSON Schema at start', () => {
  const draft = 'https://json-schema.org/draft/2020-12/schema';
  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic.properties = { self: cyclic };
  const refused: [name: string, schema: unknown, message: RegExp][] = [
    [
      'an unknown keyword',
      object({ a: { minLenght: 1 } }),
      /at #\/properties\/a has "minLenght".*did you mean "minLength"\?/,
    ],
    ['a keyword that is like none', { type: 'string', unheardOf: 1 }, /begin with "x-"/],
    ['a keyword of another draft', { type: 'object', dependencies: {} }, /write dependentRequired or dependentSchemas/],
    ['a keyword of OpenAPI 3.0', { type: 'string', nullable: true }, /write a list of types/],
    ['a keyword named like a member of Object.prototype', { type: 'string', constructor: 1 }, /has "constructor"/],
    [
      'an unknown type',
      object({ 'a/b': { type: 'strng' } }),
      /at #\/properties\/a~1b\/type must be equal to one of the allowed values; did you mean "string"\?/,
    ],
    ['a type like none', { type: 'zzzzzzzz' }, /allowed values: array, boolean/],
    ['an object as a type', { type: [{ toString: 1 }] }, /at #\/type.* must /],
    [
      'an unknown format',
      object({ a: { type: 'string', format: 'emial' } }),
      /at #\/properties\/a\/format is "emial".*did you mean "email"\?/,
    ],
    ['a format like none', { type: 'string', format: 'zzzzzz' }, /the formats are date, /],
    [
      'a wrong argument',
      object({ a: { type: 'string', minLength: -1 } }),
      /at #\/properties\/a\/minLength must be >= 0$/,
    ],
    ['a list of items', { type: 'array', items: [{}] }, /at #\/items must be object,boolean; .*prefixItems/],
    ['a broken pattern', { type: 'string', pattern: '(' }, /at #\/pattern cannot be read/],
    [
      'draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
      /at #\/\$schema is of another draft; only 2020-12/,
    ],
    ['an unknown $schema', { $schema: 1, type: 'object' }, /another draft/],
    ['a reference to nothing', { $ref: '#/$defs/a' }, /can't resolve reference #\/\$defs\/a/],
    ['a reference to no anchor', { $ref: '#a' }, /can't resolve reference/],
    ['a reference elsewhere', { $ref: 'https://example.com/a.json' }, /nothing is fetched: put the schema into \$defs/],
    [
      'an $id twice',
      { type: 'object', $defs: { a: { $id: 'a' }, b: { $id: 'a' } } },
      /resolves to more than one schema/,
    ],
    [
      'an anchor twice',
      { type: 'object', $defs: { a: { $anchor: 'a' }, b: { $anchor: 'a' } } },
      /more than one schema/,
    ],
    ['a schema that contains itself as an object', cyclic, /nested deeper than 256 levels/],
    ['what is no JSON', { type: 'number', maximum: Number.NaN }, /at #\/maximum is not a finite number/],
    ['what is no object', true, /must be an object/],
  ];
  for (const [name, written, message] of refused) {
    it(`refuses ${name}`, () => {
      const error = catchError(() => compile(written));
      expect(error).to.be.instanceOf(LogicError);
      expect(error).to.include({
        code: 'E_LOGIC_SCHEMA',
        file: 'logic/post.js',
        action: 'postAction',
        section: 'body',
      });
      expect(error.message).to.match(message);
      expect(error.message).to.match(/^logic\/post.js: postAction.body: the JSON Schema at #/);
    });
  }

  const slow = '^(a+)+$';
  const places: [name: string, schema: object, pointer: string][] = [
    ['pattern', { type: 'string', pattern: slow }, '#/pattern'],
    ['patternProperties', { type: 'object', patternProperties: { [slow]: {} } }, '#/patternProperties/^(a+)+$'],
    ['propertyNames', { type: 'object', propertyNames: { pattern: slow } }, '#/propertyNames/pattern'],
    ['an unused definition', { type: 'object', $defs: { a: { pattern: slow } } }, '#/$defs/a/pattern'],
    ['a union in items', { type: 'array', items: { anyOf: [{}, { pattern: slow }] } }, '#/items/anyOf/1/pattern'],
    [
      'dependentSchemas',
      { type: 'object', dependentSchemas: { a: { pattern: slow } } },
      '#/dependentSchemas/a/pattern',
    ],
    ['too large to tell', { type: 'string', pattern: '^(?:a*|b*){30}$' }, '#/pattern'],
  ];
  for (const [name, written, pointer] of places) {
    it(`refuses an expression that can hang in ${name}`, () => {
      const error = catchError(() => compile(written));
      expect(error).to.include({ code: 'E_LOGIC_REGEXP' });
      expect(error.message).to.contain(`${pointer} can hang`);
    });
  }

  it('shows a string on which an expression can hang, or that it is too large', () => {
    const messageOf = (pattern: string) => catchError(() => compile({ type: 'string', pattern })).message;
    expect(messageOf(slow)).to.match(/can hang: \/\^\(a\+\)\+\$\/u: it takes exponential time, .*a.*; write it so/);
    expect(messageOf('^(?:a*|b*){30}$')).to.match(/can hang: .*\/u: it is too large.+; write it so/);
  });

  const taken: [name: string, schema: object][] = [
    ['$schema', { $schema: draft }],
    ['$schema with a fragment', { $schema: `${draft}#` }],
    [
      'notes',
      {
        title: 'a',
        description: 'b',
        $comment: 'c',
        examples: [1],
        deprecated: true,
        readOnly: true,
        writeOnly: true,
        type: 'integer',
      },
    ],
    ['extensions', { 'x-faker': 'name', 'x-step': 0, type: 'integer' }],
    [
      'contents',
      { type: 'integer', contentMediaType: 'application/json', contentEncoding: 'base64', contentSchema: {} },
    ],
    [
      'names of keywords as properties',
      { properties: { $id: {}, $ref: {}, nullable: { type: 'string' }, properties: {} } },
    ],
    ['keywords inside of values', { enum: [{ $ref: '#/nowhere' }, 1], default: { minLenght: 1 } }],
    ['anchors with different names', { $defs: { a: { $anchor: 'a' }, b: { $anchor: 'b', $dynamicAnchor: 'ab' } } }],
    ['expressions that need the flag u', { pattern: '^\\p{L}{2}$' }],
    ['if alone, and counts without contains', { if: {}, minContains: 2 }],
  ];
  for (const [name, written] of taken) {
    it(`accepts ${name}`, async () => expect(await runCheck(compile(written), 1)).to.deep.equal({ value: 1 }));
  }
});

function catchError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
