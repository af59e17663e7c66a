import { expect } from 'chai';
import * as formatOptions from '../../src/rules/format-options.ts';
import { fieldErrorOf, runField } from '../run-field.ts';
import { passes } from './rule-table.ts';

/** [rules that are refused, the end of the message] */
const wrong: [rules: object, problem: string][] = [
  [
    { url: { protocols: 5 } },
    'url has the option protocols, which takes a list of protocols in lower case, such as ["https"]',
  ],
  [{ url: { protocols: ['HTTPS'] } }, 'which takes a list of protocols in lower case, such as ["https"]'],
  [{ url: { protocols: 'https' } }, 'which takes a list of protocols in lower case, such as ["https"]'],
  [{ url: { protocol: ['https'] } }, 'url has no option "protocol"; did you mean "protocols"?'],
  [{ url: { max_allowed_length: -1 } }, 'which takes an integer of at least 0'],
  [{ email: { requireTld: true } }, 'email has no option "requireTld"; did you mean "require_tld"?'],
  [{ email: { toString: true } }, 'email has no option "toString"; the options are require_tld'],
  [{ email: { require_tld: 'no' } }, 'email has the option require_tld, which takes true or false'],
  [{ email: { host_blacklist: [''] } }, 'which takes a list of hosts'],
  [{ email: { host_blacklist: [/a/g] } }, 'which takes a list of hosts'],
  [{ email: { host_whitelist: [/a/y] } }, 'which takes a list of hosts'],
  [{ url: { host_whitelist: [/^(a+)+$/] } }, 'regular expressions that cannot hang'],
  [{ email: { blacklisted_chars: ']' } }, 'which takes a string of characters, "]" and'],
  [{ email: { blacklisted_chars: 'z-a' } }, 'which takes a string of characters'],
  [{ alpha: { locale: 'de' } }, 'alpha has the option locale, which takes a locale such as "de-DE"'],
  [{ alpha: { ignore: 5 } }, 'which takes a string of characters, or a regular expression'],
  [{ alphaNumeric: { ignore: /(a|a)*b/ } }, 'a regular expression that cannot hang'],
  [{ alphaNumeric: { ignore: /a/y } }, 'and has no flag y'],
  [{ decimal: { locale: 'xx-YY' } }, 'decimal has the option locale, which takes a locale such as "de-DE"'],
  [{ decimal: { decimal_digits: '2)' } }, 'which takes a number or range of digits such as "2", "1,3" or "1,"'],
  [{ decimal: { decimal_digits: '3,1' } }, 'decimal has incompatible options: Invalid regular expression'],
  [{ decimal: { min: '1e3' } }, 'decimal has the option min, which takes a number, or its digits as text'],
  [{ decimal: { max: Number.NaN } }, 'which takes a number, or its digits as text'],
  [{ decimal: { min: 2, max: 1 } }, 'incompatible options: no number is at least 2 and at most 1'],
  [{ currency: { symbol: 5 } }, 'currency has the option symbol, which takes a string'],
  [{ currency: { thousands_separator: '' } }, 'which takes one character that is not a letter or digit'],
  [{ currency: { decimal_separator: 'd' } }, 'which takes one character that is not a letter or digit'],
  [{ currency: { digits_after_decimal: [1.5] } }, 'which takes a non-empty list of integers'],
  [{ creditCard: { provider: 'viza' } }, 'which takes amex, dinersclub, discover, jcb, mastercard, unionpay, visa'],
  [{ ip: { version: 5 } }, 'ip has the option version, which takes 4, 6'],
  [{ macAddress: { eui: 48 } }, 'macAddress has the option eui, which takes 48, 64'],
];

describe('options of formats', () => {
  for (const [rules, problem] of wrong) {
    it(`refuse ${JSON.stringify(rules)}: ${problem}`, () => {
      const error = fieldErrorOf(rules);
      expect(error.code).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.include(problem);
    });
  }

  it('can be empty', () => {
    for (const format of Object.keys(formatOptions)) {
      expect(runField({ [format]: {} }, ' \u0001 '), format).to.deep.equal({ rule: format });
    }
  });

  it('that are accepted at start do not throw on a value', () => {
    const values: unknown[] = [
      true,
      false,
      0,
      2,
      '',
      'a',
      ',',
      ' ',
      '2',
      '48',
      'de-DE',
      'visa',
      ['a'],
      [1],
      [/a/],
      /a/,
      /a/g,
    ];
    const texts = [
      'a',
      '0',
      'a@example.com',
      'a+b@gmail.com',
      'http://a:b@example.com:80/?a#b',
      'A <a@b.co>',
      '4111111111111111',
      '1,000.5',
    ];
    let taken = 0;
    for (const [format, options] of Object.entries(formatOptions)) {
      for (const [name, { fits }] of Object.entries(options)) {
        for (const value of values.filter(fits)) {
          for (const text of texts) expect(passes(format, { [name]: value }, text)).to.be.a('boolean');
          taken += 1;
        }
      }
    }
    expect(taken).to.be.above(100);
  });
});
