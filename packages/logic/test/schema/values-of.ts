import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Values near the limits of a schema: valid ones and invalid ones.
 *
 * @param samples - further values
 */
export function valuesOf(schema: Schema, samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const own = fromSchema(schema, 0);
  const pool = fc.constantFrom(...(samples.length > 0 ? samples : [null]));
  return fc.oneof(
    { weight: 5, arbitrary: own },
    { weight: 3, arbitrary: pool.map(structuredClone) },
    { weight: 2, arbitrary: other },
  );
}

// --- internal ---

const edges = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -0,
  1,
  -1,
  0.5,
  true,
  false,
  'a',
  '1',
  [],
  {},
  [null],
  [''],
  2 ** 53,
);
const text = fc.string({ maxLength: 12, unit: 'binary' }).filter((value) => !/\p{Surrogate}/u.test(value));
const other = fc.oneof(
  edges,
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
);

function fromSchema(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 4) return edges;
  const choices = [edges, ...listed(schema), ...branches(schema, depth)];
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  for (const type of types as readonly string[]) choices.push(ofType(type, schema, depth));
  if (types.length === 0 && schema.properties !== undefined) choices.push(ofType('object', schema, depth));
  return fc.oneof(...choices);
}

function listed(schema: Schema): fc.Arbitrary<unknown>[] {
  const values = [...((schema.enum as unknown[] | undefined) ?? []), ...('const' in schema ? [schema.const] : [])];
  return values.length === 0 ? [] : [fc.constantFrom(...values).map((value) => structuredClone(value))];
}

function branches(schema: Schema, depth: number): fc.Arbitrary<unknown>[] {
  const parts = [schema.anyOf, schema.allOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  const inside = [schema['x-trim'], schema.not, ...parts].filter((part) => part !== undefined) as Schema[];
  const spaced = schema['x-trim'] === undefined ? [] : [fromSchema(schema['x-trim'] as Schema, depth + 1).map(pad)];
  return [...inside.map((part) => fromSchema(part, depth + 1)), ...spaced];
}

function pad(value: unknown): unknown {
  return typeof value === 'string' ? ` ${value}\n` : value;
}

function ofType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items === undefined ? edges : fromSchema(schema.items as Schema, depth + 1), {
        maxLength: 4,
      });
    case 'object':
      return objects(schema, depth);
    default:
      return fc.constant(null);
  }
}

function numbers({ minimum, maximum, multipleOf }: Schema): fc.Arbitrary<unknown> {
  const near = [minimum, maximum]
    .filter((bound) => typeof bound === 'number')
    .flatMap((n) => [n - 1, n, n + 1, n + 0.5]);
  const times = typeof multipleOf === 'number' ? [fc.integer({ min: -9, max: 9 }).map((n) => n * multipleOf)] : [];
  return fc.oneof(fc.integer({ min: -9, max: 9 }), ...times, ...(near.length > 0 ? [fc.constantFrom(...near)] : []));
}

function texts({ minLength = 0, maxLength = 4, pattern }: Schema): fc.Arbitrary<unknown> {
  const least = Math.max(0, (minLength as number) - 1);
  const lengths = fc.string({
    minLength: least,
    maxLength: Math.max(least, (maxLength as number) + 1),
    unit: 'grapheme',
  });
  return typeof pattern === 'string' ? fc.oneof(lengths, fc.stringMatching(new RegExp(pattern, 'u'))) : lengths;
}

function objects(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, fromSchema(part, depth + 1)]),
  );
  const declared = fc.record(members, { requiredKeys: [] });
  return fc.oneof(
    { weight: 9, arbitrary: declared },
    { weight: 1, arbitrary: declared.map((value) => ({ ...value, zz: 1 })) },
  );
}
