import { expect } from 'chai';
import { decimal, url } from '../../src/rules/format-options.ts';
import {
  characters,
  flag,
  hosts,
  ignored,
  listOf,
  type Option,
  oneOf,
  refuseOptions,
  separator,
  size,
  text,
} from '../../src/rules/option.ts';

describe('options', () => {
  const table: [name: string, option: Option | undefined, fit: unknown[], others: unknown[]][] = [
    ['flag', flag, [true, false], [1, 'true', null]],
    ['size', size, [0, 1], [-1, 0.5, '1', Number.POSITIVE_INFINITY]],
    ['text', text, ['', 'a'], [5, null]],
    ['separator', separator, ['.', ' ', '\u00a0'], ['', 'a', '1', '_', '..', 'a.', '.a', [','], 5]],
    ['a list of sizes', listOf('sizes', size.fits), [[0], [1, 2]], [[], [1, 'a'], ['a', 1], 1, { 0: 1, length: 1 }]],
    ['one of some values', oneOf([4, 6]), [4, 6], ['4', 5, [4]]],
    ['hosts', hosts, [[], ['a'], ['a', /^b$/]], [['a', ''], ['a', 5], ['a', /b/g], [/b/y], [/(a|a)*$/], 'a']],
    ['ignored', ignored, ['a', /a/, /a/g], [/a/y, /(a|a)*$/, 5]],
    ['characters', characters, ['', 'ab', 'a-z', '\\]', '\\\\'], ['z-a', ']', '\\', 'a\\d', ['a'], 5]],
    [
      'digits',
      decimal.decimal_digits,
      [0, 2, '2', '12', '1,', '1,23', '10,12'],
      [-1, '', ',1', 'x1', '1x', '1,2,3', ['1']],
    ],
    ['protocols', url.protocols, [['https'], ['http', 'git+ssh']], [[], ['HTTP'], ['https', 5], [['https']]]],
  ];
  for (const [name, option, fit, others] of table) {
    it(name, () => {
      for (const value of fit) expect(option?.fits(value), String(value)).to.equal(true);
      for (const value of others) expect(option?.fits(value), String(value)).to.equal(false);
    });
  }

  it('are refused with what they take', () => {
    const known = { version: oneOf([4, 6]), strict: flag };
    expect(refuseOptions({ version: 4, strict: true }, known)).to.equal(undefined);
    expect(refuseOptions({ version: 5 }, known)).to.equal('has the option version, which takes 4, 6, not 5');
    expect(refuseOptions({ xyz: 5 }, known)).to.equal('has no option "xyz"; the options are version, strict');
    expect(refuseOptions({ versoin: 4 }, known)).to.match(/did you mean "version"\?$/);
    expect(refuseOptions({ constructor: 4 }, known)).to.match(/^has no option "constructor"/);
    for (const argument of [5, null, [], 'strict', /a/]) {
      expect(refuseOptions(argument, known)).to.equal('takes true, or an object of options');
    }
  });
});
