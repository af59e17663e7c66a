import { expect } from 'chai';
import fc from 'fast-check';
import { ValidationError } from '../src/errors.ts';
import type { FieldRules } from '../src/field-rules.ts';
import { runBody } from './run-field.ts';

const scalar = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: -3, max: 3 }), fc.boolean());
const size = fc.integer({ min: 0, max: 5 });
const names = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', 'a/b', '~', '');

/** Rules that can stand beside any type. */
const attributes = fc.record(
  {
    required: fc.constantFrom<boolean | 'present'>(true, false, 'present'),
    nullable: fc.boolean(),
    trim: fc.boolean(),
    secret: fc.boolean(),
    aliasName: fc.string({ minLength: 1, maxLength: 5 }),
    message: fc.constantFrom('no: {name} {args}', 'no'),
  },
  { requiredKeys: [] },
);
const leaf: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    { string: fc.constant(true), length: size, pattern: fc.constant('^a'), uppercase: fc.boolean() },
    { requiredKeys: [] },
  ),
  fc.record(
    { int: fc.constant(true), min: size, divisibleBy: fc.integer({ min: 1, max: 5 }) },
    { requiredKeys: ['int'] },
  ),
  fc.constantFrom(
    { float: true },
    { boolean: true },
    { date: true, before: true },
    { email: true },
    { url: true },
    { file: true, image: true },
    {},
  ),
  fc.constantFrom(
    { object: true },
    { array: true, uniqueItems: true },
    { minItems: 1, maxItems: 2 },
    { regexp: /^[ab]+$/i },
  ),
  fc.record({ in: fc.array(scalar, { minLength: 1, maxLength: 4 }) }),
  fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ const: fc.jsonValue({ maxDepth: 2 }) }),
);
const { fields } = fc.letrec<{ rules: FieldRules; fields: Record<string, FieldRules> }>((tie) => ({
  rules: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(leaf, attributes).map(([rules, more]) => ({ ...rules, ...more })),
    fc.tuple(attributes, tie('fields')).map(([more, children]) => ({ object: true, ...more, children })),
    fc.tuple(attributes, tie('rules')).map(([more, children]) => ({ array: true, ...more, children })),
  ),
  fields: fc.dictionary(names, tie('rules') as fc.Arbitrary<FieldRules>, { maxKeys: 4, noNullPrototype: true }),
}));

/** JSON with names that are declared, names that are not, and names that are special. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      scalar,
      fc.constantFrom(null, '', 'a', 'A', 'a@b.co', '2020-01-01', 1e300, 2 ** 53, '\ud800'),
      fc.jsonValue({ maxDepth: 2 }),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(names, fc.constantFrom('__proto__', 'z', 'name', 'size', 'mimetype')), tie('value')), {
        maxLength: 4,
      })
      .map((entries) =>
        JSON.parse(`{${entries.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join()}}`),
      ),
  ),
}));

describe('any JSON against any rules', () => {
  it('passes or fails with ValidationError, changes neither the input nor Object.prototype, and gives declared fields only', () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    let passed = 0;
    fc.assert(
      fc.property(fields, value, fc.boolean(), (declared, body, textBody) => {
        const before = JSON.stringify(body);
        try {
          const result = runBody(declared, body, { textBody });
          expect(Object.keys(declared)).to.include.members(Object.keys(result));
          expect(Object.getPrototypeOf(result)).to.equal(Object.prototype);
          passed += 1;
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error;
          expect(error.errors).not.to.have.length(0);
          const pointers = error.errors.map(({ pointer }) => pointer);
          expect(new Set(pointers).size).to.equal(pointers.length);
          for (const { message } of error.errors) expect(message).to.be.a('string').that.is.not.empty;
        }
        expect(JSON.stringify(body)).to.equal(before);
        expect(Object.getOwnPropertyNames(Object.prototype)).to.deep.equal(prototype);
      }),
      { numRuns: 400 },
    );
    expect(passed).to.be.above(0);
  }).timeout(60_000);
});
