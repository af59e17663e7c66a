import { expect } from 'chai';
import type { Label } from '../../src/failure.ts';
import { en } from '../../src/messages/en.ts';
import { failureOf, messageOf } from './failure-of.ts';

describe('English', () => {
  const table: [rule: string, argument: unknown, message: string][] = [
    ['required', true, 'x is required'],
    ['requiredIf', ['country', 'US', 'CA'], 'x is required when country is US, CA'],
    ['requiredNotIf', ['../country', 'US'], 'x is required unless country is US'],
    ['requiredWith', ['a', 'b'], 'x is required together with a, b'],
    ['requiredWithout', ['../a/b'], 'x is required without a.b'],
    ['length', 3, 'x must be 3 characters long'],
    ['length', 1, 'x must be 1 character long'],
    ['length', { min: 2 }, 'x must be at least 2 characters long'],
    ['length', { min: 1 }, 'x must be at least 1 character long'],
    ['length', { max: 1 }, 'x must be at most 1 character long'],
    ['length', { min: 0, max: 1 }, 'x must be between 0 and 1 character long'],
    ['length', { min: 1, max: 4 }, 'x must be between 1 and 4 characters long'],
    ['length', { min: 2, max: 2 }, 'x must be exactly 2 characters long'],
    ['byteLength', { max: 1 }, 'x must be at most 1 byte long'],
    ['minItems', 1, 'x must have at least 1 item'],
    ['maxItems', 2, 'x must have at most 2 items'],
    ['int', true, 'x must be a whole number'],
    ['int', { min: 2, max: 4 }, 'x must be a whole number between 2 and 4'],
    ['int', { min: 1 }, 'x must be a whole number at least 1'],
    ['decimal', true, 'x must be a decimal number, sent as text'],
    ['decimal', { min: '0.5', max: 9 }, 'x must be a decimal number between 0.5 and 9, sent as text'],
    [
      'decimal',
      { decimal_digits: 2 },
      'x must be a decimal number with exactly 2 digits after the point, sent as text',
    ],
    [
      'decimal',
      { decimal_digits: '1,2' },
      'x must be a decimal number with between 1 and 2 digits after the point, sent as text',
    ],
    [
      'decimal',
      { decimal_digits: '1,' },
      'x must be a decimal number with at least 1 digit after the point, sent as text',
    ],
    [
      'decimal',
      { min: 0, decimal_digits: '0,3' },
      'x must be a decimal number at least 0, with at most 3 digits after the point, sent as text',
    ],
    ['float', { max: 0.5 }, 'x must be a number at most 0.5'],
    ['in', ['a', 1, null, true], 'x must be one of a, 1, null, true'],
    ['enum', [{ a: 1 }, [1, 2]], 'x must be one of {"a":1}, [1,2]'],
    ['const', true, 'x must be true'],
    ['const', false, 'x must be false'],
    ['regexp', /^\d$/, 'x must match /^\\d$/'],
    ['before', true, 'x must be before now'],
    ['before', new Date(0), 'x must be before 1970-01-01T00:00:00.000Z'],
    ['equals', '/author/email', 'x must be the same as author.email'],
    ['email', { require_tld: false }, 'x must be an email address'],
    ['mobile', true, 'x must be a mobile phone number'],
    ['mobile', 'de-DE', 'x must be a mobile phone number of de-DE'],
    ['uuid', true, 'x must be a UUID'],
    ['uuid', 4, 'x must be a UUID of version 4'],
    ['repeated', true, 'x must be given once'],
    ['unsafe', true, 'x cannot be represented exactly as it was sent'],
    ['type', ['string', 'null'], 'x must be of type string, null'],
    ['type', true, 'x has the wrong type'],
    ['schema', true, 'x does not match its schema'],
    ['minLength', 1, 'x must have at least 1 character'],
  ];
  for (const [rule, argument, message] of table) {
    it(message, () => expect(messageOf(failureOf(rule, argument))).to.equal(message));
  }

  const labels: [names: Label, label: string][] = [
    [['author', 'name'], 'author.name'],
    [['tags', null], 'item of tags'],
    [['books', null, 'title'], 'item of books.title'],
    [['rows', null, null], 'item of item of rows'],
    [[], 'the body'],
    [[null], 'item of the body'],
    [[null, null], 'item of item of the body'],
    [[null, 'name'], 'name of item of the body'],
    [[null, 'tags', null], 'item of tags of item of the body'],
  ];
  for (const [names, label] of labels) {
    it(`calls ${JSON.stringify(names)} "${label}"`, () => expect(en.label(names, 'the body')).to.equal(label));
  }

  it('suggests a field for an unknown key', () => {
    const hint = (names: string[]) => messageOf(failureOf('unknown', true, {}, { pointer: '/tilte', names }));
    expect(hint(['title'])).to.equal('"tilte" is not a field here; did you mean "title"?');
    expect(hint(['a', 'b'])).to.equal('"tilte" is not a field here; the fields are a, b');
    expect(hint([])).to.equal('"tilte" is not a field here; no field is allowed');
  });
});
