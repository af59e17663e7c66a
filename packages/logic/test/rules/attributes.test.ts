import { expect } from 'chai';
import { errorsOf, runBody, runField } from '../run-field.ts';
import { HOLDERS, PLACES } from './places.ts';
import { attributeRows } from './rows/attributes.ts';
import { everywhere, failsEverywhere, outcomesAt } from './rule-table.ts';

const isFailure = (wanted: unknown): wanted is { readonly rule: string } =>
  typeof wanted === 'object' && wanted !== null && 'rule' in wanted;

describe('attributes', () => {
  for (const { rules, values } of attributeRows) {
    it(JSON.stringify(rules), () => {
      const outcome = outcomesAt(HOLDERS, rules);
      for (const [given, wanted] of values) {
        const expected = isFailure(wanted) ? failsEverywhere(HOLDERS, wanted.rule) : everywhere(HOLDERS, wanted);
        expect(outcome(given), String(given)).to.deep.equal(expected);
      }
    });
  }

  describe('trim', () => {
    it('runs before types, rules and presence', () => {
      for (const space of [' ', '\t', '\n', '\r', '\u00a0', '\ufeff', '\u2003']) {
        const outcome = outcomesAt(PLACES, { string: true, trim: true, length: 1 });
        expect(outcome(`${space}a${space}`)).to.deep.equal(everywhere(PLACES, 'a'));
      }
      expect(runField({ int: true, trim: true }, ' 5 ', 'text')).to.deep.equal({ value: 5 });
      expect(runField({ int: true, trim: true }, ' 5 ', 'json')).to.deep.equal({ rule: 'int' });
      expect(runField({ trim: true, in: ['a'] }, ' a')).to.deep.equal({ value: 'a' });
      expect(
        runField({ trim: true, equals: 'y' }, ' a', 'json', { fields: { y: {} }, values: { y: 'a' } }),
      ).to.deep.equal({ value: 'a' });
    });
  });

  describe('children', () => {
    it('set to false allow any content', () => {
      expect(runField({ array: true, children: false }, [1, 'a'])).to.deep.equal({ value: [1, 'a'] });
      expect(runField({ object: true, children: false }, { a: 1 })).to.deep.equal({ value: { a: 1 } });
    });
  });

  describe('aliasName, message, secret', () => {
    const messageAt = (rules: object, value: unknown): string[] =>
      PLACES.map(
        (place) => errorsOf(() => runBody({ x: place.rules(rules) }, { x: place.wrap(value) }))[0]?.message ?? '',
      );

    it('message replaces the text of all rules or of one', () => {
      for (const message of messageAt({ int: true, message: 'Nein: {name}' }, 'x'))
        expect(message).to.match(/^Nein: \S/);
      for (const message of messageAt({ int: true, message: { int: 'Keine Zahl' } }, 'x'))
        expect(message).to.equal('Keine Zahl');
      for (const message of messageAt({ int: true, message: { required: 'Fehlt' } }, 'x'))
        expect(message).to.match(/must be/);
      for (const message of messageAt({ int: true, message: false }, 'x')) expect(message).to.match(/must be/);
    });
  });
});
