import { expect } from 'chai';
import { z } from 'zod';
import { compileLogic } from '../../src/compile-logic.ts';
import { defineRule } from '../../src/define-rule.ts';
import { ValidationError } from '../../src/errors.ts';
import type { Messages } from '../../src/failure.ts';
import type { RunOptions } from '../../src/types.ts';

const even = defineRule('even', {
  on: 'int',
  test: (value) => value % 2 === 0,
  message: { en: '{name} must be even', de: '{name} muss gerade sein' },
});
const free = defineRule('free', { testAsync: async () => false, message: '{name} is taken' });

async function refuse(
  logic: object,
  body: unknown,
  options?: RunOptions,
): Promise<{ messages: string[]; language: string }> {
  try {
    await compileLogic({ rules: [even, free], ...logic })
      .action('postAction')
      ?.run({ body }, options);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { messages: error.errors.map(({ message }) => message), language: error.language };
  }
  throw new Error('It passed.');
}

describe('messages of an action', () => {
  const fields = { n: { int: true }, s: { string: true, message: { length: 'too long' }, length: { max: 1 } } };
  const body = { n: 'x', s: 'xx' };
  const own: Messages = { en: { int: 'own int' }, 'zh-CN': { int: '自己' } };
  const shared: Messages = { '*': { int: 'shared int', length: 'shared length' } };

  const table: [
    name: string,
    messages: Messages | undefined,
    options: RunOptions,
    expected: string[],
    language: string,
  ][] = [
    ['are built in', undefined, {}, ['n must be a whole number', 'too long'], 'en'],
    ['are those of the logic', own, {}, ['own int', 'too long'], 'en'],
    ['are those of the program', undefined, { messages: shared }, ['shared int', 'too long'], 'en'],
    ['are those of the logic before those of the program', own, { messages: shared }, ['own int', 'too long'], 'en'],
    ['are in the language of the client', own, { acceptLanguage: 'zh-CN, en;q=0.5' }, ['自己', 'too long'], 'zh-CN'],
    ['are English for an unknown language', own, { acceptLanguage: 'xx' }, ['own int', 'too long'], 'en'],
    [
      'are written by a function',
      ({ rule, name, language }) => (rule === 'int' ? `${language}: ${name}` : undefined),
      {},
      ['en: n', 'too long'],
      'en',
    ],
  ];
  for (const [name, messages, options, expected, language] of table) {
    it(name, async () => {
      const logic = { ...(messages && { messages }), postAction: { body: fields } };
      expect(await refuse(logic, body, options)).to.deep.equal({ messages: expected, language });
    });
  }

  it('can be given by path, also for items and children', async () => {
    const messages = { en: { '/o/n': 'of o', '/list/*/n': { int: 'of an item' } } };
    const part = { object: true, children: { n: { int: true } } };
    const logic = { messages, postAction: { body: { o: part, list: { array: true, children: part } } } };
    expect((await refuse(logic, { o: { n: 'x' }, list: [{}, { n: 'x' }] })).messages).to.deep.equal([
      'of o',
      'of an item',
    ]);
  });

  it('can be given by path below a JSON Schema', async () => {
    const messages = { en: { '/x/*/n': 'no' } };
    const x = { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } };
    expect(
      (await refuse({ messages, postAction: { body: { x } } }, { x: [{ n: 1 }, { n: 'x' }] })).messages,
    ).to.deep.equal(['no']);
  });

  it('are in the right language for any number of headers', async () => {
    const action = compileLogic({ postAction: { body: { n: { int: true } } } }).action('postAction');
    for (let index = 0; index < 50; index += 1) {
      const options = { acceptLanguage: `zh;q=0.${index + 100}` };
      expect(() => action?.run({ body: { n: 'x' } }, options))
        .to.throw(ValidationError)
        .with.property('language', 'zh-CN');
    }
  });

  it('of custom rules come from the rule', async () => {
    const logic = { postAction: { body: { n: { even: true } } } };
    expect((await refuse(logic, { n: 1 })).messages).to.deep.equal(['n must be even']);
    expect(await refuse(logic, { n: 1 }, { acceptLanguage: 'de' })).to.deep.equal({
      messages: ['n muss gerade sein'],
      language: 'de',
    });
    expect((await refuse({ messages: { en: { even: 'odd' } }, ...logic }, { n: 1 })).messages).to.deep.equal(['odd']);
  });

  it('of asynchronous rules and schemas can be replaced', async () => {
    const messages = { en: { free: 'gone', '/z': 'of z' } };
    const fields = { a: { free: true }, z: z.string().optional() };
    const logic = { messages, postAction: { body: fields } };
    expect((await refuse(logic, { a: 1 })).messages).to.deep.equal(['gone']);
    expect((await refuse(logic, { z: 1 })).messages).to.deep.equal(['of z']);
  });

  it('show the argument as it was at start', async () => {
    const list = ['a'];
    const action = compileLogic({ postAction: { body: { x: { in: list } } } }).action('postAction');
    list.push('b');
    expect(() => action?.run({ body: { x: 'b' } })).to.throw(ValidationError, 'x must be one of a');
  });
});

describe('the description of sections', () => {
  const action = compileLogic({
    postAction: {
      params: { id: {} },
      query: z.object({ q: z.string() }),
      body: { array: true },
      files: { f: { file: true } },
    },
  }).action('postAction');

  it('has the form of the declaration', () => {
    expect(action?.form('params')).to.equal('fields');
    expect(action?.form('query')).to.equal('schema');
    expect(action?.form('body')).to.equal('value');
    expect(action?.form('headers')).to.equal(undefined);
  });

  it('lists field names', () => {
    expect(action?.fields('params')).to.deep.equal(['id']);
    expect(action?.fields('query')).to.deep.equal(['q']);
    expect(action?.fields('query')).to.equal(action?.fields('query'));
    expect(action?.fields('body')).to.equal(undefined);
    expect(action?.fields('headers')).to.equal(undefined);
  });
});

describe('the validated input', () => {
  it('is a new object for every declared section', () => {
    const logic = {
      postAction: {
        params: { id: {} },
        query: { q: {} },
        headers: { h: {} },
        body: { a: {}, o: { object: true } },
        files: {},
      },
    };
    const action = compileLogic(logic).action('postAction');
    const sources = {
      params: { id: '1' },
      query: { q: '1' },
      headers: { h: '1' },
      body: { a: [1], o: { b: [1] } },
      files: {},
    };
    const before = structuredClone(sources);
    const [first, second] = [action?.run(sources), action?.run(sources)] as [typeof sources, typeof sources];
    expect(first).to.deep.equal(before);
    for (const section of ['params', 'query', 'headers', 'body', 'files'] as const) {
      expect(first[section], section).not.to.equal(sources[section]);
      expect(first[section], section).not.to.equal(second[section]);
      expect(Object.getPrototypeOf(first[section])).to.equal(Object.prototype);
    }
    first.body.o.b.push(2);
    first.body.a.push(2);
    expect(second).to.deep.equal(before);
    expect(sources).to.deep.equal(before);
  });
});
