import { defineRule } from '@rest-gen/logic';
import { expect } from 'chai';
import { givenModules } from '../../src/core/load/load-modules.ts';
import { StartError } from '../../src/index.ts';
import { toProject } from '../../src/load/to-project.ts';

const slug = defineRule('slug', { test: () => true, message: 'a text' });
const load = (messages: unknown) => {
  const options = { rules: [], controllers: {}, logics: { a: { rules: [slug] }, b: {} }, messages: messages as never };
  return toProject(givenModules(options), options);
};

describe('checkTexts', () => {
  for (const messages of [undefined, () => undefined, { en: { required: 'a', slug: 'b' }, '*': { '/name': 'c' } }]) {
    it(`takes ${JSON.stringify(messages)}`, () => expect(load(messages).logics.size).to.equal(2));
  }

  for (const [messages, message] of [
    [{ en: { requird: 'a' } }, /createRestRouter: messages has en: "requird".*did you mean "required"\?/],
    [{ required: 'a' }, /"required" instead of a language/],
    [{ en: { required: '' } }, /must have a non-empty string/],
  ] as const) {
    it(`refuses ${JSON.stringify(messages)}`, () => {
      expect(() => load(messages))
        .to.throw(StartError, message)
        .that.includes({ code: 'E_OPTION' });
    });
  }
});
