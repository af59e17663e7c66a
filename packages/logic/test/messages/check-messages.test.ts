import { expect } from 'chai';
import { checkProgramMessages } from '../../src/declaration/known-rules.ts';
import { defineRule } from '../../src/define-rule.ts';
import { LogicError } from '../../src/errors.ts';
import { checkMessages, messagePaths } from '../../src/messages/check-messages.ts';
import { textRules } from '../../src/messages/languages.ts';

const RULES = [...textRules, 'slug'];
const PLACE = { file: 'logic/post.ts' };

describe('checkMessages', () => {
  for (const messages of [
    undefined,
    () => 'a',
    {},
    { en: {} },
    { en: { required: 'a', slug: 'b', unknown: 'c', '/author/email': 'd', '/tags/*/name': { int: 'e', unsafe: 'f' } } },
    { 'zh-cn': { required: 'a' }, 'zh-TW': { required: 'b' }, '*': { required: 'c' }, 'de-AT': {} },
    Object.assign(Object.create(null), { en: Object.assign(Object.create(null), { required: 'a' }) }),
  ]) {
    it(`takes ${JSON.stringify(messages)}`, () => expect(() => checkMessages(messages, RULES, PLACE)).not.to.throw());
  }

  const table: [messages: unknown, problem: RegExp][] = [
    [null, /messages must be an object of texts by language, such as/],
    [new Map(), /messages must be an object of texts by language/],
    [{ zh_CN: {} }, /"zh_CN", which is not a language tag; write one such as "de"/],
    [JSON.parse('{"__proto__":{}}'), /"__proto__", which is not a language tag/],
    [{ required: 'a' }, /"required" instead of a language; write \{ en: \{ "required"/],
    [{ zh: {}, 'zh-Hans': {} }, /"zh" and "zh-Hans", which are the same language/],
    [{ en: 'a' }, /an object of texts for "en", such as/],
    [
      { en: { required: '{field} is missing' } },
      /\{field\} for en: "required"; the placeholders are \{name\} and \{args\}/,
    ],
    [{ en: { requierd: 'a' } }, /en: "requierd", which is neither a rule nor a path; did you mean "required"\?/],
    [{ en: { 'author.email': 'a' } }, /en: "author\.email", .*; for a field write its path, "\/author\/email"/],
    [{ en: { toString: 'a' } }, /en: "toString", which is neither/],
    [{ en: { required: 1 } }, /must have a non-empty string for en: "required"/],
    [{ en: { '/a': 1 } }, /must have a non-empty string, or texts by rule for en: "\/a"/],
    [{ en: { '/a': { itn: 'b' } } }, /en: "\/a": "itn", which is neither a rule nor a path; did you mean "int"/],
    [{ en: { '/a': { int: 1 } } }, /must have a non-empty string for en: "\/a": "int"/],
    [{ '*': { '/a': { int: '' } } }, /for \*: "\/a": "int"/],
  ];
  for (const [messages, problem] of table) {
    it(`refuses ${JSON.stringify(messages)}`, () => {
      expect(() => checkMessages(messages, RULES, PLACE))
        .to.throw(LogicError, problem)
        .that.includes({ code: 'E_LOGIC_ARGUMENT', file: 'logic/post.ts' });
    });
  }
});

describe('messagePaths', () => {
  it('lists each path once', () => {
    const messages = { en: { '/a': 'a', required: 'b' }, de: { '/a': 'c', '/b/*': { int: 'd' } } };
    expect(messagePaths(messages)).to.deep.equal(['/a', '/b/*']);
  });

  it('is empty for a function and undefined', () => {
    expect(messagePaths(() => undefined)).to.deep.equal([]);
    expect(messagePaths(undefined)).to.deep.equal([]);
  });
});

const slug = defineRule('slug', { test: () => true, message: 'a text' });
const logics = [{ postAction: {} }, { rules: [slug] }, undefined];

describe('checkProgramMessages', () => {
  for (const messages of [
    undefined,
    () => undefined,
    { en: { required: 'a', unknown: 'b', slug: 'c', '/author/name': 'd' } },
  ]) {
    it(`takes ${JSON.stringify(messages)}`, () => checkProgramMessages(messages, logics));
  }

  it('accepts rules of all logics only', () => {
    const check = () => checkProgramMessages({ en: { slog: 'a' } }, logics, 'here');
    expect(check).to.throw(LogicError, /^here: messages has en: "slog".*did you mean "slug"\?/);
    expect(() => checkProgramMessages({ en: { slug: 'a' } }, [])).to.throw(LogicError, '"slug"');
  });

  it('refuses a message that is not a string', () => {
    expect(() => checkProgramMessages({ en: { required: 1 } }, [])).to.throw(
      LogicError,
      'must have a non-empty string',
    );
  });
});
