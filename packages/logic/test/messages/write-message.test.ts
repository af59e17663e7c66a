import { expect } from 'chai';
import type { MessageContext, Messages } from '../../src/failure.ts';
import { failureOf, messageOf } from './failure-of.ts';

const CHINESE = { acceptLanguage: 'zh-CN' };
const FRENCH = { acceptLanguage: 'fr' };
const _custom = new Map([['slug', { en: '{name} must be a slug', 'zh-cn': '{name} 应为短链接' }]]);

describe('writeMessage', () => {
  describe('uses the first message found', () => {
    const own = { en: { int: 'own' }, '*': { float: 'own of every language' } };
    const shared = { en: { int: 'shared', float: 'shared', slug: 'shared' } };
    it('of the logic', () => {
      expect(messageOf(failureOf('int', true, { message: { min: 'field' } }), { own, shared })).to.equal('own');
      expect(messageOf(failureOf('float'), { own, shared })).to.equal('own of every language');
    });
    it('or a general one', () => {
      expect(messageOf(failureOf('slug'))).to.equal('x is not valid');
      expect(messageOf(failureOf('slug'), CHINESE)).to.equal('x 无效');
      expect(messageOf(failureOf('toString'))).to.equal('x is not valid');
    });
  });

  describe('falls back on English', () => {
    it('for a language without this message', () => {
      const own = { fr: { int: 'entier' }, en: { float: 'own {name}' } };
      expect(messageOf(failureOf('int'), { ...FRENCH, own })).to.equal('entier');
      expect(messageOf(failureOf('float'), { ...FRENCH, own })).to.equal('own x');
      expect(messageOf(failureOf('date'), { ...FRENCH, own })).to.equal('x must be an ISO 8601 date');
    });
    it('of the program', () => {
      expect(messageOf(failureOf('date'), { ...FRENCH, own: { fr: {} }, shared: { en: { date: 'shared' } } })).to.equal(
        'shared',
      );
    });
    it('after more general languages', () => {
      const austrian = { acceptLanguage: 'de-AT', own: { 'de-AT': {} } };
      const rule = new Map([['slug', { en: 'a slug', de: 'ein Kürzel' }]]);
      expect(messageOf(failureOf('slug'), { ...austrian, custom: rule })).to.equal('ein Kürzel');
      expect(messageOf(failureOf('int'), { ...austrian, shared: { de: { int: 'ganz' } } })).to.equal('ganz');
      const home = { acceptLanguage: 'zh-CN-x-home', own: { 'zh-CN-x-home': {} } };
      expect(messageOf(failureOf('int'), home)).to.equal('x 必须是整数');
    });
    it('after the built-in messages of the language', () => {
      const own = { en: { int: 'own', slug: 'own slug' } };
      const rule = new Map([['slug', { en: 'a slug' }]]);
      expect(messageOf(failureOf('int'), { ...CHINESE, own })).to.equal('x 必须是整数');
      expect(messageOf(failureOf('slug'), { ...CHINESE, own })).to.equal('own slug');
      expect(messageOf(failureOf('slug'), { ...CHINESE, custom: rule })).to.equal('a slug');
    });
    it('for regional variants of English', () => {
      const own = { 'en-GB': { int: 'whole, please' } };
      const british = { acceptLanguage: 'en-GB', own };
      expect(messageOf(failureOf('int'), british)).to.equal('whole, please');
      expect(messageOf(failureOf('float'), british)).to.equal('x must be a number');
    });
  });

  describe('fills in placeholders', () => {
    it('in one pass', () => {
      const field = { label: "$& {args} $'", message: '{name}: {args}, {args}!' };
      expect(messageOf(failureOf('contains', '{name} $1', field))).to.equal("$& {args} $': {name} $1, {name} $1!");
    });
    it('without a space at the end', () => {
      expect(messageOf(failureOf('int', true, { message: 'whole {args}' }))).to.equal('whole');
    });
  });

  describe('calls a function', () => {
    const calls: MessageContext[] = [];
    const ask = (answer: unknown): Messages => {
      return (failure) => {
        calls.push(failure);
        return answer as string;
      };
    };
    beforeEach(() => void calls.splice(0));

    it('with the failure', () => {
      const failure = failureOf('in', ['a', /b/]);
      expect(messageOf(failure, { ...CHINESE, own: ask('{name}') })).to.equal('{name}');
      expect(calls).to.deep.equal([
        {
          in: 'body',
          pointer: '/x',
          rule: 'in',
          name: 'x',
          args: 'a、/b/',
          expected: ['a', '/b/'],
          language: 'zh-CN',
          message: 'x 必须是以下值之一：a、/b/',
          environment: {},
        },
      ]);
    });
    it('and falls back when it returns no string', () => {
      for (const answer of [undefined, '', 12, null, { en: 'a' }]) {
        expect(messageOf(failureOf('int'), { own: ask(answer) })).to.equal('x must be a whole number');
      }
    });
    it('once, and not for a field with its own message', () => {
      messageOf(failureOf('slug'), { own: ask(undefined), shared: ask(undefined), ...FRENCH });
      expect(calls).to.have.length(2);
      messageOf(failureOf('int', true, { message: 'own' }), { own: ask('no') });
      expect(calls).to.have.length(2);
    });
    it('and passes on its errors', () => {
      const own = () => {
        throw new RangeError('mine');
      };
      expect(() => messageOf(failureOf('int'), { own })).to.throw(RangeError, 'mine');
    });
  });

  describe('uses the message of a schema', () => {
    const failure = (rule: string, text: string, argument: unknown = true) => failureOf(rule, argument, {}, { text });
    it('unchanged for a Standard Schema', () => {
      expect(messageOf(failure('schema', 'Expected {name}\n  or number'))).to.equal('Expected {name} or number');
      expect(messageOf(failure('schema', 'Invalid'), CHINESE)).to.equal('Invalid');
    });
    it('after the name for keywords without a built-in message', () => {
      expect(messageOf(failure('oneOf', 'must match one'))).to.equal('x must match one');
      expect(messageOf(failure('oneOf', 'must match one'), CHINESE)).to.equal('x must match one');
      expect(messageOf(failure('contains', 'must contain 1 valid item'))).to.equal('x must contain 1 valid item');
    });
    it('for undeclared fields', () => {
      const undeclared = failureOf('oneOf', true, {}, { field: undefined, text: 'must match one' });
      expect(messageOf(undeclared)).to.equal('x must match one');
    });
    it('after built-in messages', () => {
      expect(messageOf(failure('minLength', 'must NOT have fewer', 2))).to.equal('x must have at least 2 characters');
      expect(messageOf(failure('required', 'is required'), CHINESE)).to.equal('x 不能为空');
    });
    it('in English for unsafe values', () => {
      expect(messageOf(failure('unsafe', 'is not a finite number'))).to.equal('x is not a finite number');
      expect(messageOf(failure('unsafe', 'is not a finite number'), CHINESE)).to.equal('x 无法原样保存');
    });
    it('up to 500 characters', () => {
      expect(messageOf(failure('schema', 'a'.repeat(501)))).to.equal(`${'a'.repeat(500)}…`);
    });
    it('after messages of the logic', () => {
      expect(messageOf(failure('schema', 'Invalid'), { own: { '*': { '/x': 'own' } } })).to.equal('own');
    });
  });
});
