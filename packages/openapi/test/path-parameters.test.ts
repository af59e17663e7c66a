import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { createOpenApi, type Parameter } from '../src/index.ts';
import { controller, info, path, service, store } from './fixture.ts';

const int = { params: { id: { int: { min: 5 } } } };
const text = { params: { id: { string: true, length: { min: 2, max: 9 } } } };

describe('parameters of a path', () => {
  /** Pattern of the rule, logic, what the schema is at least. */
  const CASES: readonly (readonly [pattern: string | undefined, logic: object, expected: object])[] = [
    ['^\\d+$', {}, { type: 'string', pattern: '^\\d+$', maxLength: 255 }],
    [undefined, {}, { type: 'string', pattern: '^(?!\\.{1,2}$)[^/\\u0000]+$' }],
    ['^\\d+$', int, { type: 'integer', minimum: 5 }],
    [undefined, int, { type: 'integer', minimum: 5 }],
    ['^\\d{4}$', int, { type: 'string', pattern: '^\\d{4}$' }],
    ['^\\w+$', text, { type: 'string', pattern: '^\\w+$', minLength: 2, maxLength: 9 }],
  ];
  for (const [pattern, logic, expected] of CASES) {
    it(`with the pattern ${pattern} and ${JSON.stringify(logic)} are ${JSON.stringify(expected)}`, async () => {
      const paths = [path('post', '/post/{id}', pattern === undefined ? {} : { id: pattern })];
      const controllers = [controller('post', { logic: defineLogic(logic as never) })];
      const document = await createOpenApi(service(paths, controllers), { info });
      const [parameter] = (document.paths['/post/{id}']?.get?.parameters ?? []) as Parameter[];
      expect(parameter?.schema).to.include(expected);
    });
  }

  it('are whole numbers where the column is', async () => {
    const paths = [path('post', '/post/{id}', { id: '^\\d+$' })];
    const described = service(paths, [controller('post')], { model: store({ post: { id: 'integer' } }) });
    const { get } = (await createOpenApi(described, { info })).paths['/post/{id}'] ?? {};
    const [parameter] = (get?.parameters ?? []) as Parameter[];
    expect(parameter?.schema).to.eql({ type: 'integer', minimum: 0 });
  });
});
