import { expect } from 'chai';
import { createOpenApi } from '../src/index.ts';
import { controller, info, path, service } from './fixture.ts';

describe('paths of a document', () => {
  const controllers = [controller('post'), controller('comment'), controller('v1/user'), controller('v2/user')];

  it('are those of the first rule that has them', async () => {
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

  it('have the collection before its records', async () => {
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

  it('are refused where a version has none', async () => {
    const wrong = createOpenApi(service([path('post', '/post')], controllers), { info, version: 'v9' });
    expect(await wrong.catch((error: unknown) => error)).to.include({ code: 'E_OPENAPI_VERSION' });
  });

  it('have names that are their own, with the parents where a name is taken', async () => {
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

  it('that no template can show are named', async () => {
    const described = service([path('post', '/post')], controllers).describe();
    const rules = described.rules.map((rule) => ({ ...rule, opaque: 'it searches' }));
    const document = await createOpenApi({ describe: () => ({ ...described, rules }) }, { info });
    expect(document['x-left-out']).to.eql(['rule 1, /post: it searches']);
  });

  it('say where a parameter goes over slashes', async () => {
    const one = path('post', '/file/{rest}');
    const parameters = one.parameters.map((parameter) => ({ ...parameter, isMultiSegment: true }));
    const document = await createOpenApi(service([{ ...one, parameters }], controllers), { info });
    expect(document.paths['/file/{rest}']?.get?.parameters?.[0]).to.include({ 'x-multi-segment': true });
  });
});
