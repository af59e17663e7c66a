import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { createOpenApi, type Parameter } from '../src/index.ts';
import { controller, info, path, service, store } from './fixture.ts';

describe('paths of a document', () => {
  const controllers = [controller('post'), controller('comment'), controller('v1/user'), controller('v2/user')];

  it('come from the first rule with them', async () => {
    const paths = [
      path('post', '/post/{id}', { id: '^\\d+$' }),
      path('comment', '/post/{slug}'),
      path('post', '/post/{id}', { id: '^\\d+$' }),
    ];
    const document = await createOpenApi(service(paths, controllers), { info });
    expect(Object.keys(document.paths)).to.eql(['/post/{id}']);
    expect(document.paths['/post/{id}']?.['x-left-out']).to.include(
      '/post/{slug} of rule 2, /post/{slug}, for "comment": OpenAPI cannot tell it from this path, which comes first.',
    );
  });

  it('list the collection before its records', async () => {
    const paths = [path('post', '/post/{id}'), path('post', '/post')];
    const both = { ...service(paths, controllers).describe() };
    const rules = [{ ...both.rules[0], paths }] as typeof both.rules;
    const document = await createOpenApi({ describe: () => ({ ...both, rules }) }, { info });
    expect(Object.keys(document.paths)).to.eql(['/post', '/post/{id}']);
  });

  const VERSIONS: readonly (readonly [version: string, paths: readonly string[]])[] = [
    ['v1', ['/v1/post', '/user1']],
    ['v2', ['/v2/user']],
  ];
  for (const [version, expected] of VERSIONS) {
    it(`of version ${version} are ${expected.join(' and ')}`, async () => {
      const paths = [
        path('post', '/post'),
        path('post', '/v1/post'),
        path('v1/user', '/user1'),
        path('v2/user', '/v2/user'),
        path('post', '/v10/post'),
      ];
      expect(Object.keys((await createOpenApi(service(paths, controllers), { info, version })).paths)).to.eql(expected);
    });
  }

  it('are refused if the version has none', async () => {
    const wrong = createOpenApi(service([path('post', '/post')], controllers), { info, version: 'v9' });
    expect(await wrong.catch((error: unknown) => error)).to.include({ code: 'E_OPENAPI_VERSION' });
  });

  it('have unique operation ids, with the parents if a name is taken', async () => {
    const paths = [
      path('comment', '/comment'),
      path('comment', '/post/{postId}/comments'),
      path('v1/user', '/v1/user'),
      path('v2/user', '/v2/user'),
    ];
    const document = await createOpenApi(service(paths, controllers), { info });
    expect(Object.values(document.paths).map(({ get }) => get?.operationId)).to.eql([
      'listComment',
      'listCommentByPostId',
      'listV1User',
      'listV2User',
    ]);
  });

  it('have the plain name without parents, wherever the rule stands', async () => {
    const paths = [path('comment', '/post/{postId}/comments'), path('comment', '/comment')];
    const document = await createOpenApi(service(paths, controllers), { info });
    expect(Object.values(document.paths).map(({ get }) => get?.operationId)).to.eql([
      'listCommentByPostId',
      'listComment',
    ]);
  });

  it('that no template can express are listed as left out', async () => {
    const described = service([path('post', '/post')], controllers).describe();
    const rules = described.rules.map((rule) => ({ ...rule, opaque: 'it searches' }));
    const document = await createOpenApi({ describe: () => ({ ...described, rules }) }, { info });
    expect(document['x-left-out']).to.eql(['rule 1, /post: it searches']);
  });

  it('mark parameters that contain slashes', async () => {
    const one = path('post', '/file/{rest}');
    const parameters = one.parameters.map((parameter) => ({ ...parameter, isMultiSegment: true }));
    const document = await createOpenApi(service([{ ...one, parameters }], controllers), { info });
    expect(document.paths['/file/{rest}']?.get?.parameters?.[0]).to.include({ 'x-multi-segment': true });
  });
});

const int = { params: { id: { int: { min: 5 } } } };
const text = { params: { id: { string: true, length: { min: 2, max: 9 } } } };

describe('parameters of a path', () => {
  /** Pattern of the rule, logic, expected part of the schema. */
  const CASES: readonly (readonly [pattern: string | undefined, logic: object, expected: object])[] = [
    ['^\\d+$', {}, { type: 'string', pattern: '^\\d+$', maxLength: 255 }],
    [undefined, {}, { type: 'string', pattern: '^(?!\\.{1,2}$)[^/]+$' }],
    ['^\\d+$', int, { type: 'integer', minimum: 5 }],
    [undefined, int, { type: 'integer', minimum: 5 }],
    ['^\\d{4}$', int, { type: 'string', pattern: '^\\d{4}$' }],
    ['^\\w+$', text, { type: 'string', pattern: '^\\w+$', minLength: 2, maxLength: 9 }],
  ];
  for (const [pattern, logic, expected] of CASES) {
    it(`have the schema ${JSON.stringify(expected)} for the pattern ${pattern} and ${JSON.stringify(logic)}`, async () => {
      const paths = [path('post', '/post/{id}', pattern === undefined ? {} : { id: pattern })];
      const controllers = [controller('post', { logic: defineLogic(logic as never) })];
      const document = await createOpenApi(service(paths, controllers), { info });
      const [parameter] = (document.paths['/post/{id}']?.get?.parameters ?? []) as Parameter[];
      expect(parameter?.schema).to.include(expected);
    });
  }

  it('are integers if the column is one', async () => {
    const paths = [path('post', '/post/{id}', { id: '^\\d+$' })];
    const described = service(paths, [controller('post')], { model: store({ post: { id: 'integer' } }) });
    const { get } = (await createOpenApi(described, { info })).paths['/post/{id}'] ?? {};
    const [parameter] = (get?.parameters ?? []) as Parameter[];
    expect(parameter?.schema).to.eql({ type: 'integer', minimum: 0 });
  });

  for (const [of, given] of [
    ['shown', {}],
    ['hidden', { statics: { hidden: ['post_id'] } }],
    ['secret', { logic: defineLogic({ postAction: { body: { post_id: { int: true, secret: true } } } }) }],
  ] as const) {
    it(`of parents are integers if the column is one, and ${of}`, async () => {
      const paths = [path('comment', '/post/{post_id}/comment')];
      const described = service(paths, [controller('comment', given)], {
        model: store({ comment: { id: 'integer', post_id: 'integer' } }),
      });
      const { get } = (await createOpenApi(described, { info })).paths['/post/{post_id}/comment'] ?? {};
      const [parameter] = (get?.parameters ?? []) as Parameter[];
      expect(parameter?.schema).to.eql({ type: 'integer', minimum: 0 });
    });
  }
});
