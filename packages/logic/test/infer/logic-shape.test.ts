import { expect } from 'chai';
import { readSnippet } from './snippet.ts';

const SECTIONS = ['params', 'query', 'headers', 'body', 'files', 'unknown'];
const RULES = ['required', 'string', 'in', 'length', 'email', 'children', 'requiredIf', 'message'];

/** Where a cursor stands, and names that an editor has to offer there. */
const TABLE: readonly (readonly [logic: string, names: readonly string[]])[] = [
  ['{ | }', ['rules', 'unknown', 'messages', 'params']],
  ['{ params: { id: { | } } }', RULES],
  ['{ postAction: { | } }', SECTIONS],
  ['{ postAction: { body: { | } } }', ['array', 'object', 'children']],
  ['{ postAction: { body: { a: { | } } } }', RULES],
  ['{ postAction: { body: { a: { int: true, | } } } }', RULES],
  ['{ postAction: { body: { a: { length: { | } } } } }', ['min', 'max']],
  ['{ postAction: { body: { a: { object: true, children: { b: { | } } } } } }', RULES],
  ['{ postAction: { body: { a: { array: true, children: { | } } } } }', RULES],
  ['{ postAction: () => ({ | }) }', SECTIONS],
  ['{ postAction: async (context) => ({ body: { a: { | } } }) }', RULES],
  ['{ postAction: (context) => ({ body: { a: { string: context.| } } }) }', ['action', 'body', 'environment']],
  ['{ postAction: { query: (context) => ({ a: { | } }) } }', RULES],
  ['{ unknown: "|" }', ['refuse', 'strip']],
];

describe('an editor inside of defineLogic', function () {
  this.timeout(60_000);

  for (const [logic, names] of TABLE) {
    it(`offers ${names.join(', ')} in ${logic}`, () => {
      expect(readSnippet(`defineLogic(${logic});`).completions).to.include.members([...names]);
    });
  }

  it('offers no name that is none', () => {
    const { completions } = readSnippet('defineLogic({ postAction: { body: { a: { | } } } });');
    expect(completions.filter((name) => !/^[a-zA-Z\d]+$/.test(name))).to.eql([]);
  });
});
