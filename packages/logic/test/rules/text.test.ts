import { expect } from 'chai';
import { fieldErrorOf, runField } from '../run-field.ts';
import { textRows } from './rows/text.ts';
import { describeRows } from './rule-table.ts';

describe('rules on text', () => {
  describeRows('rows', textRows);

  it('ignores lastIndex of a regexp with the flag g or y', () => {
    const own = /a/g;
    own.lastIndex = 1;
    for (const regexp of [own, /a/y, /a/gy]) {
      const rules = { array: true, children: { regexp } };
      expect(runField(rules, ['a', 'a', 'a'])).to.deep.equal({ value: ['a', 'a', 'a'] });
    }
    expect(own.lastIndex).to.equal(1);
  });

  it('copies a regexp at start', () => {
    const regexp = /^a$/;
    const rules = { regexp };
    expect(runField(rules, 'a')).to.deep.equal({ value: 'a' });
    regexp.test = () => false;
    regexp.exec = () => null;
    expect(runField(rules, 'a')).to.deep.equal({ value: 'a' });
  });

  it('refuses a regexp that can hang', () => {
    for (const rules of [{ regexp: /^(a+)+$/ }, { pattern: '^(a+)+$' }, { regexp: /\s+$/ }]) {
      const error = fieldErrorOf(rules);
      expect(error.code).to.equal('E_LOGIC_REGEXP');
      expect(error.message).to.match(/^logic: postAction\.body\.x: (regexp|pattern) can hang: .+ on .+; write it so/);
    }
  });

  it('refuses a lone surrogate before an expression runs', () => {
    // Two ways to read each, so that thirty of them would take half a minute.
    const text = `${'\ud83d'.repeat(25)}\n`;
    for (const [rule, argument] of [
      ['regexp', /^(?:.|\ud83d)+$/u],
      ['pattern', '^(?:.|\\ud83d)+$'],
    ] as const) {
      const start = performance.now();
      expect(runField({ [rule]: argument }, text)).to.deep.equal({ rule });
      expect(performance.now() - start).to.be.below(5_000);
    }
  });

  it('accepts a quadratic regexp beside a maximum length and does not run it on longer text', () => {
    for (const bound of [{ length: { max: 100 } }, { byteLength: { max: 200 } }, { length: 100 }]) {
      const rules = { regexp: /\s+$/, ...bound };
      const start = performance.now();
      expect(runField(rules, ' '.repeat(200_000))).to.deep.equal({ rule: 'regexp' });
      expect(performance.now() - start).to.be.below(5_000);
    }
    expect(runField({ length: { max: 4 }, regexp: /b$/ }, '\u{1f600}\u{1f600}\u{1f600}b')).to.have.property('value');
  });

  it('refuses invalid arguments', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ length: -1 }, /length takes an integer of at least 0/],
      [{ length: '5' }, /length takes an integer/],
      [{ length: { min: undefined } }, /length takes an integer/],
      [{ length: { min: 3, max: 2 } }, /length has min 3 above max 2: no value can pass/],
      [{ length: { mni: 3 } }, /length has no "mni"; did you mean "min"\?/],
      [{ length: { elements: 3 } }, /length has no "elements"; it takes/],
      [{ contains: '' }, /contains takes a non-empty string/],
      [{ contains: '\ud83d' }, /contains takes a non-empty string/],
      [{ startWith: 1 }, /startWith takes a non-empty string/],
      [{ regexp: 'a' }, /regexp takes a regular expression/],
      [{ pattern: /a/ }, /pattern takes the source/],
      [{ pattern: '(' }, /pattern cannot be read: Invalid regular expression/],
      [{ format: 'emial' }, /format takes one of date, .*; did you mean "email"\?/],
      [{ format: 'toString' }, /format takes one of/],
      [{ string: 1 }, /string takes true or false/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});
