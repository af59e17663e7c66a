import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { ValidationError } from '../../src/errors.ts';
import type { ActionInput } from '../../src/types.ts';
import { fieldErrorOf, runField } from '../run-field.ts';
import { conditionRows } from './rows/conditions.ts';

/** Places of the fields in a body. */
const levels: {
  name: string;
  declare: (fields: object) => object;
  wrap: (value: object) => object;
  pointer: string;
}[] = [
  { name: 'body', declare: (fields) => fields, wrap: (value) => value, pointer: '' },
  {
    name: 'object',
    declare: (fields) => ({ o: { object: true, children: fields } }),
    wrap: (value) => ({ o: value }),
    pointer: '/o',
  },
  {
    name: 'object in a list',
    declare: (fields) => ({ o: { array: true, children: { object: true, children: fields } } }),
    wrap: (value) => ({ o: [value] }),
    pointer: '/o/0',
  },
];

describe('conditions', () => {
  for (const [rules, values, required] of conditionRows) {
    it(`${JSON.stringify(rules)} beside ${JSON.stringify(values)}`, () => {
      const rule = Object.keys(rules)[0]?.replace('Out', 'out');
      for (const { name, declare, wrap, pointer } of levels) {
        const outcomes = (own: object): ((x?: unknown) => unknown) => {
          const fields = { x: { ...own, ...rules }, y: { string: true }, z: { int: true, nullable: true } };
          const action = compileLogic({ postAction: { body: declare(fields) } }).action('postAction');
          return (x) => {
            const body = wrap({ ...values, ...(x !== undefined && { x }) });
            try {
              const input = action?.run({ body }) as ActionInput;
              const { o, ...top } = input.body as Record<string, unknown>;
              const holder = (Array.isArray(o) ? o[0] : (o ?? top)) as Record<string, unknown>;
              return Object.hasOwn(holder, 'x') ? holder.x : 'left out';
            } catch (error) {
              if (!(error instanceof ValidationError)) throw error;
              return error.errors.map(({ rule, pointer }) => `${rule} at ${pointer}`).join();
            }
          };
        };
        const plain = outcomes({});
        const int = outcomes({ int: true });
        const missing = `${rule} at ${pointer}/x`;
        for (const blank of [undefined, null, '']) {
          expect(plain(blank), `${name} ${blank}`).to.equal(required ? missing : 'left out');
          expect(int(blank), `${name} int ${blank}`).to.equal(required ? missing : 'left out');
        }
        expect(outcomes({ string: true })(''), name).to.equal(required ? missing : '');
        expect(outcomes({ string: true, trim: true })(' '), name).to.equal(required ? missing : '');
        expect(outcomes({ default: 5 })(), name).to.equal(5);
        for (const value of [0, false, 'a']) expect(plain(value), `${name} ${value}`).to.equal(value);
        // Either of the two rules may be reported.
        expect(outcomes({ required: true })(), name).to.match(new RegExp(`^required\\w* at ${pointer}/x$`));
      }
      const blank = { fields: { y: { string: true }, z: { int: true, nullable: true } }, values } as const;
      expect(runField({ nullable: true, ...rules }, null, 'json', blank)).to.deep.equal({ value: null });
    });
  }

  it('refuses invalid arguments', () => {
    const wrong: [rules: object, code: string, problem: RegExp][] = [
      [{ requiredIf: 'y' }, 'E_LOGIC_ARGUMENT', /requiredIf takes a list: a field, followed by its values/],
      [{ requiredIf: ['y'] }, 'E_LOGIC_ARGUMENT', /requiredIf takes a list: a field, followed by its values/],
      [{ requiredWith: [] }, 'E_LOGIC_ARGUMENT', /requiredWith takes a list of fields/],
      [{ requiredNotIf: 'y' }, 'E_LOGIC_ARGUMENT', /requiredNotIf takes a list: a field, followed by its values/],
      [{ requiredWithAll: { 0: 'y' } }, 'E_LOGIC_ARGUMENT', /requiredWithAll takes a list of fields/],
      [{ requiredWithOut: 'y' }, 'E_LOGIC_ARGUMENT', /requiredWithout takes a list of fields/],
      [{ requiredWithoutAll: [] }, 'E_LOGIC_ARGUMENT', /requiredWithoutAll takes a list of fields/],
      [{ requiredWith: true }, 'E_LOGIC_ARGUMENT', /requiredWith takes a list of fields/],
    ];
    for (const [rules, code, problem] of wrong) {
      const error = fieldErrorOf(rules, { y: {} });
      expect(error.code, String(problem)).to.equal(code);
      expect(error.message).to.match(problem);
    }
  });
});
