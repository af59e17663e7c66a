import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { snapshotPrototypes } from '../hardening/prototypes.ts';
import { failuresOf, runCheck } from './run-check.ts';

const NAMES = ['a', 'b', 'c', 'constructor', 'a/b', '~'];
const name = fc.constantFrom(...NAMES);
const small = fc.nat({ max: 3 });

const scalars = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'number', 'boolean', 'null', 'array', 'object', ['string', 'null']) }),
  fc.record(
    { type: fc.constant('string'), minLength: small, maxLength: small, pattern: fc.constant('^a') },
    { requiredKeys: ['type'] },
  ),
  fc.record({ minimum: small, exclusiveMaximum: small }, { requiredKeys: [] }),
  fc.constantFrom({ format: 'date' }, { enum: ['a', 1, null, [], {}] }, { const: { a: 1 } }, {}, { multipleOf: 2 }),
);
type Written = Record<string, unknown>;

/** Schemas with every keyword that Ajv runs; the last ones refer to the root or to a definition. */
const { schema } = fc.letrec<{ schema: Written; deeper: Written }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 2 });
  const map = fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true });
  return {
    schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalars, tie('deeper')),
    deeper: fc.oneof(
      fc.record(
        {
          type: fc.constant('object'),
          properties: map,
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: fc.boolean(),
        },
        { requiredKeys: ['properties'] },
      ),
      fc.record(
        { properties: map, unevaluatedProperties: fc.boolean(), anyOf: list, maxProperties: small },
        { requiredKeys: ['anyOf'] },
      ),
      fc.record(
        { patternProperties: map, propertyNames: fc.record({ maxLength: small }), minProperties: small },
        { requiredKeys: ['patternProperties'] },
      ),
      fc.record({ dependentRequired: fc.constant({ a: ['b'] }), dependentSchemas: map }),
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), minItems: small, uniqueItems: fc.boolean() },
        { requiredKeys: ['items'] },
      ),
      fc.record(
        { prefixItems: list, unevaluatedItems: fc.boolean(), maxItems: small },
        { requiredKeys: ['prefixItems'] },
      ),
      fc.record({ contains: tie('schema'), minContains: small, maxContains: small }, { requiredKeys: ['contains'] }),
      fc.record({ oneOf: list }),
      fc.record({ allOf: list }),
      fc.record({ not: tie('schema') }),
      fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([a, b, c]) =>
        Object.fromEntries([
          ['if', a],
          ['then', b],
          ['else', c],
        ]),
      ),
      fc.constantFrom(
        { properties: { a: { $ref: '#' } } },
        { items: { $ref: '#' } },
        { additionalProperties: { $ref: '#/$defs/d' } },
        { $ref: '#/$defs/d' },
      ),
    ),
  };
});
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 'a', 'ab', '', '2020-01-01', 0, 1, 2, 1.5, -1),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('any JSON against any JSON Schema', () => {
  it('agrees with Ajv and does not change the input', async () => {
    const prototypes = snapshotPrototypes();
    let passed = 0;
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(schema, fc.array(value, { minLength: 1, maxLength: 8 }), async (written, values) => {
        const document = { ...written, $defs: { d: { type: 'array', items: { $ref: '#/$defs/d' } } } };
        const plain = new Ajv2020({
          strict: false,
          logger: false,
          ownProperties: true,
          formats: { date: /^\d{4}-\d\d-\d\d$/ },
        });
        const test = plain.compile(document);
        const check = compileJsonSchema(document, {});
        for (const item of values) {
          const before = JSON.stringify(item);
          const result = await runCheck(check, item);
          expect(JSON.stringify(item)).to.equal(before);
          if (isAjvMistake(document, item)) continue;
          if (test(item)) {
            expect(result, before).to.deep.equal({ value: item });
            passed += 1;
            continue;
          }
          failed += 1;
          const failures = 'failures' in result ? result.failures : [];
          expect(failures, before).not.to.have.length(0);
          const pointers = failures.map(({ pointer }) => pointer);
          expect(new Set(pointers).size).to.equal(pointers.length);
          for (const { rule, text } of failures) {
            expect(rule).to.not.match(/^x-|false schema/);
            if (rule !== 'unknown') expect(text).to.be.a('string').that.is.not.empty;
          }
        }
      }),
      { numRuns: 100 },
    );
    expect(passed).to.be.above(50);
    expect(failed).to.be.above(50);
    expect(snapshotPrototypes()).to.deep.equal(prototypes);
  }).timeout(60_000);

  it('accepts any JSON without throwing', async () => {
    const check = compileJsonSchema(
      {
        type: 'object',
        properties: {
          a: { type: 'integer', default: 1 },
          b: { type: 'array', items: { $ref: '#' } },
          c: { anyOf: [{ type: 'string' }, { $ref: '#' }] },
        },
        additionalProperties: false,
      },
      {},
    );
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (item, text) => {
        const before = JSON.stringify(item);
        expect(await failuresOf(check, item, text)).to.be.an('array');
        expect(JSON.stringify(item)).to.equal(before);
      }),
      { numRuns: 500 },
    );
  });
});

/** Ajv accepts `constructor` if the evaluated names depend on the value. */
function isAjvMistake(document: object, item: unknown): boolean {
  return JSON.stringify(document).includes('unevaluatedProperties') && JSON.stringify(item).includes('"constructor"');
}
