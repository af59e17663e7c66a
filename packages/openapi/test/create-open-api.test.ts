import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { createValidator } from '../src/examples/create-validator.ts';
import {
  compareOpenApi,
  createOpenApi,
  type Header,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
} from '../src/index.ts';
import { controller, documentOf, info, operation, path, service, store } from './fixture.ts';

const fields = {
  title: { required: true, string: true, trim: true, length: { max: 80 } },
  views: { int: { min: 0 }, default: 0 },
  pin: { string: true, secret: true },
} as const;

const logic = defineLogic({
  params: { id: { int: { min: 1 } } },
  getAction: { query: { draft: { boolean: true } }, headers: { 'x-tenant': { required: true, string: true } } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: { title: { string: true } } },
});

const tables = {
  post: { id: 'integer', title: 'string', views: 'integer', note: 'string?', meta: 'json?', pin: 'string?' },
} as const;

function names(parameters: readonly unknown[] = [], where = 'query'): string[] {
  return (parameters as Parameter[]).filter((parameter) => parameter.in === where).map(({ name }) => name);
}

describe('createOpenApi', () => {
  it('refuses info without title or version', async () => {
    const wrong = createOpenApi(service([], []), { info: { title: 'Test' } as never });
    expect(await wrong.catch((error: unknown) => error)).to.include({ name: 'OpenApiError', code: 'E_OPENAPI_INFO' });
  });

  it('lets the process answer other requests while it describes many resources', async () => {
    const resources = Array.from({ length: 40 }, (_, index) => `post${index}`);
    const many = service(
      resources.flatMap((name) => [path(name, `/${name}`), path(name, `/${name}/{id}`)]),
      resources.map((name) => controller(name, { logic })),
      { model: store(Object.fromEntries(resources.map((name) => [name, tables.post]))) },
    );
    // The modules are loaded.
    await documentOf({ logic }, tables);
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await createOpenApi(many, { info });
    clearImmediate(next);
    expect(turns).to.be.greaterThan(5);
  });

  it('has every operation of a resource', async () => {
    const document = await documentOf({ logic }, tables);
    const ids = Object.entries(document.paths).map(
      ([template, { get, post, put, patch, delete: remove, 'x-query': query }]) => [
        template,
        ...[get, query as typeof get, post, put, patch, remove].flatMap((one) => one?.operationId ?? []),
      ],
    );
    expect(ids).to.eql([
      ['/post', 'listPost', 'queryPost', 'createPost'],
      ['/post/{id}', 'getPost', 'replacePost', 'updatePost', 'deletePost'],
    ]);
    expect(document.paths['/post']?.['x-allow']).to.equal('GET, HEAD, QUERY, POST, OPTIONS');
  });

  it('has the list parameters of the router', async () => {
    const { parameters } = operation(await documentOf({ logic }, tables), 'GET /post');
    const base = ['draft', 'page', 'after', 'pageSize', 'sort', 'fields'];
    expect(names(parameters)).to.eql([...base, 'id', 'title', 'views', 'note', 'meta']);
    expect(names(parameters, 'header')).to.eql(['If-None-Match', 'If-Match', 'x-tenant']);
  });

  it('has one parameter for the filters of a column', async () => {
    const document = await documentOf({ logic }, tables);
    const parameters = operation(document, 'GET /post').parameters as Parameter[];
    const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema;
    const filter = (name: string) => document.components?.schemas?.[name]?.properties as Record<string, object>;
    expect(parameters.find(({ name }) => name === 'views')).to.include({ style: 'deepObject', explode: true });
    const [value, comparisons] = (schemaOf('views')?.anyOf ?? []) as object[];
    expect(value).to.include({ type: 'integer' });
    expect(comparisons).to.eql({ $ref: '#/components/schemas/IntegerFilter' });
    expect(schemaOf('meta')).to.eql({ $ref: '#/components/schemas/JsonFilter' });
    const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'];
    expect(Object.keys(filter('IntegerFilter'))).to.eql(operators);
    expect(filter('IntegerFilter').in).to.include({ type: 'string' });
    expect(Object.keys(filter('StringFilter'))).to.eql([...operators, 'contains', 'startsWith', 'endsWith']);
    expect(Object.keys(filter('JsonFilter'))).to.eql(['null']);
  });

  it('has a parameter for each operator of a column called as a parameter of lists', async () => {
    const { parameters } = operation(await documentOf({}, { post: { id: 'integer', sort: 'json' } }), 'GET /post');
    expect(names(parameters).filter((name) => name.startsWith('sort'))).to.eql(['sort', 'sort[null]']);
  });

  it('combines the pattern of a parameter with its logic', async () => {
    const { parameters } = operation(await documentOf({ logic }, tables), 'GET /post/{id}');
    expect(parameters?.[0]).to.deep.include({ name: 'id', in: 'path', required: true });
    expect((parameters as Parameter[])[0]?.schema).to.include({ type: 'integer', minimum: 1 });
  });

  it('describes records by their visible columns', async () => {
    const { components } = await documentOf({ logic, statics: { hidden: ['note'] } }, tables);
    const properties = {
      ...{ id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
      ...{ views: { type: 'integer' }, meta: { readOnly: true } },
    };
    const required = ['id', 'title', 'views', 'meta'];
    expect(components?.schemas?.Post).to.eql({ type: 'object', properties, required, additionalProperties: false });
    expect(components?.schemas?.PostFields).to.eql({ type: 'object', properties });
  });

  it('describes bodies as JSON, merge patches and forms', async () => {
    const document = await documentOf({ logic, statics: { forms: true } }, tables);
    expect(Object.keys(operation(document, 'POST /post').requestBody?.content ?? {})).to.eql([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    const patch = operation(document, 'PATCH /post/{id}').requestBody;
    expect(Object.keys(patch?.content ?? {})[0]).to.equal('application/merge-patch+json');
    expect(patch?.required).to.equal(undefined);
    expect(operation(document, 'POST /post').requestBody?.required).to.equal(true);
    expect(document.components?.schemas?.PostCreate?.required).to.eql(['title']);
  });

  it('leaves out writes without a logic, and notes it', async () => {
    const document = await documentOf({ logic: defineLogic({ postAction: { body: fields } }) }, tables);
    const { put, patch, 'x-left-out': leftOut } = document.paths['/post/{id}'] ?? {};
    expect([put, patch]).to.eql([undefined, undefined]);
    expect(leftOut).to.have.length(2);
    expect(document.paths['/post']?.post).to.not.equal(undefined);
  });

  const ERRORS: readonly (readonly [line: string, statuses: string])[] = [
    ['GET /post', '200 304 400 412 422 431 500 503'],
    ['QUERY /post', '200 400 408 413 415 422 431 500 503'],
    ['POST /post', '201 400 408 409 413 415 422 431 500 503'],
    ['GET /post/{id}', '200 304 400 404 412 414 422 431 500 503'],
    ['PUT /post/{id}', '200 201 204 400 404 408 409 412 413 414 415 422 428 431 500 503'],
    ['PATCH /post/{id}', '200 204 400 404 408 409 412 413 414 415 422 428 431 500 503'],
    ['DELETE /post/{id}', '204 400 404 409 412 414 422 428 431 500 503'],
  ];
  for (const [line, statuses] of ERRORS) {
    it(`lists the statuses of ${line}: ${statuses}`, async () => {
      const document = await documentOf({ logic, statics: { upsert: true, requirePrecondition: true } }, tables);
      expect(Object.keys(operation(document, line).responses).join(' ')).to.equal(statuses);
    });
  }

  it('describes PATCH and DELETE of a collection', async () => {
    const statics = { bulk: ['patch', 'delete'], search: ['title'] };
    const document = await documentOf({ logic, statics }, tables);
    expect(document.paths['/post']?.['x-allow']).to.equal('GET, HEAD, QUERY, POST, PATCH, DELETE, OPTIONS');
    const patch = operation(document, 'PATCH /post');
    expect(patch).to.include({ operationId: 'updateManyPost', summary: 'Update many posts' });
    expect(names(patch.parameters)).to.eql(['q', 'id', 'title', 'views', 'note', 'meta']);
    expect(names(patch.parameters, 'header')).to.eql(['Prefer']);
    expect((patch.parameters as Parameter[]).find(({ name }) => name === 'Prefer')?.required).to.equal(true);
    expect(Object.keys(patch.responses).join(' ')).to.equal('200 204 400 408 409 412 413 415 422 428 431 500 503');
    const answer = patch.responses['200'] as Response;
    expect(answer.content?.['application/json']?.schema).to.include({ type: 'array' });
    expect(Object.keys(answer.headers ?? {})).to.eql(['Preference-Applied', 'X-Total-Count']);
    const remove = operation(document, 'DELETE /post');
    expect(remove.operationId).to.equal('deleteManyPost');
    expect(Object.keys(remove.responses).join(' ')).to.equal('204 400 409 412 422 428 431 500 503');
    expect(operation(document, 'PATCH /post/{id}').operationId).to.equal('updatePost');
  });

  it('lists the error codes of each status', async () => {
    const { components } = await documentOf({ logic }, tables);
    const media = components?.responses?.Conflict?.content?.['application/problem+json'] as MediaType;
    expect(JSON.stringify(media.schema)).to.contain(
      '{"status":{"const":409},"code":{"type":"string","enum":["E_CONFLICT","E_IDEMPOTENCY_RUNNING","E_MAX_AFFECTED"]}}',
    );
    expect(media.example).to.include({ status: 409, code: 'E_CONFLICT' });
  });

  it("leaves responses of a user's action open without `static shown`", async () => {
    const own = { logic, own: ['getAction', 'postAction'] };
    expect(Object.keys(operation(await documentOf(own, tables), 'GET /post').responses)).to.include.members([
      '200',
      'default',
    ]);
    const shown = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const document = await documentOf({ ...own, statics: { shown } }, tables);
    expect(Object.keys(operation(document, 'GET /post').responses)).to.include.members(['200', '304', 'default']);
    expect(document.components?.schemas?.Post).to.eql(shown);
  });

  it('leaves an unknown record open, with a note', async () => {
    const note = async (...given: Parameters<typeof documentOf>) =>
      (await documentOf(...given)).components?.schemas?.Post?.['x-note'];
    expect(await note({ logic }, {})).to.equal('The store has no table "post".');
    expect(await note({ logic, overridesShow: true }, tables)).to.match(/`static shown`/);
    const broken = { repository: () => ({ describe: async () => Promise.reject(new Error('away')) }) } as never;
    const away = service([path('post', '/post')], [controller('post', { logic })], { model: broken });
    const { components } = await createOpenApi(away, { info });
    expect(components?.schemas?.PostFields ?? components?.schemas?.Post).to.eql({
      'x-note': 'The store could not be asked for the table "post".',
    });
  });

  it('leaves responses open with an envelope, and errors with onError', async () => {
    const described = service([path('post', '/post')], [controller('post', { logic })], {
      model: store(tables),
      hasEnvelope: true,
      hasOnError: true,
    });
    const { responses } = operation(await createOpenApi(described, { info }), 'GET /post');
    expect((responses['200'] as { content: Record<string, MediaType> }).content['application/json']?.schema).to.eql({});
    expect(responses['400']).to.not.have.any.keys('content', '$ref');
  });

  it('describes keys that are bare or in quotes', async () => {
    const { components } = await documentOf({ logic, statics: { idempotent: true } }, tables);
    const pattern = new RegExp(String(components?.parameters?.['Idempotency-Key']?.schema.pattern), 'u');
    for (const key of ['8e03978e', '"8e03978e"', '"a,b"']) expect(key).to.match(pattern);
    for (const key of ['"8e03978e', 'a b', '"a b"', '""', '']) expect(key).not.to.match(pattern);
  });

  it('uses the problemType of the service', async () => {
    const described = service([path('post', '/post')], [controller('post', { logic })], {
      model: store(tables),
      problemType: (code) => `/errors#${code}`,
    });
    const { components } = await createOpenApi(described, { info });
    expect(JSON.stringify(components?.responses?.BadRequest)).to.include('"type":"/errors#E_BAD_REQUEST"');
  });

  it('includes descriptions and security', async () => {
    const security = [{ bearer: [] }];
    const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } } as const;
    const document = await documentOf({ logic, statics: { description: 'Posts.' } }, tables, {
      security,
      securitySchemes,
    });
    expect(document).to.deep.include({ tags: [{ name: 'post', description: 'Posts.' }] });
    expect(document.components?.securitySchemes).to.eql(securitySchemes);
    const { deprecated, responses, security: own } = operation(document, 'GET /post');
    expect(own).to.eql(security);
    expect([deprecated, '401' in responses, '403' in responses]).to.eql([undefined, true, true]);
  });

  it('includes deprecation and sunset', async () => {
    const given = { logic, deprecated: new Date('2026-01-01'), sunset: new Date('2027-01-01') };
    const statics = { deprecationLink: 'https://example.org/moved' };
    const { deprecated, responses } = operation(await documentOf({ ...given, statics }, tables), 'GET /post/{id}');
    expect(deprecated).to.equal(true);
    const { headers = {} } = responses['200'] as { headers?: Record<string, Header> };
    expect(Object.entries(headers).map(([name, { example }]) => [name, example])).to.deep.include.members([
      ['Deprecation', '@1767225600'],
      ['Sunset', 'Fri, 01 Jan 2027 00:00:00 GMT'],
      ['Link', '<https://example.org/moved>; rel="deprecation"'],
    ]);
    expect(operation(await documentOf({ logic, deprecated: true }, tables), 'GET /post')).to.include({
      deprecated: true,
    });
  });

  it('describes QUERY as a method in OpenAPI 3.2, and as an extension in 3.1', async () => {
    const recent = await documentOf({ logic }, tables, { openapi: '3.2' });
    expect(recent.openapi).to.equal('3.2.0');
    expect(recent.paths['/post']?.query?.operationId).to.equal('queryPost');
    expect(recent.paths['/post']).to.not.have.property('x-query');
  });

  it('describes the body of QUERY once for all lists of a class', async () => {
    const paths = [path('post', '/post'), path('post', '/user/{views}/post')];
    const described = service(paths, [controller('post')], { model: store(tables) });
    const document = await createOpenApi(described, { info });
    const [one, other] = paths.map(({ template }) => operation(document, `QUERY ${template}`));
    const schema = { $ref: '#/components/x-query/PostQuery' };
    // Generators would write types that nothing uses.
    expect(document.components?.schemas).not.to.have.any.keys('PostQuery', 'PostFilter', 'StringValue');
    for (const { requestBody, parameters } of [one, other] as Operation[]) {
      expect(requestBody?.content['application/json']?.schema).to.eql(schema);
      expect(names(parameters)).to.eql([]);
    }
    const takes = (value: object) => createValidator(document)(schema, value);
    expect(takes({ 'views[gte]': 1, 'title[contains]': 'a', or: [{ 'note[null]': true }, { views: 2 }] })).to.equal(
      true,
    );
    expect(takes({ 'views[contains]': 'a' })).to.equal(false);
    expect(takes({ 'views[gte]': true })).to.equal(false);
    expect(takes({ or: [{ 'nothing[gte]': 1 }] })).to.equal(false);
    const { id: _, ...fewer } = tables.post;
    const before = await createOpenApi(service(paths, [controller('post')], { model: store({ post: fewer }) }), {
      info,
    });
    const changes = compareOpenApi(before, document).filter(({ pointer }) => pointer.includes('PostQuery'));
    expect(changes.map(({ breaking, message }) => `${breaking} ${message}`)).to.include('false "id[gte]" is new.');
    expect(changes.some(({ breaking }) => breaking)).to.equal(false);
  });

  it('refuses OpenAPI 3.0, and names a converter', async () => {
    const wrong = documentOf({}, {}, { openapi: '3.0' as never });
    const error = (await wrong.catch((reason: unknown) => reason)) as Error;
    expect(error).to.include({ name: 'OpenApiError', code: 'E_OPENAPI_VERSION' });
    expect(error.message).to.include('npx @apiture/openapi-down-convert');
  });

  it('has no pattern with a quote or NUL, at which generators break', async () => {
    const quoted = defineLogic({
      params: { id: { regexp: /^["'\w`]+$/ } },
      postAction: { body: { title: { string: true, regexp: /^\\"["'`\w]+$/ } } },
    });
    const document = await documentOf({ logic: quoted }, { post: { id: 'string', title: 'string', file: 'binary' } });
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    expect(patterns).to.include('^\\\\\\x22[\\x22\\x27\\x60\\w]+$');
    for (const pattern of patterns) expect(pattern).not.to.match(/["'`\0]|\\u0000|\\0/);
  });

  it('stores shared parameters and headers as components with valid names', async () => {
    const { components } = await documentOf({ logic }, { post: { id: 'integer', 'a/ö': 'string' } });
    expect(components?.parameters).to.include.keys('page', 'id', 'a', 'If-Match');
    expect(components?.headers).to.include.keys('ETag', 'Location');
    for (const part of Object.values(components ?? {}))
      for (const name of Object.keys(part)) expect(name).to.match(/^[a-zA-Z0-9._-]+$/);
  });

  it('supports schemas with an $id', async () => {
    const shown = { $id: 'https://x.test/post', type: 'object', properties: { next: { $ref: 'https://x.test/post' } } };
    const document = await documentOf({ statics: { shown } });
    expect(document.components?.schemas?.Post).to.eql({
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Post' } },
    });
    expect(JSON.stringify(document)).not.to.include('x.test');
  });

  it('leaves a column open whose type no store of ours has', async () => {
    const document = await documentOf({}, { post: { id: 'integer', place: 'geometry' as never } });
    expect(document.components?.schemas?.Post?.properties).to.have.property('place').that.eqls({});
  });

  it('has many records where an action of its own answers without an id, and other paths have one', async () => {
    const shown = { type: 'object', properties: { name: { type: 'string' } } };
    const own = controller('post', { own: ['getAction'], statics: { shown } });
    const collection = own.collection.map((one) => ({ ...one, isList: false }));
    const answerOf = async (templates: readonly string[]) => {
      const paths = templates.map((template) => path('post', template));
      const document = await createOpenApi(service(paths, [{ ...own, collection }]), { info });
      return (operation(document, 'GET /post').responses['200'] as Response).content?.['application/json']?.schema;
    };
    const record = { $ref: '#/components/schemas/Post' };
    expect(await answerOf(['/post', '/post/{id}'])).to.eql({ type: 'array', items: record });
    expect(await answerOf(['/post'])).to.eql(record);
  });
});
