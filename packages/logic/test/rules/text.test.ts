import { expect } from 'chai';
import { fieldErrorOf, runField } from '../run-field.ts';

/** [rules, values that pass, values that fail] */
const table: [rules: Record<string, unknown>, pass: unknown[], fail: unknown[]][] = [
  [{ length: 2 }, ['ab', '\u{1f600}\u{1f600}'], ['a', 'abc', 5]],
  [{ length: { min: 2 } }, ['ab', 'abc'], ['a']],
  [{ length: { max: 2 } }, ['a', 'ab'], ['abc']],
  [{ length: { min: 1, max: 2 } }, ['a', 'ab'], ['abc']],
  [{ byteLength: 2 }, ['ab', 'é'], ['a', 'abc', 'éé', 5]],
  [{ byteLength: { min: 2 } }, ['é', 'abc'], ['a']],
  [{ byteLength: { max: 3 } }, ['abc', '€'], ['abcd', '€a']],
  [{ contains: 'b' }, ['abc', 'b'], ['ac', 5]],
  [{ startWith: 'a' }, ['abc', 'a'], ['bac']],
  [{ endWith: 'c' }, ['abc', 'c'], ['cab']],
  [{ regexp: /^[a-z]+$/ }, ['abc'], ['a1', 5]],
  [{ regexp: /b/i }, ['aBc'], ['ac']],
  [{ regexp: /b/y }, ['bc'], ['ab']],
  [{ pattern: '^[a-z]+$' }, ['abc'], ['a1', 5]],
  [{ pattern: '^\\p{Lu}$' }, ['É'], ['é']],
  [{ format: 'ipv4' }, ['1.2.3.4'], ['1.2.3', 5]],
];

describe('rules on text', () => {
  for (const [rules, pass, fail] of table) {
    const [rule] = Object.keys(rules);
    const name = Object.entries(rules).map(
      ([key, value]) => `${key}: ${value instanceof RegExp ? value : JSON.stringify(value)}`,
    );
    it(`${name} passes and fails`, () => {
      for (const value of pass) expect(runField(rules, value), `${value}`).to.deep.equal({ value });
      for (const value of fail) expect(runField(rules, value), `${value}`).to.deep.equal({ rule });
    });

    it(`${name} skips a blank value`, () => {
      for (const value of ['', null, undefined]) expect(runField(rules, value)).to.equal('left out');
      expect(runField({ string: true, ...rules }, '')).to.deep.equal({ value: '' });
      expect(runField({ string: true, nullable: true, ...rules }, null)).to.deep.equal({ value: null });
      expect(runField({ required: true, ...rules }, '')).to.deep.equal({ rule: 'required' });
    });

    it(`${name} works on items, on fields of an object, and beside a type`, () => {
      const good = pass[0];
      const bad = fail[0];
      expect(runField({ array: true, children: rules }, [good])).to.deep.equal({ value: [good] });
      expect(runField({ array: true, children: rules }, [good, bad])).to.deep.equal({ rule });
      expect(runField({ object: true, children: { y: rules } }, { y: good })).to.deep.equal({ value: { y: good } });
      expect(runField({ object: true, children: { y: rules } }, { y: bad })).to.deep.equal({ rule });
      expect(runField({ string: true, ...rules }, bad)).to.deep.equal({ rule });
      expect(runField({ string: true, ...rules }, 5)).to.deep.equal({ rule: 'string' });
    });
  }

  it('forgets nothing and remembers nothing between calls of a regexp with the flag g or y', () => {
    const own = /a/g;
    own.lastIndex = 1;
    for (const regexp of [own, /a/y, /a/gy]) {
      const rules = { array: true, children: { regexp } };
      expect(runField(rules, ['a', 'a', 'a'])).to.deep.equal({ value: ['a', 'a', 'a'] });
    }
    expect(own.lastIndex).to.equal(1);
  });

  it('refuses a regexp that can hang', () => {
    for (const rules of [{ regexp: /^(a+)+$/ }, { pattern: '^(a+)+$' }, { regexp: /\s+$/ }]) {
      const error = fieldErrorOf(rules);
      expect(error.code).to.equal('E_LOGIC_REGEXP');
      expect(error.message).to.match(/^logic: postAction\.body\.x: (regexp|pattern) can hang: .+ on .+; write it so/);
    }
  });

  it('takes a quadratic regexp where another rule bounds the text, and never runs it on more', () => {
    for (const bound of [{ length: { max: 100 } }, { byteLength: { max: 200 } }, { length: 100 }]) {
      const rules = { regexp: /\s+$/, ...bound };
      const start = performance.now();
      expect(runField(rules, ' '.repeat(200_000))).to.deep.equal({ rule: 'regexp' });
      expect(performance.now() - start).to.be.below(1000);
    }
    expect(runField({ length: { max: 4 }, regexp: /b$/ }, '\u{1f600}\u{1f600}\u{1f600}b')).to.have.property('value');
  });

  it('refuses arguments that cannot be used', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ length: -1 }, /length takes a whole number from 0 on/],
      [{ length: '5' }, /length takes a whole number/],
      [{ length: {} }, /length takes a whole number/],
      [{ length: { min: 3, max: 2 } }, /length has min 3 above max 2: no value can pass/],
      [{ length: { mni: 3 } }, /length has no "mni"; did you mean "min"\?/],
      [{ length: { elements: 3 } }, /length has no "elements"; it takes/],
      [{ byteLength: { max: 1.5 } }, /byteLength takes a whole number/],
      [{ contains: '' }, /contains takes a text/],
      [{ startWith: 1 }, /startWith takes a text/],
      [{ endWith: true }, /endWith takes a text/],
      [{ regexp: 'a' }, /regexp takes a regular expression/],
      [{ pattern: /a/ }, /pattern takes the source/],
      [{ pattern: '(' }, /pattern cannot be read: Invalid regular expression/],
      [{ format: 'emial' }, /format takes one of date, .*; did you mean "email"\?/],
      [{ format: 5 }, /format takes one of/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});
