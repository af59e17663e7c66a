import { expect } from 'chai';
import fc from 'fast-check';
import { compileLogic } from '../../src/compile-logic.ts';
import { defineRule } from '../../src/define-rule.ts';
import { LogicError, ValidationError } from '../../src/errors.ts';
import type { FieldRules, Fields } from '../../src/field-rules.ts';
import { partial } from '../../src/partial.ts';
import { formatRules } from '../../src/rules/formats.ts';
import { jsonFormats } from '../../src/rules/json-formats.ts';
import type { JsonSchema } from '../../src/schemas.ts';
import { anyFields } from '../property/any-rules.ts';
import { errorsOf, run, runField } from '../run-field.ts';
import { passes } from './rule-table.ts';

const ABSENT = {};
const EMPTY = { x: '' };
const NULL = { x: null };

/** [rules, result of `''` in a POST and a PUT, result in a PATCH] */
const table: readonly (readonly [rules: FieldRules | JsonSchema, created: object, patched: object])[] = [
  [{ string: true }, EMPTY, EMPTY],
  [{ length: { max: 3 } }, EMPTY, EMPTY],
  [{ string: true, length: { min: 0 } }, EMPTY, EMPTY],
  [{ string: true, length: { min: 1 } }, ABSENT, NULL],
  [{ string: true, email: true }, ABSENT, NULL],
  [{ email: true }, ABSENT, NULL],
  [{ base64: true }, EMPTY, EMPTY],
  [{ in: ['', 'a'] }, EMPTY, EMPTY],
  [{ in: ['a'] }, ABSENT, NULL],
  [{ regexp: /^a*$/ }, EMPTY, EMPTY],
  [{ pattern: '^a+$' }, ABSENT, NULL],
  [{ format: 'uuid' }, ABSENT, NULL],
  [{ int: true }, ABSENT, NULL],
  [{ date: true }, ABSENT, NULL],
  [{ boolean: true, default: true }, ABSENT, NULL],
  [{ array: true }, ABSENT, NULL],
  [{ object: true, children: { a: {} } }, ABSENT, NULL],
  [{}, ABSENT, NULL],
  [{ type: 'string' }, EMPTY, EMPTY],
];

describe("''", () => {
  for (const [rules, created, patched] of table) {
    it(`is a value where the rules accept it, else no value: ${JSON.stringify(rules)}`, () => {
      for (const textBody of [false, true]) {
        const at = (action: string, fields: object) =>
          run({ [action]: { body: fields } }, action, { body: EMPTY }, { textBody }).body;
        for (const action of ['postAction', 'putAction', 'importAction']) {
          expect(at(action, { x: rules }), action).to.deep.equal(created);
        }
        expect(at('patchAction', { x: rules })).to.deep.equal(patched);
        expect(at('patchAction', partial({ x: rules } as Fields))).to.deep.equal(patched);
      }
    });
  }

  it('is accepted by three formats only, which is known without loading validator', () => {
    const accepting = Object.keys(formatRules).filter((name) => passes(name, true, ''));
    expect(accepting).to.have.members(['base64', 'lowercase', 'uppercase']);
    expect(Object.keys(jsonFormats).filter((name) => jsonFormats[name]?.(''))).to.deep.equal([]);
  });

  it('satisfies conditions, and is present for them, only with length: { min: 0 }', () => {
    for (const [length, rule] of [
      [{ min: 0 }, undefined],
      [{ max: 9 }, 'requiredIf'],
    ] as const) {
      const fields = { y: {}, x: { string: true, length, requiredIf: ['y', 1] } };
      const body = { y: 1, x: '' };
      const work = () => run({ postAction: { body: fields } }, 'postAction', { body }).body;
      if (rule === undefined) expect(work()).to.deep.equal(body);
      else expect(errorsOf(work)[0]?.rule).to.equal(rule);
      const other = { fields: { y: { string: true, length } }, values: { y: '' } } as const;
      const wanted = rule === undefined ? { rule: 'requiredWith' } : 'left out';
      expect(runField({ requiredWith: ['y'] }, undefined, 'json', other)).to.deep.equal(wanted);
      const listed = rule === undefined ? { rule: 'requiredIf' } : 'left out';
      expect(runField({ requiredIf: ['y', ''] }, undefined, 'json', other)).to.deep.equal(listed);
    }
  });

  it('reaches rules of a logic only with length: { min: 0 }', async () => {
    const tested: unknown[] = [];
    const test = (value: unknown) => tested.push(value) > 0;
    const rules = [
      defineRule('sync', { on: 'string', test, message: 'no' }),
      defineRule('later', { on: 'string', testAsync: async (value) => test(value), message: 'no' }),
    ];
    for (const name of ['sync', 'later']) {
      const at = async (more: object) =>
        (
          await run({ rules, postAction: { body: { x: { string: true, [name]: true, ...more } } } }, 'postAction', {
            body: EMPTY,
          })
        ).body;
      expect(await at({})).to.deep.equal(ABSENT);
      expect(tested.splice(0)).to.deep.equal([]);
      expect(await at({ length: { min: 0 } })).to.deep.equal(EMPTY);
      expect(tested.splice(0)).to.deep.equal(['']);
    }
  });

  it('of a PATCH is null at every depth outside of lists', () => {
    const leaf = { int: true };
    const children = { a: leaf, b: { object: true, children: { a: leaf } } };
    const fields = { ...children, list: { array: true, children: { object: true, children } } };
    const body = { a: '', b: { a: null }, list: [{ a: '', b: { a: '' } }] };
    const logic = { patchAction: { body: fields, query: { a: leaf } } };
    const patched = run(logic, 'patchAction', { body, query: { a: '' } });
    expect(patched.body).to.deep.equal({ a: null, b: { a: null }, list: [{ b: {} }] });
    expect(patched.query).to.deep.equal({});
    expect(run({ patchAction: { body: { string: true, email: true } } }, 'patchAction', { body: '' }).body).to.equal(
      undefined,
    );
  });

  it('or null of a PATCH does not satisfy a condition', () => {
    const fields = {
      y: { int: true },
      x: { int: true, requiredIf: ['y', 1] },
      z: { int: true, requiredWithout: ['y'] },
    };
    const rulesOf = (body: object) =>
      errorsOf(() => run({ patchAction: { body: fields } }, 'patchAction', { body })).map(({ rule }) => rule);
    for (const blank of ['', null]) {
      expect(rulesOf({ y: 1, x: blank })).to.deep.equal(['requiredIf']);
      expect(rulesOf({ y: blank })).to.deep.equal(['requiredWithout']);
    }
  });

  it('and null are never ignored in a PATCH, whatever the rules', function () {
    this.timeout(60_000);
    let kept = 0;
    const blank = fc.constantFrom('', null);
    fc.assert(
      fc.property(anyFields, fc.infiniteStream(blank), ({ body: declared, options }, blanks) => {
        const action = compile(declared);
        if (action === undefined) return;
        const names = action.fields('body') ?? [];
        const body = Object.fromEntries(names.map((name) => [name, blanks.next().value]));
        try {
          const { body: result } = action.run({ body }, { ...options, textBody: false, given: new Set() }) as {
            body: Record<string, unknown>;
          };
          expect(Object.keys(result)).to.have.members(names);
          for (const name of names) expect([null, body[name]]).to.include(result[name]);
          kept += names.length;
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error;
        }
      }),
      { numRuns: 200 },
    );
    expect(kept).to.be.above(20);
  });
});

function compile(body: object) {
  try {
    return compileLogic({ patchAction: { body } }).action('patchAction');
  } catch (error) {
    if (error instanceof LogicError) return undefined;
    throw error;
  }
}
