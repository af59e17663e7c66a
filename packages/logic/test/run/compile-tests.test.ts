import { expect } from 'chai';
import { knownRules } from '../../src/declaration/known-rules.ts';
import { readSection } from '../../src/declaration/read-section.ts';
import { compileTests } from '../../src/run/compile-tests.ts';
import type { ActionInput } from '../../src/types.ts';

const input = (body: unknown): ActionInput => ({ params: {}, query: {}, headers: {}, body, files: {} });

describe('compileTests', () => {
  const fields = { a: { int: true }, b: { required: true } };
  const section = readSection('body', fields, { known: knownRules(undefined, {}), place: {}, unknown: 'refuse' });

  it('passes what fits, and changes the input into the fresh one', () => {
    const body = { a: 1, b: 2 };
    const given = input(body);
    expect(compileTests([section], { textBody: false }).pass(given)).to.equal(true);
    expect(given).to.deep.equal(input({ a: 1, b: 2 }));
    expect(given.body).not.to.equal(body);
  });

  it('explains what does not', () => {
    const { pass, explain } = compileTests([section], { textBody: false });
    expect(pass(input({ a: 'x' }))).to.equal(false);
    for (let time = 0; time < 2; time += 1) {
      const failures = explain(input({ a: 'x' }));
      expect(failures.map(({ in: where, pointer, rule }) => `${where}${pointer} ${rule}`)).to.deep.equal([
        'body/a int',
        'body/b required',
      ]);
    }
  });

  it('finds nothing in what fits', () => {
    const given = input({ b: 1 });
    expect(compileTests([section], { textBody: false }).explain(given)).to.deep.equal([]);
    expect(given.body).to.deep.equal({ b: 1 });
  });

  it('tests nothing without sections', () => {
    const { pass, explain } = compileTests([], { textBody: false });
    expect(pass(input('x'))).to.equal(true);
    expect(explain(input('x'))).to.deep.equal([]);
  });

  it('coerces a form', () => {
    const given = input({ a: '1', b: '2' });
    expect(compileTests([section], { textBody: true }).pass(given)).to.equal(true);
    expect(given.body).to.deep.equal({ a: 1, b: '2' });
  });
});
