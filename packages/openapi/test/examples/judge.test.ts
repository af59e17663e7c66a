import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { createJudge } from '../../src/examples/judge.ts';
import type { JsonValue, Schema } from '../../src/types.ts';

const names = fc.constantFrom('a', 'b', 'c');

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Schema>(
      {},
      { type: 'string' },
      { minimum: 2 },
      { enum: ['x', 1, null] },
      { $ref: '#/components/schemas/Tree' },
    ),
    fc.record<Schema>(
      {
        type: fc.constantFrom('object', ['object', 'null', 'array']),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.constant({ '^b$': { type: 'string' } }),
        unevaluatedProperties: fc.constant(false),
        items: tie('schema'),
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
      },
      { requiredKeys: [] },
    ),
  ),
}));
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>('x', 1, 3, null, true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const components = { schemas: { Tree: { type: 'object', properties: { a: { $ref: '#/components/schemas/Tree' } } } } };

function verdictOfAjv(schema: Schema, value: JsonValue): unknown {
  const validate = new Ajv2020({ strict: false, logger: false }).compile({ ...schema, components });
  try {
    return validate(value);
  } catch {
    return undefined;
  }
}

describe('createJudge', () => {
  it('says of parts what Ajv says of the whole', function () {
    this.timeout(60_000);
    const judge = createJudge({ components });
    const tally = { true: 0, false: 0 };
    fc.assert(
      fc.property(schema, value, (schema, value) => {
        const expected = verdictOfAjv(schema, value);
        // It has none on some schemas with `patternProperties` beside and inside of `anyOf`.
        fc.pre(expected !== undefined);
        const verdict = judge(schema, value);
        tally[`${verdict}`] += 1;
        expect(verdict).to.equal(expected);
      }),
      { numRuns: Number(process.env.FAST_CHECK_RUNS ?? 150) },
    );
    expect(tally.true).to.be.above(10);
    expect(tally.false).to.be.above(10);
  });

  it('has no example where Ajv fails', () => {
    const pattern = { patternProperties: { '^b$': { type: 'string' } } };
    const inner = { ...pattern, allOf: [{ enum: ['x', 1, null] }] };
    const schema = { unevaluatedProperties: false, anyOf: [{ ...pattern, anyOf: [{}, inner] }] };
    expect(verdictOfAjv(schema, { b: 'x' })).to.equal(undefined);
    expect(createJudge({ components })(schema, { b: 'x' })).to.equal(false);
  });

  it('ends where a schema leads to itself, and takes nothing where it leads nowhere', () => {
    const endless = { A: { allOf: [{ $ref: '#/components/schemas/A' }] } };
    const judge = createJudge({ components: { schemas: endless } });
    expect(judge({ $ref: '#/components/schemas/A' }, 1)).to.equal(false);
    expect(judge({ $ref: '#/components/schemas/%' }, 1)).to.equal(false);
    expect(judge({ type: 'none' }, 1)).to.equal(false);
  });
});
