import { expect } from 'chai';
import { LogicError } from '../../src/errors.ts';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { failuresOf, runCheck } from './run-check.ts';

const place = { file: 'logic/post.js', action: 'postAction', section: 'body' } as const;
const compile = (schema: unknown) => compileJsonSchema(schema, place);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('compileJsonSchema', () => {
  const schema = object(
    { title: { type: 'string', minLength: 2 }, views: { type: 'integer', default: 0 } },
    { required: ['title'], additionalProperties: false },
  );

  it('gives a fresh copy, with defaults', async () => {
    const value = Object.freeze({ title: 'ab' });
    const result = await runCheck(compile(schema), value);
    expect(result).to.deep.equal({ value: { title: 'ab', views: 0 } });
    expect('value' in result && result.value).not.to.equal(value);
  });

  it('knows its names and its JSON Schema, as it was written', () => {
    const check = compile(schema);
    expect(check.names).to.deep.equal(['title', 'views']);
    expect(check.async).to.equal(false);
    expect(check.toJSONSchema()).to.deep.equal(schema);
    expect(check.toJSONSchema()).not.to.equal(check.toJSONSchema());
    expect(compile({ type: 'string' }).names).to.equal(undefined);
    expect(
      compile({ $ref: '#/$defs/a', $defs: { a: object({ b: {} }) }, allOf: [object({ c: {} })] }).names,
    ).to.deep.equal(['b', 'c']);
  });

  it('leaves the schema as it is, and does not see what becomes of it', async () => {
    const own = object(
      { a: { $ref: '#/$defs/a', title: 'A' } },
      { $defs: { a: { type: 'integer', 'x-own': 1 } }, $id: 'https://a.example/s' },
    );
    const before = JSON.stringify(own);
    const check = compile(own);
    await runCheck(check, { a: 1 });
    expect(JSON.stringify(own)).to.equal(before);
    own.type = 'array';
    expect(JSON.stringify(check.toJSONSchema())).to.equal(before);
    expect(await failuresOf(check, { a: 'x' })).to.deep.equal(['/a type']);
  });

  it('tells what is wrong, with the argument', async () => {
    const result = await runCheck(compile(schema), { title: 'a', views: 1.5, no: 1 });
    const common = { in: 'body', field: undefined };
    expect(result).to.deep.equal({
      failures: [
        { ...common, pointer: '/no', rule: 'unknown', argument: true, names: ['title', 'views'] },
        { ...common, pointer: '/title', rule: 'minLength', argument: 2, text: 'must NOT have fewer than 2 characters' },
        { ...common, pointer: '/views', rule: 'type', argument: 'integer', text: 'must be integer' },
      ],
    });
  });

  it('puts pointers below that of the field, and says which it is', async () => {
    const field = { label: 'Author', path: '/author', secret: true, message: undefined };
    const at = { in: 'body', pointer: '/author', field } as const;
    const result = await runCheck(compile(schema), { title: 1, 'a/b': 1 }, { at });
    expect('failures' in result && result.failures.map(({ pointer, field }) => [pointer, field])).to.deep.equal([
      ['/author/a~1b', undefined],
      ['/author/title', field],
    ]);
  });

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
    ['type', { type: ['string', 'null'] }, ['a', null], [[1, ' type']]],
    [
      'enum',
      { enum: [1, { a: 1 }] },
      [1, { a: 1 }],
      [
        [2, ' enum'],
        [{ a: 2 }, ' enum'],
      ],
    ],
    ['const', { const: [1] }, [[1]], [[[2], ' const']]],
    [
      'minimum and maximum',
      { type: 'number', minimum: 1, exclusiveMaximum: 3 },
      [1, 2.9],
      [
        [0, ' minimum'],
        [3, ' exclusiveMaximum'],
      ],
    ],
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
    ['large numbers', { type: ['integer', 'number'] }, [2 ** 53, 1e300, 1.5], []],
    [
      'length in characters',
      { type: 'string', minLength: 2, maxLength: 2 },
      ['ab', '😀a'],
      [
        ['😀', ' minLength'],
        ['abc', ' maxLength'],
      ],
    ],
    ['pattern', { type: 'string', pattern: '^\\p{L}+$' }, ['é'], [['1', ' pattern']]],
    ['format', { type: 'string', format: 'email' }, ['a@example.com'], [['a', ' format']]],
    ['items', { type: 'array', items: { type: 'integer' } }, [[], [1]], [[[1, 'a', 2, 'b'], '/1 type', '/3 type']]],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      [['a'], []],
      [
        [[1], '/0 type'],
        [['a', 1], ' items'],
      ],
    ],
    ['contains', { type: 'array', contains: { type: 'string' } }, [[1, 'a']], [[[1, 2], ' contains']]],
    [
      'minContains',
      { type: 'array', contains: { type: 'string' }, minContains: 2 },
      [['a', 'b']],
      [[['a', 2], ' contains']],
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
    ['uniqueItems, off', { type: 'array', uniqueItems: false }, [[1, 1]], []],
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
      'nested objects',
      object({ author: object({ address }) }),
      [{ author: { address: { street: '' } } }],
      [[{ author: { address: { street: 1 } } }, '/author/address/street type']],
    ],
    [
      'patternProperties',
      object({}, { patternProperties: { '^n': { type: 'number' } }, additionalProperties: { type: 'string' } }),
      [{ n: 1, a: 'a' }],
      [[{ n: 'a', a: 1 }, '/a type', '/n type']],
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
      'dependentSchemas',
      object({}, { dependentSchemas: { a: { required: ['b'] } } }),
      [{}, { a: 1, b: 1 }],
      [[{ a: 1 }, '/b required']],
    ],
    [
      'unevaluatedProperties',
      { allOf: [object({ a: {} })], properties: { b: {} }, unevaluatedProperties: false },
      [{ a: 1, b: 2 }],
      [[{ c: 1 }, '/c unknown']],
    ],
    [
      'unevaluatedProperties, decided by the value',
      object({ a: {} }, { anyOf: [{ required: ['a'] }, { properties: { b: {} } }], unevaluatedProperties: false }),
      [{ a: 1 }, { b: 1 }],
      [[{ constructor: 1, toString: 2, valueOf: 3 }, '/constructor unknown', '/toString unknown', '/valueOf unknown']],
    ],
    ['unevaluatedItems', { prefixItems: [{}], unevaluatedItems: false }, [[1]], [[[1, 2], ' unevaluatedItems']]],
    ['not', { not: { type: 'string' } }, [1], [['a', ' not']]],
    ['true and false', object({ a: true, b: false }), [{ a: 1 }], [[{ b: 1 }, '/b not']]],
    [
      'if, then and else',
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'number' } },
      ['ab', 1],
      [
        ['a', ' minLength'],
        [true, ' type'],
      ],
    ],
    [
      'allOf',
      { allOf: [{ required: ['a'] }, { required: ['b'] }] },
      [{ a: 1, b: 1 }],
      [[{}, '/a required', '/b required']],
    ],
    [
      'anyOf of types',
      { anyOf: [{ type: 'string' }, { type: 'number', minimum: 1 }] },
      ['a', 1],
      [
        [true, ' anyOf'],
        [0, ' anyOf'],
      ],
    ],
    ['oneOf where both hold', { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, [1], [[2, ' oneOf']]],
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

  it('names exactly one argument for what is no schema', async () => {
    const argumentsOf = async (written: object, value: unknown) => {
      const result = await runCheck(compile(written), value);
      return 'failures' in result && result.failures.map(({ argument }) => argument);
    };
    expect(await argumentsOf({ enum: ['a', 'b'] }, 'c')).to.deep.equal([['a', 'b']]);
    expect(await argumentsOf({ type: 'string', format: 'date' }, 'c')).to.deep.equal(['date']);
    expect(await argumentsOf({ anyOf: [{ type: 'string' }] }, 1)).to.deep.equal([true]);
    expect(await argumentsOf({ not: { type: 'string' } }, 'a')).to.deep.equal([true]);
    expect(await argumentsOf(object({}, { dependentRequired: { a: ['b'] } }), { a: 1 })).to.deep.equal([['a']]);
  });

  it('has a text of its own where Ajv has none', async () => {
    const textOf = async (written: object, value: unknown) => {
      const result = await runCheck(compile(written), value);
      return 'failures' in result && result.failures[0]?.text;
    };
    expect(await textOf({ multipleOf: 2 }, 1)).to.equal('must be multiple of 2');
    expect(await textOf({ uniqueItems: true }, [1, 1])).to.equal('must not have the same item twice');
    expect(await textOf({ type: 'integer' }, 2 ** 60)).to.match(/holds exactly/);
    expect(await textOf({ required: ['a'] }, {})).to.equal('is required');
    expect(await textOf({ dependentRequired: { a: ['b'] } }, { a: 1 })).to.equal('is required beside a');
    expect(await textOf({ propertyNames: { maxLength: 1 } }, { aa: 1 })).to.equal('has a name that is not allowed');
  });

  it('needs a value, unless there is a default', async () => {
    expect(await failuresOf(compile(object({})), undefined)).to.deep.equal([' required']);
    expect(await runCheck(compile(object({ a: { default: 1 } }, { default: {} })), undefined)).to.deep.equal({
      value: { a: 1 },
    });
  });

  describe('start', () => {
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
      [
        'a keyword of another draft',
        { type: 'object', dependencies: {} },
        /write dependentRequired or dependentSchemas/,
      ],
      ['a keyword of OpenAPI 3.0', { type: 'string', nullable: true }, /write a list of types/],
      ['a keyword named like a member of Object.prototype', { type: 'string', constructor: 1 }, /has "constructor"/],
      [
        'an unknown type',
        object({ 'a/b': { type: 'strng' } }),
        /at #\/properties\/a~1b\/type is "strng", which is no type; did you mean "string"\?/,
      ],
      ['a type like none', { type: 'zzzzzzzz' }, /the types are array, boolean/],
      [
        'an unknown format',
        object({ a: { type: 'string', format: 'emial' } }),
        /at #\/properties\/a\/format is "emial".*did you mean "email"\?/,
      ],
      ['a format like none', { type: 'string', format: 'zzzzzz' }, /the formats are date, /],
      [
        'a wrong argument',
        object({ a: { type: 'string', minLength: -1 } }),
        /at #\/properties\/a\/minLength must be >= 0/,
      ],
      ['a list of items', { type: 'array', items: [{}] }, /at #\/items must be object,boolean; .*prefixItems/],
      ['an empty enum', { enum: [] }, /at #\/enum is empty/],
      ['a broken pattern', { type: 'string', pattern: '(' }, /at #\/pattern cannot be read/],
      [
        'draft-07',
        { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
        /at #\/\$schema is of another draft; only 2020-12/,
      ],
      ['an unknown $schema', { $schema: 1, type: 'object' }, /another draft/],
      ['a reference to nothing', { $ref: '#/$defs/a' }, /at #\/\$ref is "#\/\$defs\/a", where there is no schema/],
      ['a reference into a list that is short', { allOf: [{}], $ref: '#/allOf/1' }, /no schema/],
      ['a reference through a number', { minLength: 1, $ref: '#/minLength/a' }, /no schema/],
      ['a reference to a member of Object.prototype', { $ref: '#/constructor' }, /no schema/],
      [
        'a reference to what is no schema',
        object({ a: { $ref: '#/properties' } }),
        /at #\/properties\/a\/\$ref is "#\/properties", where/,
      ],
      ['a reference to a value', object({ a: { $ref: '#/default' } }, { default: {} }), /no schema/],
      ['a reference to no anchor', { $ref: '#a' }, /no schema/],
      ['a reference with a broken escape', { $ref: '#/%' }, /no schema/],
      ['a reference elsewhere', { $ref: 'https://example.com/a.json' }, /nothing is fetched/],
      ['a reference that is no address', { $ref: 'https://[' }, /nothing is fetched/],
      [
        'a reference and a dynamic one',
        { type: 'array', items: { $ref: '#', $dynamicRef: '#' } },
        /at #\/items has both/,
      ],
      [
        'an $id that is no address',
        { $id: 'https://[', type: 'object' },
        /at #\/\$id is "https:\/\/\[", which is no address/,
      ],
      [
        'an $id twice',
        { type: 'object', $defs: { a: { $id: 'a' }, b: { $id: 'a' } } },
        /at #\/\$defs\/b\/\$id is "a", which another/,
      ],
      [
        'an anchor twice',
        { type: 'object', $defs: { a: { $anchor: 'a' }, b: { $anchor: 'a' } } },
        /at #\/\$defs\/b\/\$anchor is "a"/,
      ],
      [
        'a dynamic anchor that has a choice',
        { type: 'object', $defs: { a: { $id: 'a', $dynamicAnchor: 'a' }, b: { $dynamicAnchor: 'a' } } },
        /names of anchors must differ/,
      ],
      ['itself for the same value', { $ref: '#' }, /leads back to itself for the same value/],
      [
        'itself through others',
        { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a' }], $defs: { a: { not: { $ref: '#' } } } },
        /leads back/,
      ],
      ['a schema that contains itself as an object', cyclic, /nested deeper than 256 levels/],
      ['what is no JSON', { type: 'number', maximum: Number.NaN }, /at #\/maximum is not a finite number/],
      ['what is no object', true, /must be an object/],
      ['a schema that is an instance', object({ a: new (class {})() }), /at #\/properties\/a must be an object/],
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
      ['a definition that nobody uses', { type: 'object', $defs: { a: { pattern: slow } } }, '#/$defs/a/pattern'],
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
      ['if alone, and counts without contains', { if: {}, minContains: 2 }],
    ];
    for (const [name, written] of taken) {
      it(`takes ${name}`, async () => expect(await runCheck(compile(written), 1)).to.deep.equal({ value: 1 }));
    }
  });
});

function catchError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
