import fc from 'fast-check';
import type { Fields } from '../../src/field-rules.ts';
import type { RunOptions } from '../../src/types.ts';
import { anyName, anyScalar } from './any-value.ts';

/** The rules of a body, and the options of its validation. */
export interface AnyFields {
  readonly body: object;
  readonly mode: 'refuse' | 'strip';
  readonly options: RunOptions;
}

const size = fc.integer({ min: 0, max: 5 });
const optional = { requiredKeys: [] };

/** Rules that are valid for any type. */
const attributes = fc.record(
  {
    required: fc.constantFrom<boolean | 'present'>(true, false, 'present'),
    nullable: fc.boolean(),
    trim: fc.boolean(),
    secret: fc.boolean(),
    aliasName: fc.string({ minLength: 1, maxLength: 5 }),
    message: fc.constantFrom('no: {name} {args}', 'no'),
  },
  optional,
);

/** Those of fields alone, which keep them out of bodies and answers. */
const ofFields = fc.constantFrom<object>(
  {},
  {},
  { readOnly: true },
  { createOnly: true, deprecated: '2026-01-01' },
  { writeOnly: true, createOnly: true },
  { readOnly: false, deprecated: true },
);

const leaf: fc.Arbitrary<object> = fc.oneof(
  fc.record({ string: fc.constant(true), length: size, pattern: fc.constant('^a'), uppercase: fc.boolean() }, optional),
  fc.record(
    { int: fc.constant(true), min: size, divisibleBy: fc.integer({ min: 1, max: 5 }) },
    { requiredKeys: ['int'] },
  ),
  fc.constantFrom(
    {},
    { float: true },
    { float: { max: 2 }, multipleOf: 0.1 },
    { boolean: true },
    { date: true, before: true },
    { email: true },
    { url: true },
    { ip: true },
    { base64: true },
    { isbn: true },
    { mobile: true },
    { object: true },
    { array: true, uniqueItems: true },
    { minItems: 1, maxItems: 2 },
    { regexp: /^[ab]+$/i },
    { string: true, contains: 'a', byteLength: { max: 2 } },
    { notIn: ['a', 1, null] },
  ),
  fc.record({ in: fc.array(anyScalar, { minLength: 1, maxLength: 4 }) }),
  fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ const: fc.jsonValue({ maxDepth: 2 }) }),
  // A JSON Schema in place of rules.
  fc.constantFrom(
    { type: 'string', maxLength: 1 },
    { type: ['object', 'null'], required: ['a'] },
    { anyOf: [{ type: 'integer' }, { type: 'array' }] },
  ),
);

const { fields } = fc.letrec<{ rules: object; fields: Record<string, object> }>((tie) => ({
  rules: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(leaf, attributes).map(([rules, more]) => (isSchema(rules) ? rules : { ...rules, ...more })),
    fc.tuple(attributes, tie('fields')).map(([more, children]) => ({ object: true, ...more, children })),
    fc.tuple(attributes, tie('rules')).map(([more, children]) => ({ array: true, ...more, children })),
  ),
  fields: fc
    .tuple(
      fc.dictionary(
        anyName,
        fc
          .tuple(tie('rules') as fc.Arbitrary<object>, ofFields)
          .map(([rules, more]) => (isSchema(rules) ? rules : { ...rules, ...more })),
        { maxKeys: 4, noNullPrototype: true },
      ),
      fc.nat(),
    )
    .map(([declared, number]) => withConditions(declared, number)),
}));

/** Any declaration of a body: fields, or the rules of the whole value. */
export const anyFields: fc.Arbitrary<AnyFields> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fields },
      { weight: 1, arbitrary: fields.map((children) => ({ array: true, children: { object: true, children } })) },
    ),
    fc.constantFrom<'refuse' | 'strip'>('refuse', 'strip'),
    fc.boolean(),
    fc.uniqueArray(anyName, { maxLength: 2 }),
  )
  .map(([body, mode, textBody, given]) => ({ body, mode, options: { textBody, given: new Set(given) } }));

// --- internal ---

function isSchema(rules: object): boolean {
  return 'type' in rules || 'anyOf' in rules;
}

/** Add a condition to the last field that refers to the first. */
function withConditions(declared: Record<string, object>, number: number): Record<string, object> {
  const names = Object.keys(declared).filter((name) => name !== '');
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined || first === last || isSchema(declared[last] as object))
    return declared;
  const kinds: object[] = [
    { requiredWith: [first] },
    { requiredWithoutAll: [first] },
    { requiredNotIf: [first, null] },
    {},
  ];
  return { ...declared, [last]: { ...declared[last], ...kinds[number % kinds.length] } } satisfies Record<
    string,
    object
  > as Fields as Record<string, object>;
}
