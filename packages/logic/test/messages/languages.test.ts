import { expect } from 'chai';
import type { Text } from '../../src/messages/language.ts';
import { languages, textRules } from '../../src/messages/languages.ts';
import { conditionNames } from '../../src/rules/conditions.ts';
import { vocabulary } from '../../src/rules/vocabulary.ts';

/** Rules that only errors have. */
const OTHERS = [
  ...['unknown', 'readOnly', 'createOnly', 'repeated', 'unsafe', 'type', 'schema', 'required'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minProperties', 'maxProperties', 'dependentRequired'],
];
const RULES = new Set([...OTHERS, ...conditionNames.values(), ...vocabulary.keys()]);

describe('languages', () => {
  it('are listed by their tag', () => {
    expect([...languages.keys()]).to.deep.equal(['en', 'zh-CN']);
    for (const [tag, language] of languages) expect(language.tag).to.equal(tag);
  });

  it('list the rules that have a text', () => expect(new Set(textRules)).to.deep.equal(RULES));

  for (const [tag, { texts, invalid }] of languages) {
    describe(tag, () => {
      it('has a text for every rule and no other', () => expect(new Set(Object.keys(texts))).to.deep.equal(RULES));

      it('names the field once in every text', () => {
        for (const text of [...Object.values(texts).flatMap(formsOf), invalid]) {
          expect(text.match(/\{name\}/g), text).to.have.length(1);
          expect(text.replace(/\{(name|args)\}/g, '')).not.to.match(/[{}]/);
        }
      });

      it('does not mention the argument if there is none', () => {
        for (const text of [...Object.values(texts), invalid]) {
          if (typeof text === 'object' && text.none !== undefined) expect(text.none).not.to.match(/\{args\}/);
        }
      });

      it('mentions the argument in the same texts as English', () => {
        for (const rule of RULES) {
          const hasArgument = (text: Text | undefined) => formsOf(text ?? '').some((form) => form.includes('{args}'));
          expect(hasArgument(texts[rule]), rule).to.equal(hasArgument(languages.get('en')?.texts[rule]));
        }
      });
    });
  }
});

function formsOf(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}
