import { expect } from 'chai';
import { readSnippet } from './snippet.ts';

/** The actions of HTTP methods. */
const ACTIONS = ['getAction', 'postAction', 'putAction', 'patchAction', 'deleteAction', 'queryAction'];
const SECTIONS = ['params', 'query', 'headers', 'body', 'files'];
const RULES = ['required', 'string', 'in', 'length', 'email', 'children', 'requiredIf', 'message'];

/** The position of the cursor, and names of rules among the completions. */
const IN_RULES: readonly (readonly [logic: string, names: readonly string[]])[] = [
  ['{ params: { id: { | } } }', RULES],
  ['{ postAction: { body: { | } } }', ['array', 'object', 'children']],
  ['{ postAction: { body: { a: { | } } } }', RULES],
  ['{ postAction: { body: { a: { int: true, | } } } }', RULES],
  ['{ postAction: { body: { a: { object: true, children: { b: { | } } } } } }', RULES],
  ['{ postAction: { body: { a: { array: true, children: { | } } } } }', RULES],
  ['{ postAction: async (context) => ({ body: { a: { | } } }) }', RULES],
  ['{ postAction: { query: (context) => ({ a: { | } }) } }', RULES],
];

/** The position of the cursor, and all completions. */
const ELSEWHERE: readonly (readonly [logic: string, names: readonly string[]])[] = [
  ['{ | }', ['rules', 'unknown', 'messages', 'params', ...ACTIONS]],
  [
    '{ postAction: {}, | }',
    ['rules', 'unknown', 'messages', 'params', ...ACTIONS.filter((name) => name !== 'postAction')],
  ],
  ['{ postAction: { | } }', [...SECTIONS, 'unknown']],
  ['{ postAction: { unknown: { | } } }', SECTIONS],
  ['{ postAction: { body: { a: { length: { | } } } } }', ['min', 'max']],
  ['{ postAction: { body: { a: { int: { | } } } } }', ['min', 'max']],
  ['{ postAction: { body: { a: { required: "|" } } } }', ['present']],
  ['{ unknown: "|" }', ['refuse', 'strip']],
  ['{ postAction: { unknown: "|" } }', ['refuse', 'strip']],
];

/** The methods of a text, but for those that have the name of a rule. */
const METHODS = Object.getOwnPropertyNames(String.prototype).filter((name) => name !== 'length' && name !== 'trim');

describe('completions in defineLogic', function () {
  this.timeout(60_000);

  for (const [logic, names] of IN_RULES) {
    it(`are ${names.join(', ')} and no methods in ${logic}`, () => {
      const { completions } = readSnippet(`defineLogic(${logic});`);
      expect(completions).to.include.members([...names]);
      expect(completions.filter((name) => METHODS.includes(name))).to.eql([]);
    });
  }

  for (const [logic, names] of ELSEWHERE) {
    it(`are only ${names.join(', ')} in ${logic}`, () => {
      expect(readSnippet(`defineLogic(${logic});`).completions).to.have.members([...names]);
    });
  }

  it('are sections and no methods in the result of a function', () => {
    const { completions } = readSnippet('defineLogic({ postAction: () => ({ | }) });');
    expect(completions).to.include.members([...SECTIONS, 'unknown']);
    expect(completions.filter((name) => METHODS.includes(name))).to.eql([]);
  });

  it('are the members of the context of a function', () => {
    const { completions } = readSnippet(
      'defineLogic({ postAction: (context) => ({ body: { a: { string: context.| } } }) });',
    );
    expect(completions).to.include.members(['action', 'body', 'environment']);
  });

  for (const rules of ['|', 'string: true, children: { int: true, | }', 'array: true, children: { b: { | } }']) {
    it(`contain only rule names in { a: { ${rules} } }`, () => {
      const { completions } = readSnippet(`defineLogic({ postAction: { body: { a: { ${rules} } } } });`);
      expect(completions).to.include('required');
      expect(completions.filter((name) => !/^[a-zA-Z\d]+$/.test(name))).to.eql([]);
    });
  }
});
