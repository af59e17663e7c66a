import { expect } from 'chai';
import { z } from 'zod';
import { compileLogic } from '../src/compile-logic.ts';
import { logicErrorOf, run } from './run-field.ts';

describe('readAction', () => {
  const shared = { id: { int: true } };
  const names = (logic: object, section: 'params' | 'body' = 'params') =>
    compileLogic(logic).action('getAction')?.fields(section);

  it('declares nothing for an action without sections', () => {
    expect(compileLogic({ getAction: {} }).action('getAction')).to.equal(undefined);
    expect(compileLogic({ getAction: { unknown: 'strip' } }).action('getAction')).to.equal(undefined);
  });

  it('merges fields of params, those of the action first', () => {
    expect(names({ params: shared, getAction: { params: { part: {} } } })).to.deep.equal(['id', 'part']);
    const own = { params: shared, getAction: { params: { id: { string: true } } } };
    expect(run(own, 'getAction', { params: { id: 'x' } }).params).to.deep.equal({ id: 'x' });
  });

  for (const [name, logic, expected] of [
    [
      'a schema of the action',
      { params: shared, getAction: { params: { type: 'object', properties: { a: {} } } } },
      ['a'],
    ],
    [
      'a schema of the logic',
      { params: { type: 'object', properties: { a: {} } }, getAction: { params: { b: {} } } },
      ['b'],
    ],
    ['a schema of a library', { params: shared, getAction: { params: z.object({ c: z.string() }) } }, ['c']],
  ] as const) {
    it(`does not merge ${name}: that of the action counts`, () => expect(names(logic)).to.deep.equal(expected));
  }

  it('does not take schemas that are functions for functions', () => {
    const schema = Object.assign(() => undefined, {
      '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) },
    });
    expect(compileLogic({ getAction: { body: schema } }).action('getAction')?.resolve).to.equal(undefined);
    expect(run({ getAction: { body: schema } }, 'getAction', { body: { a: 1 } }).body).to.deep.equal({ a: 1 });
  });

  for (const [unknown, code, message] of [
    [5, 'E_LOGIC_ARGUMENT', /unknown takes 'refuse', 'strip' or one of them by section, not 5/],
    [null, 'E_LOGIC_ARGUMENT', /not null/],
    [[], 'E_LOGIC_ARGUMENT', /not \[\]/],
    [{ body: 'stripe' }, 'E_LOGIC_ARGUMENT', /not "stripe"/],
    [{ bdy: 'strip' }, 'E_LOGIC_SECTION', /unknown names "bdy", which is not a section/],
  ] as const) {
    it(`refuses ${JSON.stringify(unknown)} for unknown keys`, () => {
      const error = logicErrorOf({ getAction: { unknown, body: {} } });
      expect(error).to.include({ code, action: 'getAction' });
      expect(error.message).to.match(message);
    });
  }
});
