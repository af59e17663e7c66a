import { expect } from 'chai';
import { errorsOf, fieldErrorOf, runBody, runField } from '../run-field.ts';
import { ABSENT, HOLDERS, PLACES } from './places.ts';
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

  describe('default', () => {
    it('is made anew for every request, at every place', () => {
      for (const [written, text] of [
        [{ a: [1] }, '{"a":[1]}'],
        [() => ({ a: [1] }), '{"a":[1]}'],
        [[1], '[1]'],
      ] as const) {
        const outcome = outcomesAt(HOLDERS, { default: written });
        const [first, second] = [outcome(ABSENT), outcome(ABSENT)] as [
          Record<string, unknown>,
          Record<string, unknown>,
        ];
        expect(first).to.deep.equal(everywhere(HOLDERS, JSON.parse(text)));
        expect(second).to.deep.equal(first);
        expect(second.field).not.to.equal(first.field);
      }
      let calls = 0;
      const rules = { int: true, default: () => ++calls };
      expect(runField(rules, undefined)).to.deep.equal({ value: 1 });
      expect(runField(rules, 5)).to.deep.equal({ value: 5 });
      expect(calls).to.equal(1);
    });

    it('passes the rules of its field like any value', () => {
      expect(runField({ string: true, trim: true, default: ' a ' }, undefined)).to.deep.equal({ value: 'a' });
      expect(runField({ int: { max: 1 }, default: () => 2 }, undefined)).to.deep.equal({ rule: 'int' });
      expect(fieldErrorOf({ int: { max: 1 }, default: 2 }).code).to.equal('E_LOGIC_DEFAULT');
      expect(fieldErrorOf({ string: true, default: 1 }).code).to.equal('E_LOGIC_DEFAULT');
      expect(fieldErrorOf({ string: true, default: null }).code).to.equal('E_LOGIC_DEFAULT');
    });
  });

  describe('trim', () => {
    it('comes before the type, the rules, and the question whether a value is there', () => {
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
    it('hold to any depth, and say where', () => {
      let rules: object = { int: true };
      let value: unknown = 'x';
      let pointer = '';
      for (let depth = 0; depth < 12; depth += 1) {
        rules = depth % 2 === 0 ? { array: true, children: rules } : { object: true, children: { 'a/b~c': rules } };
        value = depth % 2 === 0 ? [value] : { 'a/b~c': value };
        pointer = depth % 2 === 0 ? `/0${pointer}` : `/a~1b~0c${pointer}`;
      }
      expect(errorsOf(() => runBody({ x: rules }, { x: value }))).to.have.length(1);
      expect(errorsOf(() => runBody({ x: rules }, { x: value }))[0]).to.include({
        pointer: `/x${pointer}`,
        rule: 'int',
      });
    });

    it('report every item and field that fails', () => {
      const rules = { array: true, children: { object: true, children: { a: { int: true }, b: { required: true } } } };
      const found = errorsOf(() => runBody({ x: rules }, { x: [{ a: 'x' }, { a: 1, b: 1 }, { b: '' }, 5] }));
      expect(found.map((error) => `${error.rule} ${error.pointer}`)).to.have.members([
        'int /x/0/a',
        'required /x/0/b',
        'required /x/2/b',
        'object /x/3',
      ]);
    });

    it('switched off, leave a container of anything', () => {
      expect(runField({ array: true, children: false }, [1, 'a'])).to.deep.equal({ value: [1, 'a'] });
      expect(runField({ object: true, children: false }, { a: 1 })).to.deep.equal({ value: { a: 1 } });
    });
  });

  describe('aliasName, message, secret', () => {
    const messageAt = (rules: object, value: unknown): string[] =>
      PLACES.map(
        (place) => errorsOf(() => runBody({ x: place.rules(rules) }, { x: place.wrap(value) }))[0]?.message ?? '',
      );

    it('name the field as the alias does', () => {
      for (const message of messageAt({ int: true, aliasName: 'Zahl' }, 'x')) expect(message).to.match(/Zahl must be/);
      for (const message of messageAt({ int: true, aliasName: false }, 'x'))
        expect(message)
          .to.match(/must be/)
          .and.not.match(/false/);
    });

    it('say what the message says, of all rules or of one', () => {
      for (const message of messageAt({ int: true, message: 'Nein: {name}' }, 'x'))
        expect(message).to.match(/^Nein: \S/);
      for (const message of messageAt({ int: true, message: { int: 'Keine Zahl' } }, 'x'))
        expect(message).to.equal('Keine Zahl');
      for (const message of messageAt({ int: true, message: { required: 'Fehlt' } }, 'x'))
        expect(message).to.match(/must be/);
      for (const message of messageAt({ int: true, message: false }, 'x')) expect(message).to.match(/must be/);
    });

    it('keep a secret, at every place and of every rule with a value in it', () => {
      const rows: [rules: object, value: unknown][] = [
        [{ in: ['hunter2'] }, 'x'],
        [{ notIn: ['hunter2'] }, 'hunter2'],
        [{ enum: ['hunter2'] }, 'x'],
        [{ const: 'hunter2' }, 'x'],
        [{ contains: 'hunter2' }, 'x'],
        [{ startWith: 'hunter2' }, 'x'],
        [{ endWith: 'hunter2' }, 'x'],
        [{ regexp: /^hunter2$/ }, 'x'],
        [{ pattern: '^hunter2$' }, 'x'],
        [{ int: true }, 'hunter2'],
        [{ length: 3 }, 'hunter2'],
        [{ email: true }, 'hunter2'],
      ];
      for (const [rules, value] of rows) {
        for (const place of PLACES) {
          const body = { x: place.wrap(value) };
          const found = errorsOf(() => runBody({ x: place.rules({ ...rules, secret: true }) }, body));
          expect(JSON.stringify(found), `${place.name} ${JSON.stringify(rules)}`).not.to.match(/hunter2/);
          expect(found[0]).not.to.have.property('expected');
        }
      }
      const [open] = errorsOf(() => runBody({ x: { in: ['hunter2'], secret: false } }, { x: 'x' }));
      expect(open?.expected).to.deep.equal(['hunter2']);
    });
  });

  it('refuse arguments that cannot be used', () => {
    const wrong: [rules: object, code: string, problem: RegExp][] = [
      [{ required: 1 }, 'E_LOGIC_ARGUMENT', /required takes true, false or "present"/],
      [{ required: 'always' }, 'E_LOGIC_ARGUMENT', /required takes/],
      [{ nullable: 'yes' }, 'E_LOGIC_ARGUMENT', /nullable takes true or false/],
      [{ trim: 1 }, 'E_LOGIC_ARGUMENT', /trim takes true or false/],
      [{ secret: 'yes' }, 'E_LOGIC_ARGUMENT', /secret takes true or false/],
      [{ aliasName: '' }, 'E_LOGIC_ARGUMENT', /aliasName takes a non-empty string/],
      [{ aliasName: 5 }, 'E_LOGIC_ARGUMENT', /aliasName takes a non-empty string/],
      [{ message: '' }, 'E_LOGIC_ARGUMENT', /message takes a string/],
      [{ message: 5 }, 'E_LOGIC_ARGUMENT', /message takes a string/],
      [{ message: { int: 5 } }, 'E_LOGIC_ARGUMENT', /message takes a string/],
      [
        { message: 'No {field}' },
        'E_LOGIC_ARGUMENT',
        /message has \{field\}; the placeholders are \{name\} and \{args\}/,
      ],
      [{ message: { itn: 'a' } }, 'E_LOGIC_ARGUMENT', /"itn", which is not a rule; did you mean "int"\?/],
      [{ children: { a: {} } }, 'E_LOGIC_CHILDREN', /children requires a container/],
      [{ string: true, children: {} }, 'E_LOGIC_CHILDREN', /children requires a container/],
    ];
    for (const [rules, code, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal(code);
      expect(error.message).to.match(problem);
    }
  });
});
