import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { defineRule } from '../../src/define-rule.ts';
import { Refusal } from '../../src/refusal.ts';
import type { CompiledAction } from '../../src/types.ts';
import { errorsOf, run, validationErrorOf } from '../run-field.ts';

describe('actions', () => {
  const logic = {
    params: { id: { int: { min: 1 } } },
    getAction: { query: { q: { string: true }, tags: { array: true }, n: { int: true }, any: {} } },
    postAction: {
      body: { n: { int: true } },
      headers: { 'X-Count': { int: true, required: true } },
      files: { photo: { file: true } },
    },
    patchAction: { params: { id: { uuid: true }, part: { string: true } } },
  };

  it('coerce params, query and headers, but not a JSON body', () => {
    expect(run(logic, 'getAction', { params: { id: '5' }, query: { n: '1', tags: 'a,b' } })).to.deep.include({
      params: { id: 5 },
      query: { n: 1, tags: ['a', 'b'] },
    });
    expect(run(logic, 'postAction', { headers: { 'x-count': '3' }, body: { n: 1 } })).to.deep.include({
      headers: { 'X-Count': 3 },
      body: { n: 1 },
    });
    expect(
      errorsOf(() => run(logic, 'postAction', { headers: { 'x-count': '3' }, body: { n: '1' } }))[0]?.rule,
    ).to.equal('int');
    expect(
      run(logic, 'postAction', { headers: { 'x-count': '3' }, body: { n: '1' } }, { textBody: true }).body,
    ).to.deep.equal({ n: 1 });
  });

  it('pass undeclared sections unchanged', () => {
    const sources = { query: { a: '1' }, headers: { host: 'x' }, body: [1], files: { f: 1 } };
    const input = run(logic, 'deleteAction', { params: { id: '1' }, ...sources });
    expect(input).to.deep.equal({ params: { id: 1 }, ...sources });
    expect(input.query).to.equal(sources.query);
    expect(input.body).to.equal(sources.body);
    expect(run(logic, 'deleteAction', {})).to.deep.equal({
      params: {},
      query: {},
      headers: {},
      body: undefined,
      files: {},
    });
  });

  it('merge the shared params with their own', () => {
    const id = '9b2e1f04-7a3c-4d5e-8f60-123456789abc';
    expect(run(logic, 'patchAction', { params: { id, part: 'a' } }).params).to.deep.equal({ id, part: 'a' });
    expect(errorsOf(() => run(logic, 'patchAction', { params: { id: '5' } }))[0]?.rule).to.equal('uuid');
    expect(compileLogic(logic).action('patchAction')?.fields('params')).to.deep.equal(['id', 'part']);
  });

  it('list the secret fields of the body', () => {
    const fields = { name: { string: true }, pin: { secret: true, string: true } };
    const secretsOf = (action: object) => compileLogic({ postAction: action }).action('postAction')?.unreadable();
    expect(secretsOf({ body: fields })).to.deep.equal(['pin']);
    expect(secretsOf({ body: { array: true, children: { object: true, children: fields } } })).to.deep.equal(['pin']);
    expect(secretsOf({ query: fields })).to.deep.equal([]);
    expect(
      secretsOf({ body: { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { pin: {} } } }),
    ).to.deep.equal([]);
    expect(secretsOf({ body: () => fields })).to.deep.equal([]);
  });

  it('keep undeclared params', () => {
    const params = JSON.parse('{"id":"1","postId":"7","__proto__":"x"}');
    expect(run(logic, 'getAction', { params }).params).to.deep.equal({ id: 1, postId: '7' });
  });

  it('ignore undeclared headers and the case of header names', () => {
    expect(run(logic, 'postAction', { headers: { 'x-count': '1', host: 'x' } }).headers).to.deep.equal({
      'X-Count': 1,
    });
    expect(errorsOf(() => run(logic, 'postAction', { headers: {} }))[0]).to.include({
      in: 'headers',
      pointer: '/X-Count',
    });
  });

  it('fail with 400 and all failures for an unknown or repeated query parameter', () => {
    const query = Object.assign(Object.create(null), { q: ['a', 'b'], any: ['a'], x: '1', n: 'y', tags: ['a', 'b'] });
    const error = validationErrorOf(() => run(logic, 'getAction', { params: { id: '0' }, query }));
    expect(error).to.include({ status: 400, code: 'E_QUERY' });
    expect(error.errors.map((each) => `${each.in} ${each.pointer} ${each.rule}`)).to.deep.equal([
      'params /id int',
      'query /q repeated',
      'query /n int',
      'query /any repeated',
      'query /x unknown',
    ]);
    expect(validationErrorOf(() => run(logic, 'getAction', { query: { n: 'y' } }))).to.include({
      status: 422,
      code: 'E_VALIDATION',
    });
  });

  it('ignore unknown query parameters with openQuery', () => {
    const query = { n: '1', 'views[gte]': '3' };
    expect(run(logic, 'getAction', { query }, { openQuery: true }).query).to.deep.equal({ n: 1 });
    expect(
      errorsOf(() => run(logic, 'getAction', { query: { n: ['1', '2'] } }, { openQuery: true }))[0]?.rule,
    ).to.equal('repeated');
    const schema = { getAction: { query: { type: 'object', additionalProperties: false } } };
    expect(errorsOf(() => run(schema, 'getAction', { query }, { openQuery: true }))).to.have.length(2);
    const withBody = { postAction: { body: {} } };
    expect(errorsOf(() => run(withBody, 'postAction', { body: { a: 1 } }, { openQuery: true }))[0]?.rule).to.equal(
      'unknown',
    );
  });

  it('treat a missing body as empty and refuse a body that is not an object', () => {
    const strict = { postAction: { body: { a: { required: true } } }, putAction: { body: {} } };
    for (const body of [undefined, null]) {
      expect(errorsOf(() => run(strict, 'postAction', { body }))).to.have.length(1);
      expect(run(strict, 'putAction', { body }).body).to.deep.equal({});
    }
    for (const body of [[], 'a', 5, false]) {
      expect(errorsOf(() => run(strict, 'postAction', { body }))).to.deep.equal([
        { in: 'body', pointer: '', rule: 'object', message: 'the body must be an object' },
      ]);
    }
    expect(errorsOf(() => run(strict, 'putAction', { body: { a: 1 } }))[0]?.message).to.equal(
      '"a" is not a field here; no field is allowed',
    );
  });

  it('refuse undeclared uploads', () => {
    const sources = { headers: { 'x-count': '1' }, files: { other: {} } };
    expect(errorsOf(() => run(logic, 'postAction', sources))[0]).to.include({
      in: 'files',
      pointer: '/other',
      rule: 'unknown',
    });
  });

  describe('check', () => {
    const forms: Readonly<Record<string, object>> = {
      'by rules': { postAction: { body: { name: { required: true, string: true } } } },
      'by a function': { postAction: () => ({ body: { name: { required: true, string: true } } }) },
      'by a function that takes its time': {
        postAction: async () => ({ body: { name: { required: true, string: true } } }),
      },
    };
    for (const [words, declared] of Object.entries(forms)) {
      it(`returns the input or a Refusal: an action declared ${words}`, async () => {
        const action = compileLogic(declared).action('postAction') as CompiledAction;
        expect(await action.check({ body: { name: 'a' } })).to.deep.include({ body: { name: 'a' } });
        const refusal = await action.check({ body: {} }, { acceptLanguage: 'zh' });
        expect(refusal).to.be.instanceOf(Refusal);
        expect(refusal).to.deep.include({ status: 422, code: 'E_VALIDATION', language: 'zh-CN' });
        expect((refusal as Refusal).errors.map(({ message }) => message)).to.deep.equal(['name 不能为空']);
      });
    }

    it('returns a promise for an asynchronous rule', async () => {
      const rule = defineRule('free', {
        on: 'string',
        testAsync: async (value) => value === 'free',
        message: '{name} is taken',
      });
      const action = compileLogic({ rules: [rule], postAction: { body: { name: { free: true } } } }).action(
        'postAction',
      );
      const [free, taken] = await Promise.all(['free', 'a'].map((name) => action?.check({ body: { name } })));
      expect(free).to.deep.include({ body: { name: 'free' } });
      expect(taken).to.be.instanceOf(Refusal);
    });

    it('uses the messages of the options', () => {
      const action = compileLogic(forms['by rules']).action('postAction') as CompiledAction;
      const tell = (text?: string) => {
        const messages = text === undefined ? undefined : { en: { required: text } };
        return ((action.check({ body: {} }, { messages }) as Refusal).errors[0] ?? {}) as { message?: string };
      };
      const messages = [undefined, 'one', 'two', undefined].map((text) => tell(text).message);
      expect(messages).to.deep.equal(['name is required', 'one', 'two', 'name is required']);
    });
  });
});
