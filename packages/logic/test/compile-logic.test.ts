import { expect } from 'chai';
import { compileLogic } from '../src/compile-logic.ts';
import { defineRule } from '../src/define-rule.ts';
import { logicErrorOf } from './run-field.ts';

const slug = defineRule('slug', { test: () => true, message: '{name} must be a slug' });

const author = { author: { object: true, children: { email: { email: true } } } };

describe('compileLogic', () => {
  it('lists the actions and their fields in written order', () => {
    const logic = compileLogic({ postAction: { body: { b: {}, a: {} } }, getAction: {} });
    expect(logic.actions).to.deep.equal(['postAction', 'getAction']);
    expect(logic.action('postAction')?.fields('body')).to.deep.equal(['b', 'a']);
    expect(logic.action('postAction')?.fields('query')).to.equal(undefined);
    expect(logic.action('getAction')).to.equal(undefined);
    expect(logic.action('putAction')).to.equal(undefined);
    expect(logic.action('toString')).to.equal(undefined);
  });

  it('accepts an empty logic', () => {
    expect(compileLogic({}).actions).to.deep.equal([]);
    expect(compileLogic({ unknown: 'refuse' }).actions).to.deep.equal([]);
  });

  it('accepts messages for declared fields, and for any field if a function or schema declares them', () => {
    const messages = { en: { '/author/email': 'x', '/author': 'y' } };
    compileLogic({ messages, postAction: { body: author } });
    compileLogic({ messages: { en: { '/a/b': 'x' } }, postAction: () => ({}) });
    compileLogic({ messages: { en: { '/a/b': 'x' } }, postAction: { body: { a: { type: 'object' } } } });
    compileLogic({ messages: { en: { '/id': 'x' } }, params: { id: {} } });
  });

  const refused: [logic: unknown, code: string, message: string | RegExp][] = [
    [
      undefined,
      'E_LOGIC_SHAPE',
      'src/logic/post.ts: must export an object of actions, such as { postAction: { body: { … } } }',
    ],
    [
      { postActoin: {} },
      'E_LOGIC_ACTION',
      'src/logic/post.ts: "postActoin" is not an action; did you mean "postAction"?',
    ],
    [{ Action: {} }, 'E_LOGIC_ACTION', /"Action" is not an action/],
    [{ parms: {} }, 'E_LOGIC_ACTION', /did you mean "params"\?/],
    [
      { body: {} },
      'E_LOGIC_ACTION',
      /"body" is not an action; write it inside an action \(only params can be shared by all\)/,
    ],
    [
      { something: {} },
      'E_LOGIC_ACTION',
      /the keys are params, rules, unknown, messages and names of actions, which end in "Action"/,
    ],
    [
      { postAction: { boddy: {} } },
      'E_LOGIC_SECTION',
      'src/logic/post.ts: postAction: "boddy" is not a section; did you mean "body"?',
    ],
    [{ postAction: { cookies: {} } }, 'E_LOGIC_SECTION', /the sections are params, query, headers, body, files/],
    [{ postAction: { body: undefined } }, 'E_LOGIC_SHAPE', /postAction\.body: is undefined; remove it/],
    [{ postAction: [] }, 'E_LOGIC_SHAPE', /postAction: must be an object of sections/],
    [{ unknown: 'ignore' }, 'E_LOGIC_ARGUMENT', /unknown takes 'refuse' or 'strip', not "ignore"/],
    [
      { postAction: { unknown: true } },
      'E_LOGIC_ARGUMENT',
      /postAction: unknown takes 'refuse', 'strip' or one of them/,
    ],
    [
      { postAction: { unknown: { boddy: 'strip' } } },
      'E_LOGIC_SECTION',
      /unknown names "boddy", which is not a section/,
    ],
    [{ postAction: { unknown: undefined } }, 'E_LOGIC_SHAPE', /postAction: is undefined; remove it/],
    [
      { postAction: { query: { array: true } } },
      'E_LOGIC_SHAPE',
      /postAction\.query: the query must be an object of fields/,
    ],
    [{ rules: [() => true] }, 'E_LOGIC_RULE', /rules must contain what defineRule makes/],
    [{ rules: [slug, slug] }, 'E_LOGIC_RULE', /two rules have the name "slug"/],
    [{ rules: [{ ...slug, name: 'email' }] }, 'E_LOGIC_RULE', /two rules have the name "email"/],
    [{ messages: 5 }, 'E_LOGIC_ARGUMENT', /messages must be an object of texts by language/],
    [{ messages: { en: { lenght: 'x' } } }, 'E_LOGIC_ARGUMENT', /did you mean "length"\?/],
    [
      { messages: { en: { '/author/mail': 'x' } }, postAction: { body: author } },
      'E_LOGIC_ARGUMENT',
      /a text for "\/author\/mail", which is not a declared field; did you mean "\/author\/email"\?/,
    ],
    [
      {
        messages: { en: { '/tags/0': 'x' } },
        postAction: { body: { tags: { array: true, children: {} } } },
        getAction: {},
      },
      'E_LOGIC_ARGUMENT',
      /did you mean "\/tags\/\*"\?/,
    ],
    [{ messages: { de: { '/elsewhere': 'x' } } }, 'E_LOGIC_ARGUMENT', /items of a list are written "\*"/],
    [{ postAction: { body: [] } }, 'E_LOGIC_SHAPE', /postAction\.body: must be an object of fields and their rules/],
    [{ params: 5 }, 'E_LOGIC_SHAPE', 'src/logic/post.ts: params: must be an object of fields and their rules'],
    [
      { params: { id: { itn: true } } },
      'E_LOGIC_RULE',
      'src/logic/post.ts: params.id: "itn" is not a rule; did you mean "int"?',
    ],
    [
      { params: { id: {} }, getAction: { params: 5 } },
      'E_LOGIC_SHAPE',
      /getAction\.params: must be an object of fields/,
    ],
    [
      { getAction: { headers: { 'X-A': {}, 'x-a': {} } } },
      'E_LOGIC_FIELD',
      /getAction\.headers: "x-a" is declared twice/,
    ],
  ];
  for (const [logic, code, message] of refused) {
    it(`refuses ${JSON.stringify(logic) ?? 'undefined'} with ${code}`, () => {
      const error = logicErrorOf(logic, 'src/logic/post.ts');
      expect(error).to.include({ name: 'LogicError', code, file: 'src/logic/post.ts' });
      if (typeof message === 'string') expect(error.message).to.equal(message);
      else expect(error.message).to.match(message);
    });
  }

  it('names the field in nested children', () => {
    const logic = {
      postAction: { body: { tags: { array: true, children: { object: true, children: { n: { strng: true } } } } } },
    };
    const error = logicErrorOf(logic, 'a.ts');
    expect(error.message).to.equal('a.ts: postAction.body.tags[].n: "strng" is not a rule; did you mean "string"?');
    expect(error).to.include({ action: 'postAction', section: 'body', field: 'tags[].n', rule: 'strng' });
  });
});
