import { type } from 'arktype';
import { expect } from 'chai';
import { z } from 'zod';
import { readForeign } from '../../src/declaration/read-foreign.ts';
import { LogicError } from '../../src/errors.ts';
import { logicErrorOf } from '../run-field.ts';

describe('readForeign', () => {
  for (const [name, declared, section, field] of [
    ['a JSON Schema', { type: 'string' }, true, true],
    ['a JSON Schema that is told by its list', { enum: ['a'] }, true, false],
    ['zod', z.string(), true, true],
    ['arktype, whose types are functions', type('string'), true, true],
    ['rules', { string: true }, false, false],
    ['fields', { type: { string: true } }, false, false],
    ['a function', () => ({}), false, false],
    ['nothing', undefined, false, false],
  ] as const) {
    it(`reads ${name}`, () => {
      expect(readForeign(declared, 'section', {}) !== undefined).to.equal(section);
      expect(readForeign(declared, 'field', {}) !== undefined).to.equal(field);
    });
  }

  it('tells who meant rules that it took them for a JSON Schema', () => {
    const hint = /makes this a JSON Schema; to write rules, use \{ string: true, required: true \}/;
    expect(() => readForeign({ type: 'string', required: true }, 'field', {})).to.throw(LogicError, hint);
    expect(() => readForeign({ type: 'string', requird: true }, 'field', {}))
      .to.throw(LogicError)
      .with.property('message')
      .that.does.not.match(hint);
  });

  it('tells it where both are written as in other libraries, and nowhere else', () => {
    for (const declared of [
      { type: ['strin'], required: true },
      { type: 'strin', required: ['a'] },
      { type: 'strin' },
    ]) {
      expect(() => readForeign(declared, 'field', {}))
        .to.throw(LogicError)
        .with.property('message')
        .that.does.not.match(/as rules write/);
    }
  });

  it('refuses what cannot be used, naming the place', () => {
    expect(() => readForeign({ type: 'strin' }, 'field', {}))
      .to.throw(LogicError)
      .with.property('code', 'E_LOGIC_SCHEMA');
    expect(() => readForeign({ '~standard': 1 }, 'field', {}))
      .to.throw(LogicError)
      .with.property('code', 'E_LOGIC_SCHEMA');
    const fields = { o: { object: true, children: { x: { type: 'string', pattern: '(a|a)*$' } } } };
    expect(logicErrorOf({ postAction: { body: fields } })).to.include({ code: 'E_LOGIC_REGEXP', field: 'o.x' });
  });
});
