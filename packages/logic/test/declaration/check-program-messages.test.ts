import { expect } from 'chai';
import { checkProgramMessages } from '../../src/declaration/check-program-messages.ts';
import { defineRule } from '../../src/define-rule.ts';
import { LogicError } from '../../src/errors.ts';

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
