import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import * as v from 'valibot';
import { z } from 'zod';
import { compileLogic } from '../../src/compile-logic.ts';
import { ValidationError } from '../../src/errors.ts';
import { addLogicKeywords } from '../../src/schema/document-keywords.ts';
import { toJSONSchema } from '../../src/to-json-schema.ts';
import type { CompiledAction, DocumentOptions } from '../../src/types.ts';
import { attributeRows } from '../rules/rows/attributes.ts';
import { choiceRows } from '../rules/rows/choice.ts';
import { conditionRows } from '../rules/rows/conditions.ts';
import { formatRows } from '../rules/rows/formats.ts';
import { jsonFormatRows } from '../rules/rows/json-formats.ts';
import { kindRows } from '../rules/rows/kinds.ts';
import { listRows } from '../rules/rows/list.ts';
import { numberRows } from '../rules/rows/number.ts';
import { textRows } from '../rules/rows/text.ts';
import { webFormatRows } from '../rules/rows/web-formats.ts';
import { valuesOf } from './values-of.ts';

/** Values for each rule: 10,000 when the property tests use a million. */
const RUNS = process.env.FAST_CHECK_RUNS === undefined ? 80 : Number(process.env.FAST_CHECK_RUNS) / 100;

type Rules = Readonly<Record<string, unknown>>;

function actionOf(body: unknown): CompiledAction {
  return compileLogic({ postAction: { body } }).action('postAction') as CompiledAction;
}

function schemaOf(body: unknown, options?: DocumentOptions): Record<string, unknown> {
  return actionOf(body).toJSONSchema('body', options) as Record<string, unknown>;
}

function passes(action: CompiledAction, body: unknown): boolean {
  try {
    action.run({ body });
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
addLogicKeywords(ajv);
// A second time changes nothing.
addLogicKeywords(ajv);

/** Whether JSON can represent a value; others (`1e999`, lone surrogates) are refused, which a schema cannot express. */
function isJsonText(value: unknown): boolean {
  const text = JSON.stringify(value);
  if (text === undefined || /\\ud[89a-f]/.test(text)) return false;
  return isDeepStrictEqual(JSON.parse(text), value);
}

/** Check that Ajv with the schema accepts the same bodies as the logic. */
function checkEquivalence(fields: Rules, samples: readonly unknown[], runs: number): void {
  const action = actionOf(fields);
  const schema = action.toJSONSchema('body') as Record<string, unknown>;
  expect(ajv.validateSchema(schema), ajv.errorsText()).to.equal(true);
  const test = ajv.compile(schema);
  ajv.removeSchema(schema);
  fc.assert(
    fc.property(valuesOf(schema, samples), (body) => {
      fc.pre(isJsonText(body));
      expect(test(body), JSON.stringify(schema)).to.equal(passes(action, body));
    }),
    { numRuns: Math.ceil(runs) },
  );
}

const rows: (readonly [Rules, readonly unknown[]])[] = [
  ...[choiceRows, formatRows, jsonFormatRows, kindRows, listRows, numberRows, textRows, webFormatRows].flatMap((list) =>
    list.map(([rules, pass, fail]) => [rules, [...pass, ...fail]] as const),
  ),
  ...attributeRows.map(({ rules, values }) => [rules, values.map(([given]) => given)] as const),
]
  // Uploads are not JSON.
  .filter(([rules]) => !('file' in rules))
  // The JSON form of options cannot contain regular expressions or lone surrogates.
  .filter(([rules]) => Object.values(rules).every((argument) => argument instanceof RegExp || isJsonText(argument)))
  .map(([rules, samples]) => [rules, samples.filter(isJsonText)] as const);

/** The last rule of a row is the tested one; the rows of a rule share the number of values. */
function ruleOf(rules: Rules): string {
  return Object.keys(rules).at(-1) as string;
}

function runsFor(rules: Rules, all: readonly Rules[]): number {
  return Math.ceil(RUNS / all.filter((other) => ruleOf(other) === ruleOf(rules)).length);
}

describe('toJSONSchema', () => {
  describe('accepts exactly the values that the rules accept', () => {
    for (const [rules, samples] of rows) {
      it(`${JSON.stringify(rules)}`, () => {
        const runs = runsFor(
          rules,
          rows.map(([other]) => other),
        );
        const bodies = samples.map((value) => ({ x: value }));
        checkEquivalence({ x: rules }, bodies, runs);
        checkEquivalence({ x: { ...rules, required: true } }, bodies, runs / 10);
        checkEquivalence({ x: { ...rules, nullable: true } }, bodies, runs / 10);
        const lists = samples.map((value) => ({ x: [value, value] }));
        checkEquivalence({ x: { array: true, children: rules } }, lists, runs / 10);
      }).timeout(60_000 + RUNS * 20);
    }
    for (const [rules, values] of conditionRows) {
      it(`${JSON.stringify(rules)}`, () => {
        const fields = { x: rules, y: { string: true }, z: { int: true, nullable: true } };
        const runs = runsFor(
          rules,
          conditionRows.map(([other]) => other),
        );
        checkEquivalence(fields, [values, { ...values, x: 1 }], runs);
      }).timeout(60_000 + RUNS * 20);
    }
  });

  it('is equivalent for nested objects and lists with conditions', () => {
    const fields = {
      kind: { in: ['a', 'b'], default: 'a' },
      on: { boolean: true },
      author: { object: true, children: { name: { string: true }, mail: { requiredWith: ['name'], string: true } } },
      list: {
        array: true,
        children: {
          object: true,
          children: {
            x: { requiredIf: ['../kind', 'b'], int: true },
            y: { requiredWithAll: ['x', '/on'], int: true },
            z: { requiredWithout: ['/author/name'], int: true },
          },
        },
      },
    };
    const list = [{}, { x: 1 }, { x: 1, y: 2 }, { x: 1, z: 3 }, { x: 1, y: 2, z: 3 }, { z: '' }];
    const samples = list.flatMap((item) => [
      { kind: 'b', list: [item] },
      { kind: 'b', on: false, list: [item], author: { name: 'a', mail: 'b' } },
      { kind: 'a', on: true, list: [item, item], author: { name: '' } },
      { on: true, list: [item], author: { name: 'a' } },
    ]);
    const test = ajv.compile({ ...schemaOf(fields), $id: 'null-parent' });
    expect([{ list: [{}] }, { author: null, list: [{}] }].map((body) => test(body))).to.deep.equal([false, false]);
    checkEquivalence(fields, samples, 2000);
  }).timeout(60_000);

  it('is equivalent for equals and different', () => {
    checkEquivalence(
      { a: { string: true }, b: { equals: 'a' }, c: { different: 'a' } },
      [
        { a: 'x', b: 'x' },
        { a: 'x', c: 'x' },
        { a: 'x', b: 'y', c: 'y' },
        { b: 'y', c: 'y' },
        { a: '', b: '', c: 'z' },
      ],
      500,
    );
  });

  it('is equivalent for rules of a whole body and unknown keys', () => {
    for (const body of [
      { array: true, minItems: 1, children: { object: true, children: { a: { required: true, int: true } } } },
      { array: true, required: true },
      { string: true, length: 2 },
      { object: true, children: { a: { int: true } } },
      { int: true, required: true, min: 3 },
    ]) {
      checkEquivalence(body, [null, '', [], [{}], [{ a: 1 }], 'ab', 'a', {}, { a: 1 }, { b: 1 }, 3, 2], 500);
    }
    const schema = compileLogic({ postAction: { unknown: 'strip', body: { a: {} } } }).action('postAction');
    expect(schema?.toJSONSchema('body')).not.to.have.property('additionalProperties');
  });

  it('writes a short form with blank: false', () => {
    const fields = {
      title: { required: true, string: true, trim: true, length: { min: 1, max: 80 }, aliasName: 'Title' },
      mail: { email: true },
      views: { int: { min: 0 }, min: 2, default: 2 },
      state: { in: ['draft', 'live'], nullable: true },
      pin: { secret: true, in: ['hunter2'], default: 'hunter2' },
      tags: { array: true, maxItems: 3, children: { string: true, length: { max: 20 } } },
    };
    expect(schemaOf(fields, { blank: false })).to.deep.equal({
      type: 'object',
      properties: {
        title: { title: 'Title', type: 'string', minLength: 1, maxLength: 80 },
        mail: { type: 'string', format: 'email', 'x-email': true },
        views: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, allOf: [{ minimum: 2 }], default: 2 },
        state: { type: ['string', 'null'], enum: ['draft', 'live', null] },
        pin: { type: 'string' },
        tags: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 20 } },
      },
      required: ['title'],
      additionalProperties: false,
    });
  });

  it('is undefined for undeclared sections and functions', () => {
    const logic = compileLogic({ postAction: { body: { a: {} } }, putAction: () => ({}), deleteAction: {} });
    expect(logic.action('postAction')?.toJSONSchema('query')).to.equal(undefined);
    expect(logic.action('putAction')?.toJSONSchema('body')).to.equal(undefined);
    expect(toJSONSchema({ deleteAction: {} }, 'deleteAction', 'body')).to.equal(undefined);
    expect(toJSONSchema({ params: { id: { int: true } } }, 'deleteAction', 'params')).to.have.property('properties');
  });

  it('includes schemas of other libraries', () => {
    const jsonSchema = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(schemaOf(jsonSchema)).to.deep.equal(jsonSchema);
    expect(
      schemaOf({ a: jsonSchema, b: z.int(), c: { array: true, children: z.string() } }).properties,
    ).to.deep.include({
      a: jsonSchema,
      c: { anyOf: [{ type: 'array', items: { type: 'string' } }, { enum: [null, ''] }] },
    });
  });

  it('adds an $id to a schema with local references', () => {
    const tree = { type: 'object', properties: { sub: { $ref: '#' } } };
    const { properties } = schemaOf({
      a: tree,
      list: { array: true, children: { $ref: '#/$defs/n', $defs: { n: {} } } },
    });
    expect(properties).to.deep.include({ a: { $id: 'urn:field:%2Fa', ...tree } });
    expect(JSON.stringify(properties)).to.include('urn:field:%2Flist%2F*');
    expect(schemaOf({ a: { ...tree, $id: 'urn:my:tree' } }).properties).to.deep.equal({
      a: { ...tree, $id: 'urn:my:tree' },
    });
    expect(schemaOf({ a: v.object({}) }).properties).to.deep.equal({ a: {} });
    expect(schemaOf({ list: { array: true, children: v.string() } }).properties).to.deep.equal({
      list: { anyOf: [{ type: 'array', items: {} }, { enum: [null, ''] }] },
    });
  });

  it('describes uploads', () => {
    const files = compileLogic({ postAction: { files: { photo: { file: true, required: true } } } });
    expect(files.action('postAction')?.toJSONSchema('files')).to.deep.equal({
      type: 'object',
      properties: { photo: { type: 'object', 'x-file': true } },
      required: ['photo'],
      additionalProperties: false,
    });
  });

  it('is equivalent for a field that can only be null', () => {
    checkEquivalence({ x: { const: null, nullable: true } }, [{ x: null }, { x: 1 }, { x: '' }], 200);
    checkEquivalence({ x: { in: [null], nullable: true } }, [{ x: null }, { x: 1 }, { x: '' }], 200);
  });

  it('accepts null when an empty body passes', () => {
    const typeOf = (fields: Rules) => schemaOf(fields).type;
    expect(typeOf({})).to.deep.equal(['object', 'null']);
    expect(typeOf({ a: { required: true } })).to.equal('object');
    expect(typeOf({ a: { required: true, default: 1 } })).to.deep.equal(['object', 'null']);
    expect(typeOf({ a: { requiredIf: ['b', 'x'] }, b: { string: true, default: 'x' } })).to.equal('object');
    const nested = { object: true, children: { c: { string: true } } };
    expect(typeOf({ a: { requiredWithout: ['b/c'] }, b: nested })).to.equal('object');
    expect(typeOf({ a: { requiredWith: ['b/c'] }, b: nested })).to.deep.equal(['object', 'null']);
  });

  it('is equivalent for conditions on fields with defaults', () => {
    const fields = {
      y: { string: true, default: 'a' },
      z: { int: true, nullable: true, default: () => 1 },
      a: { requiredIf: ['y', 'a'], int: true },
      b: { requiredIf: ['y', null, ''], int: true },
      c: { requiredWith: ['y'], int: true },
    };
    checkEquivalence(fields, [{}, { a: 1, c: 1 }, { y: 'b', c: 1 }, { y: '' }, { y: null }, { z: null, a: 1 }], 500);
    expect(JSON.stringify(schemaOf({ a: { requiredIf: ['pin', 'hunter2'] }, pin: { secret: true } }))).not.to.match(
      /hunter2/,
    );
  });

  it("is equivalent for '' that is a value", () => {
    const length = { min: 0, max: 2 };
    const fields = {
      a: { length },
      b: { length, requiredWith: ['a'] },
      c: { length, nullable: true, trim: true, requiredIf: ['a', ''] },
      d: { in: ['', 'x'], length, requiredWith: ['c'] },
      e: { base64: true },
      f: { in: ['', 1] },
      g: { array: true, children: { required: true, length } },
    };
    const samples = [
      { a: '', b: '', c: '' },
      { a: '', b: '', c: ' ', d: '' },
      { a: 'x', b: '' },
      { c: null, d: '' },
      { e: '', f: '', g: [''] },
    ];
    checkEquivalence(fields, samples, 500);
    checkEquivalence({ a: { length, required: true } }, [{}, { a: '' }, { a: null }], 100);
  });

  it('is equivalent for conditions on trimmed fields', () => {
    const fields = {
      a: { string: true, trim: true },
      b: { requiredIf: ['a', 'x'], int: true },
      c: { requiredWith: ['a'], int: true },
      d: { int: true, nullable: true },
      e: { requiredIf: ['d', null, 1], int: true },
    };
    const samples = [{ a: ' x ' }, { a: 'x', b: 1 }, { a: ' x', b: 1, c: 1 }, { a: '  ' }, { d: null }, { d: 1, e: 2 }];
    checkEquivalence(fields, samples, 500);
  });

  it('contains no value of a secret field', () => {
    const fields = {
      pin: { secret: true, string: true, default: 'hunter2', in: ['hunter2', 'b'] },
      safe: { secret: true, object: true, children: { code: { type: 'string', enum: ['hunter2'] } } },
      list: { secret: true, array: true, children: { type: 'string', enum: ['hunter2'] } },
      hint: { requiredIf: ['pin', 'hunter2'] },
    };
    expect(JSON.stringify(schemaOf(fields))).not.to.match(/hunter2/);
  });
});
