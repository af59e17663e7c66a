import { expect } from 'chai';
import { readSnippet } from './snippet.ts';

/** A mistake in a logic, and the message of the compiler. */
const TABLE: readonly (readonly [logic: string, message: string])[] = [
  ['{ postAction: { body: { a: { string: true, lenght: 5 } } } }', '"\\"lenght\\" is not the name of a rule"'],
  [
    '{ postAction: { body: { a: { object: true, children: { b: { strng: true } } } } } }',
    '"\\"strng\\" is not the name of a rule"',
  ],
  ['{ postAction: { body: { array: true, childen: {} } } }', '"\\"childen\\" is not the name of a rule"'],
  ['{ postAction: { boddy: {} } }', '"\\"boddy\\" is not the name of a section"'],
  ['{ postActoin: { body: {} } }', '"\\"postActoin\\" is not the name of an action"'],
  ['{ postAction: () => ({ body: { a: { strng: true } } }) }', '"\\"strng\\" is not the name of a rule"'],
  ['{ postAction: { body: async () => ({ a: { strng: true } }) } }', '"\\"strng\\" is not the name of a rule"'],
  ['{ postAction: { body: { a: { slug: true } } } }', '"\\"slug\\" is not the name of a rule"'],
  ['{ postAction: { body: { a: { length: "5" } } } }', 'Takes<false | Bounds>'],
  ['{ postAction: { body: { a: { required: "yes" } } } }', 'Takes<boolean | "present">'],
  ['{ rules: [within], postAction: { body: { a: { within: "5" } } } }', 'Takes<number | false>'],
  ['{ unknown: "keep" }', 'Takes<UnknownFields>'],
  ['{ postAction: 1 }', 'an action is an object of sections'],
  ['{ postAction: { body: true } }', 'a section is an object of fields'],
  ['{ postAction: { body: { a: "string" } } }', 'a field is an object of rules'],
  ['{ postAction: { body: { a: { object: true, children: 1 } } } }', 'children are an object'],
  ['{ postAction: { body: { a: { children: { b: { int: true } } } } } }', 'children need array: true or object: true'],
  ['{ postAction: { body: { a: { string: true, children: { int: true } } } } }', 'children need array: true or object'],
  [
    '{ postAction: { body: { a: { array: true, children: { b: { int: true } } } } } }',
    'children of an array must be the rules of its items: children: { object: true, children: { … } }',
  ],
  [
    '{ postAction: { body: { a: { array: true, children: { int: true, b: { int: true } } } } } }',
    '"\\"b\\" is not the name of a rule"',
  ],
  ['{ getAction: { query: { string: true } } }', 'rules of a whole value are for the body'],
];

describe('compile errors of defineLogic', function () {
  this.timeout(60_000);

  for (const [logic, message] of TABLE) {
    it(`reports "${message}" for ${logic}`, () => {
      const { errors } = readSnippet(`defineLogic(${logic});`);
      expect(errors).to.have.lengthOf(1);
      expect(errors[0]).to.include(message);
    });
  }

  it('accepts a correct logic', () => {
    const { errors } = readSnippet(
      'defineLogic({ rules: [slug], postAction: (context) => ({ body: { a: { slug: !!context.body } } }) });',
    );
    expect(errors).to.eql([]);
  });
});
