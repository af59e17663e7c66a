import { expect } from 'chai';
import { Controller, createRestRouter } from '../../src/index.ts';

class Post extends Controller {
  getAction() {
    return 1;
  }
}
const router = createRestRouter({
  rules: [
    ['/post/:id?', 'rest'],
    [/\/api\/([^/]+)/, 'api/:1', 'rest'],
  ],
  controllers: { post: Post },
  logics: { post: {} },
});

describe('explain', () => {
  it('says which rule takes a request, and what runs', () => {
    expect(router.explain('GET', '/post/7?x=1')).to.deep.include({
      method: 'GET',
      path: '/post/7',
      controller: 'post',
      action: 'getAction',
      params: { id: '7' },
      error: undefined,
    });
    expect(router.explain('GET', '/post/7').tried.map(({ result }) => result)).to.deep.equal([
      'matched',
      'not reached',
    ]);
  });

  it('says that no rule takes it', () => {
    const { tried, controller, error } = router.explain('GET', '/nothing');
    expect(tried.map(({ result }) => result)).to.deep.equal(['no match', 'no match']);
    expect([controller, error]).to.deep.equal([undefined, undefined]);
  });

  for (const [method, url, status, code] of [
    ['PUT', '/post/7', 405, 'E_METHOD'],
    ['GET', '/api/none', 404, 'E_NO_CONTROLLER'],
    ['GET', '/api/%', 400, 'E_BAD_ESCAPE'],
  ] as const) {
    it(`says that ${method} ${url} is answered with ${status}`, () => {
      expect(router.explain(method, url).error).to.include({ status, code });
    });
  }

  it('has no action and no error for OPTIONS', () => {
    expect(router.explain('OPTIONS', '/post')).to.include({ action: undefined, error: undefined, controller: 'post' });
  });
});
