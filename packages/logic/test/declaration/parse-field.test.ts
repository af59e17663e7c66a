import { expect } from 'chai';
import { defineRule } from '../../src/define-rule.ts';
import { errorsOf, fieldErrorOf, logicErrorOf, run, runField } from '../run-field.ts';

describe('rules of a field', () => {
  it('refuses a custom rule whose refuse does not return a string', () => {
    const wrong = defineRule('odd', {
      test: () => true,
      message: '{name} is odd',
      refuse: (() => false) as unknown as () => undefined,
    });
    const error = logicErrorOf({ rules: [wrong], postAction: { body: { x: { odd: true } } } });
    expect(error).to.include({ code: 'E_LOGIC_RULE', rule: 'odd' });
    expect(error.message).to.match(/its function refuse returned boolean instead of a string or undefined/);
  });

  it('refuses an object where the request has text, and takes the names of its members', () => {
    const child = { object: true, children: { status: { string: true } } };
    for (const section of ['params', 'query', 'headers']) {
      for (const x of [child, { array: true, children: child }]) {
        const error = logicErrorOf({ getAction: { [section]: { x } } });
        expect(error).to.include({ code: 'E_LOGIC_TYPE', section, rule: 'object' });
        expect(error.message).to.include(`an object cannot be sent in ${section}; declare its members`);
      }
    }
    const named = { getAction: { query: { 'filter[status]': { string: true } } } };
    expect(run(named, 'getAction', { query: { 'filter[status]': 'x' } }).query).to.deep.equal({
      'filter[status]': 'x',
    });
  });

  const refused: [rules: unknown, code: string, message: RegExp][] = [
    ['string', 'E_LOGIC_SHAPE', /must be an object of rules, such as \{ string: true \}; write \{ string: true \}/],
    ['strnig', 'E_LOGIC_SHAPE', /must be an object of rules, such as \{ string: true \}$/],
    [{ length: 'x' }, 'E_LOGIC_ARGUMENT', /length takes an integer/],
    [{ lenght: 5 }, 'E_LOGIC_RULE', /"lenght" is not a rule; did you mean "length"\?/],
    [{ constructor: true }, 'E_LOGIC_RULE', /"constructor" is not a rule; list a rule of your own in rules/],
    [{ number: true }, 'E_LOGIC_RULE', /"number" is not a rule; use float, or int/],
    [{ length: undefined }, 'E_LOGIC_ARGUMENT', /length is undefined; remove it or use false/],
    [{ string: true, int: true }, 'E_LOGIC_TYPE', /has two types, string and int; keep one/],
    [{ int: true, email: true }, 'E_LOGIC_TYPE', /email applies to string, but the field has the type int$/],
    [
      { email: true, minItems: 1 },
      'E_LOGIC_TYPE',
      /minItems applies to array, but the field has the type string \(implied by email\)/,
    ],
    [{ array: true, in: ['a'] }, 'E_LOGIC_TYPE', /in applies to .*, but the field has the type array/],
    [
      { children: { string: true } },
      'E_LOGIC_CHILDREN',
      /children requires a container: add array: true .* or object: true/,
    ],
    [
      { object: true, children: { string: true } },
      'E_LOGIC_CHILDREN',
      /children of an object must be fields with their rules/,
    ],
    [{ object: true, children: [] }, 'E_LOGIC_SHAPE', /must be an object of fields/],
    [
      { array: true, children: { name: { string: true } } },
      'E_LOGIC_CHILDREN',
      /children: \{ object: true, children: \{ … \} \}/,
    ],
    [
      { array: true, children: { name: { string: true }, string: true } },
      'E_LOGIC_RULE',
      /x\[\]: "name" is not a rule/,
    ],
    [{ required: 'yes' }, 'E_LOGIC_ARGUMENT', /required takes true, false or "present"/],
    [{ nullable: 1 }, 'E_LOGIC_ARGUMENT', /nullable takes true or false/],
    [{ aliasName: '' }, 'E_LOGIC_ARGUMENT', /aliasName takes a non-empty string/],
    [{ file: true }, 'E_LOGIC_TYPE', /a file must be declared in the section files; uploads are not part of the body/],
    [{ array: true, children: { file: true } }, 'E_LOGIC_TYPE', /x\[\]: a file must be declared in the section files/],
    [{ regexp: /(a|a)*$/ }, 'E_LOGIC_REGEXP', /regexp can hang/],
    [{ object: true, children: { '\ud800': {} } }, 'E_LOGIC_FIELD', /a field cannot have this name/],
    [{ message: 5 }, 'E_LOGIC_ARGUMENT', /message takes a string, or \{ rule: string \}/],
    [{ message: { length: '' } }, 'E_LOGIC_ARGUMENT', /message takes a string/],
    [
      { message: 'No {field}' },
      'E_LOGIC_ARGUMENT',
      /message has \{field\}; the placeholders are \{name\} and \{args\}/,
    ],
    [
      { message: { lenght: 'a' } },
      'E_LOGIC_ARGUMENT',
      /message has a text for "lenght", which is not a rule; did you mean "length"\?/,
    ],
  ];
  for (const [rules, code, message] of refused) {
    it(`refuses ${JSON.stringify(rules)} with ${code}`, () => {
      const error = fieldErrorOf(rules, { y: {} });
      expect(error.message).to.match(message);
      expect(error).to.include({ code, action: 'postAction', section: 'body' });
      expect(error.field).to.match(/^x/);
    });
  }

  it('refuses the name __proto__', () => {
    const body = JSON.parse('{"__proto__":{"string":true}}');
    expect(logicErrorOf({ postAction: { body } })).to.include({ code: 'E_LOGIC_FIELD', field: '__proto__' });
  });

  it('refuses recursive children', () => {
    const rules: Record<string, unknown> = { object: true };
    rules.children = { again: rules };
    expect(fieldErrorOf(rules)).to.include({ code: 'E_LOGIC_CHILDREN' });
    const items: Record<string, unknown> = { array: true };
    items.children = items;
    expect(fieldErrorOf(items).message).to.match(/nested deeper than 32 levels/);
  });

  it('reports the rule that is wrong', () => {
    const beside = { y: { int: true } };
    const table: [rules: object, rule: string][] = [
      [{ string: true, children: {} }, 'children'],
      [{ object: true, children: { string: true } }, 'children'],
      [{ array: true, children: { name: { string: true } } }, 'children'],
      [{ file: true }, 'file'],
      [{ int: true, email: true }, 'email'],
      [{ requiredIf: ['z', 1] }, 'requiredIf'],
      [{ requiredIf: ['y', 'a'] }, 'requiredIf'],
      [{ requiredWith: ['z'] }, 'requiredWith'],
      [{ equals: 'z' }, 'equals'],
    ];
    for (const [rules, rule] of table) expect(fieldErrorOf(rules, beside).rule).to.equal(rule);
  });

  it('accepts 32 levels of children', () => {
    let rules: object = {};
    for (let level = 1; level < 32; level += 1) rules = { object: true, children: { a: rules } };
    expect(runField(rules, {})).to.deep.equal({ value: {} });
    expect(fieldErrorOf({ object: true, children: { a: rules } }).code).to.equal('E_LOGIC_CHILDREN');
  });

  it('finds messages by the escaped path of a field', () => {
    const logic = { messages: { en: { '/a~1b~0c': 'odd' } }, postAction: { body: { 'a/b~c': { int: true } } } };
    const [error] = errorsOf(() => run(logic, 'postAction', { body: { 'a/b~c': 'x' } }));
    expect(error).to.include({ pointer: '/a~1b~0c', message: 'odd' });
  });

  it('does not change the declaration', () => {
    const rules = Object.freeze({
      string: true,
      message: Object.freeze({ string: 'x' }),
      in: Object.freeze(['a']),
      nullable: true,
    });
    expect(runField(rules, null)).to.deep.equal({ value: null });
  });
});
