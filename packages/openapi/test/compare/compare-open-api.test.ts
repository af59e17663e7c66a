import { expect } from 'chai';
import {
  type Change,
  compareOpenApi,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from '../../src/index.ts';
import { documentOf, info } from '../fixture.ts';

const ok = { 200: { description: 'OK' } };

function documentWith(operation: Partial<Operation>, more: Partial<OpenApiDocument> = {}): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info,
    paths: { '/post': { post: { tags: ['post'], operationId: 'createPost', responses: ok, ...operation } } },
    ...more,
  };
}

function request(schema: Schema, required?: boolean): OpenApiDocument {
  return documentWith({
    requestBody: { ...(required !== undefined && { required }), content: { 'application/json': { schema } } },
  });
}

function response(schema: Schema): OpenApiDocument {
  return documentWith({ responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } });
}

function parameter(given: Partial<Parameter> | undefined): OpenApiDocument {
  return documentWith(given === undefined ? {} : { parameters: [{ name: 'q', in: 'query', schema: {}, ...given }] });
}

const codes = (changes: readonly Change[]) =>
  changes.map(({ code, breaking }) => `${breaking ? '!' : ''}${code}`).join(' ');

describe('static aggregate in two documents', () => {
  const documentOfGroups = (aggregate?: readonly string[]) =>
    documentOf(
      { statics: aggregate ? { aggregate } : {} },
      { post: { id: 'integer', hours: 'integer', state: 'string' } },
    );

  it('a column less breaks clients, one more does not', async () => {
    const [none, one, two] = [
      await documentOfGroups(),
      await documentOfGroups(['hours']),
      await documentOfGroups(['hours', 'state']),
    ];
    const breaking = (before: OpenApiDocument, after: OpenApiDocument) =>
      compareOpenApi(before, after).filter((change) => change.breaking);
    expect(breaking(none, one)).to.eql([]);
    expect(breaking(one, two)).to.eql([]);
    expect(
      breaking(two, one)
        .map(({ pointer }) => pointer)
        .join(' '),
    )
      .to.contain('group')
      .and.contain('max');
    expect(breaking(one, none).map(({ code }) => code)).to.include('parameter-removed');
  });
});

describe('compareOpenApi', () => {
  /** Old schema, new schema, changes in a request, changes in a response; `!` is breaking. */
  const SCHEMAS: readonly (readonly [
    name: string,
    before: Schema,
    after: Schema,
    request: string,
    response: string,
  ])[] = [
    ['the same', { type: 'string' }, { type: 'string' }, '', ''],
    [
      'a field that is called like what objects inherit is gone',
      { properties: { constructor: {} }, additionalProperties: false },
      { properties: {}, additionalProperties: false },
      '!property-removed',
      '!property-removed',
    ],
    ['other words', { description: 'a' }, { description: 'b', title: 'c', example: 1, 'x-note': 'd' }, '', ''],
    ['a pattern with its quotes as escapes', { pattern: '^"$' }, { pattern: '^\\x22$' }, '', ''],
    ['a type less', { type: ['string', 'null'] }, { type: 'string' }, '!schema-narrowed', 'schema-narrowed'],
    ['a type more', { type: 'string' }, { type: ['string', 'null'] }, 'schema-widened', '!schema-widened'],
    [
      'another type',
      { type: 'string' },
      { type: 'integer' },
      '!schema-narrowed schema-widened',
      'schema-narrowed !schema-widened',
    ],
    ['integers become numbers', { type: 'integer' }, { type: 'number' }, 'schema-widened', '!schema-widened'],
    ['numbers become integers', { type: 'number' }, { type: 'integer' }, '!schema-narrowed', 'schema-narrowed'],
    ['a type where there was none', {}, { type: 'string' }, '!schema-narrowed', 'schema-narrowed'],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, 'schema-widened', '!schema-widened'],
    ['a constant', { const: 'a' }, { enum: ['a', 'b'] }, 'schema-widened', '!schema-widened'],
    [
      'values where all were',
      { type: 'string' },
      { type: 'string', enum: ['a'] },
      '!schema-narrowed',
      'schema-narrowed',
    ],
    ['a higher minimum', { minimum: 1 }, { minimum: 2 }, '!schema-narrowed', 'schema-narrowed'],
    ['a new maximum', {}, { maximum: 2 }, '!schema-narrowed', 'schema-narrowed'],
    ['a shorter list', { maxItems: 9 }, { maxItems: 8 }, '!schema-narrowed', 'schema-narrowed'],
    ['a new pattern', {}, { pattern: 'a' }, '!schema-narrowed', 'schema-narrowed'],
    ['another pattern', { pattern: 'a' }, { pattern: 'b' }, '!schema-changed', '!schema-changed'],
    ['no format', { format: 'date' }, {}, 'schema-widened', '!schema-widened'],
    ['a new rule of the logic', {}, { 'x-email': true }, '!schema-narrowed', 'schema-narrowed'],
    ['a new field', obj({}), obj({ a: {} }), 'property-added', 'property-added'],
    ['a new field that is needed', obj({}), obj({ a: {} }, ['a']), '!property-added', 'property-added'],
    ['a field less', obj({ a: {} }), obj({}), 'property-removed', '!property-removed'],
    [
      'a field that is refused now',
      obj({ a: {} }),
      { ...obj({}), additionalProperties: false },
      '!property-removed !schema-narrowed',
      '!property-removed schema-narrowed',
    ],
    ['a field is needed now', obj({ a: {} }), obj({ a: {} }, ['a']), '!property-required', 'property-required'],
    [
      'a field is not needed any more',
      obj({ a: {} }, ['a']),
      obj({ a: {} }),
      'property-optional',
      '!property-optional',
    ],
    [
      'the type of a field',
      obj({ a: { type: 'string' } }),
      obj({ a: { type: ['string', 'null'] } }),
      'schema-widened',
      '!schema-widened',
    ],
    ['other members', { additionalProperties: false }, {}, 'schema-widened', 'schema-widened'],
    [
      'items',
      { items: { type: 'string' } },
      { items: { type: 'integer' } },
      '!schema-narrowed schema-widened',
      'schema-narrowed !schema-widened',
    ],
    ['items where there were none', {}, { items: { type: 'string' } }, '!schema-narrowed', 'schema-narrowed'],
    ['an alternative less', { anyOf: [{}, { type: 'null' }] }, { anyOf: [{}] }, '!schema-narrowed', 'schema-narrowed'],
    ['an alternative more', { oneOf: [{}] }, { oneOf: [{}, { type: 'null' }] }, 'schema-widened', '!schema-widened'],
    ['a condition more', { allOf: [{}] }, { allOf: [{}, { minimum: 1 }] }, '!schema-narrowed', 'schema-narrowed'],
    ['a condition less', { allOf: [{ minimum: 1 }] }, {}, 'schema-widened', '!schema-widened'],
    [
      'another condition',
      { allOf: [{ minimum: 1 }] },
      { allOf: [{ minimum: 2 }] },
      '!schema-narrowed',
      'schema-narrowed',
    ],
    ['what is not', { not: { const: 1 } }, { not: { const: 2 } }, '!schema-changed', '!schema-changed'],
  ];
  for (const [name, before, after, sent, got] of SCHEMAS) {
    it(`compares schemas: ${name}`, () => {
      expect(codes(compareOpenApi(request(before), request(after))), 'request').to.equal(sent);
      expect(codes(compareOpenApi(response(before), response(after))), 'response').to.equal(got);
    });
  }

  const none = documentWith({});
  const paths = (...templates: string[]): OpenApiDocument => {
    const item = none.paths['/post'] ?? {};
    return { ...none, paths: Object.fromEntries(templates.map((template) => [template, item])) };
  };
  const answers = (...statuses: number[]) =>
    documentWith({ responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])) });
  const headers = (...names: string[]) =>
    documentWith({
      responses: { 200: { description: '', headers: Object.fromEntries(names.map((name) => [name, { schema: {} }])) } },
    });
  const types = (...names: string[]) =>
    documentWith({ requestBody: { content: Object.fromEntries(names.map((name) => [name, {}])) } });

  const OPERATIONS: readonly (readonly [
    name: string,
    before: OpenApiDocument,
    after: OpenApiDocument,
    expected: string,
  ])[] = [
    ['a path less', paths('/a', '/b'), paths('/a'), '!path-removed'],
    ['a path more', paths('/a'), paths('/a', '/b'), 'path-added'],
    ['another name of a parameter', paths('/a/{id}'), paths('/a/{postId}'), ''],
    ['an operation less', none, { ...none, paths: { '/post': {} } }, '!operation-removed'],
    ['an operation more', { ...none, paths: { '/post': {} } }, none, 'operation-added'],
    ['deprecation', none, documentWith({ deprecated: true }), 'operation-deprecated'],
    [
      'a server less',
      { ...none, servers: [{ url: '/a' }, { url: '/b' }] },
      { ...none, servers: [{ url: '/a' }] },
      '!server-removed',
    ],
    ['a lock', none, { ...none, security: [{ bearer: [] }] }, '!security-changed'],
    ['no lock', { ...none, security: [{ bearer: [] }] }, none, 'security-changed'],
    ['a parameter less', parameter({}), parameter(undefined), '!parameter-removed'],
    ['a header less', parameter({ in: 'header' }), parameter(undefined), 'parameter-removed'],
    ['a parameter more', parameter(undefined), parameter({}), 'parameter-added'],
    ['a parameter that is needed', parameter(undefined), parameter({ required: true }), '!parameter-added'],
    ['a parameter is needed now', parameter({}), parameter({ required: true }), '!parameter-required'],
    ['the schema of a parameter', parameter({}), parameter({ schema: { type: 'string' } }), '!schema-narrowed'],
    ['a body', none, request({}), 'body-added'],
    ['a body that is needed', none, request({}, true), '!body-added'],
    ['no body', request({}), none, '!body-removed'],
    ['a body is needed now', request({}), request({}, true), '!body-required'],
    ['a media type less', types('a/b', 'c/d'), types('a/b'), '!media-type-removed'],
    ['a media type more', types('a/b'), types('a/b', 'c/d'), 'media-type-added'],
    ['a success less', answers(200, 204), answers(200), '!status-removed'],
    ['a success more', answers(200), answers(200, 204), '!status-added'],
    ['an error less', answers(200, 409), answers(200), 'status-removed'],
    ['an error more', answers(200), answers(200, 409), 'status-added'],
    ['a header of the answer less', headers('Location'), headers(), '!header-removed'],
    ['a header of the answer more', headers(), headers('Location'), 'header-added'],
    [
      'a header of the answer is optional now',
      documentWith({ responses: { 200: { description: '', headers: { Location: { required: true, schema: {} } } } } }),
      headers('Location'),
      '!header-optional',
    ],
  ];
  for (const [name, before, after, expected] of OPERATIONS) {
    it(`compares operations: ${name}`, () => expect(codes(compareOpenApi(before, after))).to.equal(expected));
  }

  it('reports a change of a shared schema once', () => {
    const build = (type: string): OpenApiDocument => {
      const schema = { $ref: '#/components/schemas/Post' };
      const content = { 'application/json': { schema }, 'application/xml': { schema } };
      const schemas = { Post: { type: 'object', properties: { 'a/b': { type }, next: schema } } };
      return documentWith({ responses: { 200: { description: '', content } } }, { components: { schemas } });
    };
    const changes = compareOpenApi(build('integer'), build('number'));
    expect(changes).to.eql([
      {
        breaking: true,
        code: 'schema-widened',
        pointer: '/components/schemas/Post/properties/a~1b',
        message: 'The type has number too.',
      },
    ]);
  });

  it('follows references to responses', () => {
    const build = (name: string): OpenApiDocument => {
      const media = { schema: { type: 'object', properties: { [name]: {} } } };
      const components = { responses: { Bad: { description: '', content: { 'application/problem+json': media } } } };
      return documentWith({ responses: { ...ok, 400: { $ref: '#/components/responses/Bad' } } }, { components });
    };
    const [change] = compareOpenApi(build('code'), build('kind'));
    expect(change).to.include({ breaking: true, code: 'property-removed' });
    expect(change?.pointer).to.equal(
      '/components/responses/Bad/content/application~1problem+json/schema/properties/code',
    );
  });

  it('finds no change in equal documents, and a removed column', async () => {
    const tables = { id: 'integer', title: 'string', note: 'string?' } as const;
    const before = await documentOf({}, { post: tables });
    expect(compareOpenApi(before, structuredClone(before))).to.eql([]);
    const after = await documentOf({}, { post: { id: 'integer', title: 'string' } });
    const changes = compareOpenApi(before, after);
    expect(changes.filter(({ breaking }) => breaking).map(({ pointer }) => pointer)).to.include.members([
      '/components/schemas/Post/properties/note',
      '/components/schemas/PostFields/properties/note',
    ]);
    expect(compareOpenApi(after, before).filter(({ breaking }) => breaking)).to.eql([]);
  });

  /** As flat parameters, in the form of earlier versions. */
  const FLAT: readonly Parameter[] = [
    { name: 'views', in: 'query', schema: { type: 'integer' } },
    { name: 'views[gte]', in: 'query', schema: { type: 'integer' } },
    { name: 'views[in]', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
  ];
  const deep = (operators: Record<string, Schema>, value: Schema = { type: 'integer' }): OpenApiDocument =>
    documentWith(
      {
        parameters: [
          {
            name: 'views',
            in: 'query',
            style: 'deepObject',
            schema: { anyOf: [value, { $ref: '#/components/schemas/Filter' }] },
          },
        ],
      },
      { components: { schemas: { Filter: { type: 'object', properties: operators } } } },
    );
  const gte = { type: 'integer' };
  const list = { type: 'string' };

  const FILTERS: readonly (readonly [
    name: string,
    before: OpenApiDocument,
    after: OpenApiDocument,
    expected: string,
  ])[] = [
    [
      'one parameter for each operator and an object',
      documentWith({ parameters: [...FLAT] }),
      deep({ gte, in: list }),
      '',
    ],
    ['an operator less', deep({ gte, in: list }), deep({ gte }), '!parameter-removed'],
    ['an operator more', deep({ gte }), deep({ gte, in: list }), 'parameter-added'],
    [
      'another value of an operator',
      deep({ gte }),
      deep({ gte: { type: 'boolean' } }),
      '!schema-narrowed schema-widened',
    ],
    ['another value', deep({ gte }), deep({ gte }, { type: 'number' }), 'schema-widened'],
    ['a filter less, once', deep({ gte, in: list }), documentWith({}), '!parameter-removed'],
    ['a filter more, once', documentWith({}), deep({ gte, in: list }), 'parameter-added'],
  ];
  for (const [name, before, after, expected] of FILTERS) {
    it(`compares filters: ${name}`, () => expect(codes(compareOpenApi(before, after))).to.equal(expected));
  }

  it('treats parameters of the path and of components alike', () => {
    const q: Parameter = { name: 'q', in: 'query', schema: { type: 'string' } };
    const plain = parameter(q);
    const ofPath = documentWith({});
    Object.assign(ofPath.paths['/post'] as object, { parameters: [q] });
    const shared = documentWith(
      { parameters: [{ $ref: '#/components/parameters/q' }] },
      { components: { parameters: { q } } },
    );
    for (const one of [plain, ofPath, shared])
      for (const other of [plain, ofPath, shared]) expect(codes(compareOpenApi(one, other))).to.equal('');
    expect(codes(compareOpenApi(ofPath, documentWith({})))).to.equal('!parameter-removed');
  });
});

// --- internal ---

function obj(properties: Record<string, Schema>, required?: readonly string[]): Schema {
  return { type: 'object', properties, ...(required && { required }) };
}
