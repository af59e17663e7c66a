import { expect } from 'chai';
import { knownRules } from '../../src/declaration/known-rules.ts';
import { defineRule } from '../../src/define-rule.ts';
import { LogicError } from '../../src/errors.ts';
import { vocabulary } from '../../src/rules/vocabulary.ts';

const slug = defineRule('slug', {
  on: 'string',
  test: () => true,
  message: { en: 'no', de: 'nein' },
  schema: { minLength: 1 },
});
const unique = defineRule('unique', { testAsync: async () => true, message: 'taken' });

describe('knownRules', () => {
  it('are those of the vocabulary, attributes and conditions', () => {
    const { names, failing, messages } = knownRules(undefined, {});
    for (const name of ['required', 'children', 'requiredIf', 'requiredWithOut', 'email', 'int'])
      expect(names.has(name)).to.equal(true);
    for (const name of ['required', 'requiredWithout', 'email', 'unknown', 'repeated', 'unsafe', 'schema'])
      expect(failing).to.include(name);
    for (const name of ['children', 'default', 'requiredWithOut']) expect(failing).not.to.include(name);
    expect(messages.size).to.equal(0);
  });

  it('are those of the logic too', () => {
    const known = knownRules([slug, unique], {});
    expect([...known.names]).to.include.members(['slug', 'unique', 'email']);
    expect(known.failing).to.include.members(['slug', 'unique', 'email']);
    expect(known.messages.get('slug')).to.deep.equal({ en: 'no', de: 'nein' });
    expect(known.vocabulary.get('slug')).to.have.keys('on', 'refuse', 'test', 'schema');
    expect(known.vocabulary.get('unique')).to.have.keys('refuse', 'later');
    expect(known.vocabulary.get('unique')?.later).to.equal(unique.testAsync);
    expect(vocabulary.has('slug')).to.equal(false);
  });

  it('answer true or false, and are not asked about null', () => {
    for (const answer of [undefined, null, 1, 'yes', Promise.resolve(true)]) {
      const odd = defineRule('odd', { test: () => answer as unknown as boolean, message: 'no' });
      const test = knownRules([odd], {})
        .vocabulary.get('odd')
        ?.test?.(true as never, { kind: 'any', rules: {} });
      expect(() => test?.(5 as never, {})).to.throw(TypeError, /The rule "odd" returned \w+ instead of true or false/);
      expect(test?.(null as never, {})).to.equal(true);
    }
    for (const answer of [true, false]) {
      const even = defineRule('even', { test: () => answer, message: 'no' });
      const test = knownRules([even], {})
        .vocabulary.get('even')
        ?.test?.(true as never, { kind: 'any', rules: {} });
      expect(test?.(5 as never, {})).to.equal(answer);
    }
  });

  it('are no more with an empty list', () => {
    expect([...knownRules([], {}).names]).to.deep.equal([...knownRules(undefined, {}).names]);
  });

  const refused: [declared: unknown, message: RegExp][] = [
    [null, /rules must be a list/],
    [{ slug }, /rules must be a list of what defineRule makes/],
    ['slug', /rules must be a list/],
    [[null], /rules must contain what defineRule makes/],
    [[undefined], /rules must contain/],
    [['slug'], /rules must contain/],
    [[{ name: 'slug' }], /rules must contain/],
    [[{ ...slug, name: 5 }], /rules must contain/],
    [[slug, slug], /two rules have the name "slug"/],
    [[{ ...slug, name: 'email' }], /two rules have the name "email"/],
    [[{ ...slug, name: 'required' }], /two rules have the name "required"/],
    [[{ ...slug, name: 'requiredIf' }], /two rules have the name "requiredIf"/],
  ];
  for (const [declared, message] of refused) {
    it(`refuse ${JSON.stringify(declared)}: ${message.source}`, () => {
      expect(() => knownRules(declared, { file: 'a.ts' }))
        .to.throw(LogicError, message)
        .with.property('code', 'E_LOGIC_RULE');
    });
  }
});
