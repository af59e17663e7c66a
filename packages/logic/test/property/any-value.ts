import fc from 'fast-check';

/** Names of fields: usual and special ones. */
export const anyName: fc.Arbitrary<string> = fc.constantFrom(
  'a',
  'b',
  'c',
  'constructor',
  'toString',
  'a/b',
  '~',
  '',
  '$ref',
);

/** Texts, numbers and booleans that rules know. */
export const anyScalar: fc.Arbitrary<string | number | boolean> = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
);

/** JSON with names that are declared, names that are not, and names that are special. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; object: unknown; root: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      anyScalar,
      fc.constantFrom(
        null,
        '',
        ' ',
        'a',
        'A',
        'true',
        '12',
        '1e3',
        'a@b.co',
        '2020-01-01',
        1e300,
        2 ** 53,
        0.1,
        '\ud800',
        '\0',
      ),
      fc.jsonValue({ maxDepth: 2 }),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc
    .array(
      fc.tuple(
        fc.oneof(
          { weight: 5, arbitrary: anyName },
          { weight: 1, arbitrary: fc.constantFrom('__proto__', 'z', 'name', 'size') },
        ),
        tie('value'),
      ),
      {
        maxLength: 4,
      },
    )
    .map((entries) =>
      JSON.parse(`{${entries.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join()}}`),
    ),
  // Most bodies are objects, since others are refused at once.
  root: fc.oneof(
    { weight: 6, arbitrary: tie('object') },
    { weight: 2, arbitrary: fc.array(tie('object'), { maxLength: 3 }) },
    { weight: 1, arbitrary: tie('value') },
  ),
})).root;
