import { expect } from 'chai';
import { defineRule } from '../src/define-rule.ts';
import { LogicError } from '../src/errors.ts';

const test = () => true;
const message = '{name} must be a slug';

/** Invalid options and their errors. */
const TABLE: readonly (readonly [options: unknown, problem: string])[] = [
  [undefined, 'needs options'],
  [{ message }, 'needs a function: either test or testAsync'],
  [{ test, testAsync: async () => true, message }, 'needs a function: either test or testAsync'],
  [{ test: /a/, message }, 'has a test that is not a function'],
  [{ testAsync: true, message }, 'has a testAsync that is not a function'],
  [{ test, refuse: 'no', message }, 'has a refuse that is not a function'],
  [{ test }, 'needs a message'],
  [{ test, message: {} }, 'needs a message'],
  [{ test, message: { 'zh-CN': '{name}' } }, 'needs a message'],
  [{ test, message: { en: '{name}', 'zh-CN': 5 } }, 'needs a message'],
  [{ test, message, on: 'strng' }, 'has on: "strng", which is not a type; did you mean "string"?'],
  [{ test, message, on: ['int', 'text'] }, 'has on: "text", which is not a type; the types are string, int,'],
  [{ test, message, on: null }, 'has on: object, which is not a type'],
  [{ test, message, on: [] }, 'has an empty list as on'],
  [{ test, message, schema: 'pattern' }, 'has a schema that is neither an object'],
];

/** Invalid names of rules. */
const NAMES: readonly (readonly [name: unknown, problem: string])[] = [
  ['', '"" cannot be the name of a rule; use letters and digits'],
  ['1a', '"1a" cannot be the name of a rule'],
  ['__proto__', '"__proto__" cannot be the name of a rule'],
  [Symbol('a'), 'symbol cannot be the name of a rule'],
  ['string', '"string" already exists; choose another name'],
  ['requiredWithOut', '"requiredWithOut" already exists'],
  ['required', '"required" already exists'],
  ['children', '"children" already exists'],
  ['unknown', '"unknown" already exists'],
  ['schema', '"schema" already exists'],
];

describe('defineRule', () => {
  it('needs a name, a test and a message', () => {
    const rule = defineRule('slug', { test, message });
    expect(rule).to.deep.include({ name: 'slug', on: undefined, test, testAsync: undefined, schema: undefined });
    expect(rule.messages).to.deep.equal({ en: message });
    expect(rule.refuse(true)).to.equal(undefined);
    expect(rule.refuse('yes')).to.equal('takes true or false');
  });

  it('keeps all options', () => {
    const testAsync = async () => true;
    const refuse = () => 'takes nothing';
    const texts = { en: 'a', 'zh-CN': 'b' };
    const schema = (argument: number) => ({ maximum: argument });
    const rule = defineRule('within', { on: ['int', 'float'], refuse, testAsync, message: texts, schema });
    expect(rule).to.deep.equal({
      name: 'within',
      on: ['int', 'float'],
      refuse,
      test: undefined,
      testAsync,
      messages: texts,
      schema,
    });
    texts.en = 'changed';
    expect(rule.messages.en).to.equal('a');
  });

  it('normalizes a single kind and a schema object', () => {
    const rule = defineRule('slug', { on: 'string', test, message, schema: { pattern: 'a' } });
    expect(rule.on).to.deep.equal(['string']);
    const made = rule.schema?.(true);
    expect(made).to.deep.equal({ pattern: 'a' });
    expect(rule.schema?.(true)).not.to.equal(made);
  });

  for (const [options, problem] of TABLE) {
    it(`refuses options: ${problem}`, () => {
      const error = errorOf(() => defineRule('slug', options as Parameters<typeof defineRule>[1]));
      expect(error.message).to.include(`the rule "slug" ${problem}`);
      expect(error).to.include({ code: 'E_LOGIC_ARGUMENT', rule: 'slug' });
    });
  }

  for (const [name, problem] of NAMES) {
    it(`refuses the name ${String(name)}`, () => {
      const error = errorOf(() => defineRule(name as string, { test, message }));
      expect(error.message).to.include(problem);
      expect(error).to.include({ code: 'E_LOGIC_RULE', rule: String(name) });
    });
  }
});

// --- internal ---

function errorOf(work: () => unknown): LogicError {
  try {
    work();
  } catch (error) {
    expect(error).to.be.instanceOf(LogicError);
    return error as LogicError;
  }
  throw new Error('expected a LogicError');
}
