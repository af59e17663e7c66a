import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { LogicError, type ValidationError } from '../../src/errors.ts';
import { runBody, runField } from '../run-field.ts';

/** The errors of one body field `x`. */
function errorsOf(rules: unknown, value: unknown): readonly { rule: string; message: string; expected?: unknown }[] {
  try {
    runBody({ x: rules }, { x: value });
  } catch (error) {
    return (error as ValidationError).errors;
  }
  throw new Error('It passed.');
}

describe('declarations that would disable validation', () => {
  for (const [name, logic] of [
    ['a section that is null', { params: { id: { int: true } }, postAction: { body: null } }],
    ['a section that is a Map', { postAction: { body: new Map([['a', { int: true }]]) } }],
    ['an action that is a Map', { postAction: new Map() }],
    ['an action that is null', { postAction: null }],
    ['a logic that is a Map', new Map()],
    ['a field that is a date', { postAction: { body: { a: new Date() } } }],
    ['half a surrogate pair as a name', { postAction: { body: { '\ud800': { string: true } } } }],
  ] as const) {
    it(`are refused: ${name}`, () => expect(() => compileLogic(logic)).to.throw(LogicError));
  }

  it('may have no prototype', () => {
    expect(compileLogic(Object.assign(Object.create(null), { postAction: Object.create(null) })).actions).to.deep.equal(
      ['postAction'],
    );
  });
});

describe('messages', () => {
  for (const [rules, value, message] of [
    [{ in: ['a', 'b'] }, 5, 'x must be one of a, b'],
    [{ min: 2 }, 'y', 'x must be at least 2'],
    [{ length: { max: 3 } }, 5, /3/],
    [{ before: '2020-01-01' }, 5, /2020-01-01/],
    [{ notIn: ['a'] }, 5, /a/],
  ] as const) {
    it(`name the argument of ${JSON.stringify(rules)} for ${JSON.stringify(value)} too`, () => {
      const [error] = errorsOf(rules, value);
      if (typeof message === 'string') expect(error?.message).to.equal(message);
      else expect(error?.message.replace(/^x /, '')).to.match(message);
    });
  }
});

describe('options of formats', () => {
  it('are not changed, and may be frozen', () => {
    const options = { require_tld: false };
    expect(runField({ email: options }, 'a@localhost')).to.deep.equal({ value: 'a@localhost' });
    expect(options).to.deep.equal({ require_tld: false });
    expect(runField({ email: Object.freeze({}) }, 'a@example.org')).to.deep.equal({ value: 'a@example.org' });
    expect(errorsOf({ email: options }, 'a')[0]?.expected).to.deep.equal({ require_tld: false });
  });
});
