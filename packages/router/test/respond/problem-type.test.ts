import { expect } from 'chai';
import { Controller, HttpError, type RestRouterOptions } from '../../src/index.ts';
import { resolveOptions } from '../../src/options.ts';
import { onBothMajors } from '../serve.ts';

describe('resolveOptions: problemType', () => {
  for (const [given, code, type] of [
    [undefined, 'E_NOT_FOUND', 'about:blank'],
    ['https://example.com/errors#', 'E_NOT_FOUND', 'https://example.com/errors#e_not_found'],
    ['/docs/errors/', 'E_OWN', '/docs/errors/e_own'],
    ['urn:example:error:', 'E_OWN', 'urn:example:error:e_own'],
    [(code: string) => `https://example.com/${code}`, 'E_OWN', 'https://example.com/E_OWN'],
    [() => undefined, 'E_OWN', 'about:blank'],
    [() => '', 'E_OWN', 'about:blank'],
  ] as const) {
    it(`makes ${type} of ${given} and ${code}`, () =>
      expect(resolveOptions({ problemType: given as never }).problemType(code)).to.equal(type));
  }
});

onBothMajors('problemType', (serve) => {
  class Thing extends Controller {
    getAction() {
      if (this.id === '1') return this.fail(409, 'own', { type: 'https://example.com/own' });
      throw new HttpError(403, 'own', { code: 'E_OWN' });
    }
    postAction() {}
  }
  const options: RestRouterOptions = {
    rules: [['/thing/:id?', 'rest']],
    controllers: { thing: Thing },
    logics: { thing: { postAction: { body: { name: { required: true, string: true } } } } },
  };
  const typeOf = async (
    method: 'get' | 'post' | 'put',
    path: string,
    problemType: RestRouterOptions['problemType'],
  ) => {
    const { agent } = serve(problemType === undefined ? options : { ...options, problemType });
    return (await agent[method](path)).body;
  };

  it('is derived from the code', async () => {
    const base = 'https://example.com/errors#';
    expect(await typeOf('post', '/thing', base)).to.include({ code: 'E_VALIDATION', type: `${base}e_validation` });
    expect(await typeOf('put', '/thing', base)).to.include({ code: 'E_METHOD', type: `${base}e_method` });
    expect(await typeOf('get', '/thing/2', base)).to.include({ code: 'E_OWN', type: `${base}e_own` });
  });

  it('can be overridden by an action', async () => {
    const type = 'https://example.com/own';
    expect(await typeOf('get', '/thing/1', '/errors#')).to.include({ code: 'E_CONFLICT', type });
  });

  it('is about:blank in a 500 response when the function throws', async () => {
    const fails = () => {
      throw new Error('mine');
    };
    expect(await typeOf('post', '/thing', fails)).to.include({ code: 'E_INTERNAL', status: 500, type: 'about:blank' });
  });
});
