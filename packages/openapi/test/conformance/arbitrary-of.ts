import fc from 'fast-check';
import type { OpenApiDocument, Schema } from '../../src/index.ts';
import { resolve } from './read-operations.ts';

/**
 * Values for a schema, from its common keywords. They can be invalid: check them with a validator.
 *
 * @param depth - remaining levels; below them optional properties are omitted
 */
export function arbitraryOf(document: OpenApiDocument, given: unknown, depth = 6): fc.Arbitrary<unknown> {
  if (given === true || given === undefined) return anything;
  const schema = resolve<Schema>(document, given, '').value;
  const { const: only, enum: values, oneOf, anyOf, allOf, type } = schema;
  if ('const' in schema) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const choices = (oneOf ?? anyOf) as unknown[] | undefined;
  const { oneOf: _one, anyOf: _any, allOf: _all, ...rest } = schema;
  if (choices !== undefined) {
    return fc.oneof(
      ...choices.map((one) => arbitraryOf(document, { ...rest, ...resolve<Schema>(document, one, '').value }, depth)),
    );
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.map((one) => resolve<Schema>(document, one, '').value);
    return arbitraryOf(document, parts.reduce(merge, rest), depth);
  }
  const types = (Array.isArray(type) ? type : [type ?? guess(schema)]) as string[];
  return fc.oneof(...types.map((one) => ofType(document, one, schema, depth)));
}

// --- internal ---

const anything = fc.oneof(fc.string({ maxLength: 10 }), fc.integer(), fc.boolean());

function merge(one: Schema, other: Schema): Schema {
  const properties = { ...(one.properties as object), ...(other.properties as object) };
  const required = [...((one.required as string[]) ?? []), ...((other.required as string[]) ?? [])];
  return { ...one, ...other, properties, required };
}

function guess(schema: Schema): string {
  if ('properties' in schema) return 'object';
  if ('items' in schema) return 'array';
  if ('minimum' in schema || 'maximum' in schema || 'multipleOf' in schema) return 'number';
  return 'string';
}

function ofType(document: OpenApiDocument, type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const number = (name: string): number | undefined => schema[name] as number | undefined;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return stepped(schema, fc.integer({ min: Math.ceil(lowest(schema, 1)), max: Math.floor(highest(schema, 1)) }));
    case 'number':
      return stepped(
        schema,
        fc
          .double({ min: lowest(schema, 1e-9), max: highest(schema, 1e-9), noNaN: true })
          .map((value) => Number(value.toPrecision(6)) + 0),
      );
    case 'array':
      return fc.array(arbitraryOf(document, schema.items, depth - 1), {
        minLength: number('minItems') ?? 0,
        maxLength: Math.min(number('maxItems') ?? 4, (number('minItems') ?? 0) + 4),
      });
    case 'object':
      return objects(document, schema, depth);
    default:
      return texts(schema);
  }
}

function lowest(schema: Schema, step: number): number {
  const least = Math.max((schema.minimum as number) ?? -1e6, ((schema.exclusiveMinimum as number) ?? -1e7) + step);
  return Math.min(least, highest(schema, step));
}

function highest(schema: Schema, step: number): number {
  return Math.min(
    (schema.maximum as number) ?? Math.max(1e6, (schema.minimum as number) ?? 0),
    ((schema.exclusiveMaximum as number) ?? 1e9) - step,
  );
}

function stepped(schema: Schema, values: fc.Arbitrary<number>): fc.Arbitrary<number> {
  const step = schema.multipleOf as number | undefined;
  return step === undefined ? values : values.map((value) => Number((Math.round(value / step) * step).toPrecision(12)));
}

function objects(document: OpenApiDocument, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const members = Object.entries((schema.properties as Record<string, unknown> | undefined) ?? {}).filter(
    // What is readOnly has to be as it was read.
    ([name, one]) => (depth > 0 || required.has(name)) && !(one as Schema).readOnly,
  );
  const model = Object.fromEntries(members.map(([name, one]) => [name, arbitraryOf(document, one, depth - 1)]));
  const named = fc.record(model, { requiredKeys: members.map(([name]) => name).filter((name) => required.has(name)) });
  const patterns = Object.entries((schema.patternProperties as Record<string, unknown> | undefined) ?? {});
  if (patterns.length === 0 || depth === 0) return named;
  const others = patterns.map(([pattern, one]) =>
    fc.dictionary(fc.stringMatching(new RegExp(pattern)), arbitraryOf(document, one, depth - 1), { maxKeys: 2 }),
  );
  return fc.tuple(named, fc.oneof(...others)).map(([one, more]) => ({ ...more, ...one }));
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  time: fc.constantFrom('12:00:00Z', '23:59:59Z'),
  email: fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.(com|org)$/),
  uuid: fc.uuid(),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,8}\.com\/[a-z]{0,5}$/),
  hostname: fc.stringMatching(/^[a-z]{1,8}\.com$/),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};

/** Strings for the extension keywords. */
const KEYWORDS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'x-date': FORMATS.date as fc.Arbitrary<string>,
  'x-iso8601': FORMATS['date-time'] as fc.Arbitrary<string>,
  'x-decimal': fc.stringMatching(/^-?[0-9]{1,4}(\.[0-9]{1,2})?$/),
  'x-alpha': fc.stringMatching(/^[a-z]{1,8}$/),
  'x-alphaNumeric': fc.stringMatching(/^[a-z0-9]{1,8}$/),
};

function texts(schema: Schema): fc.Arbitrary<string> {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength,
  } = schema as {
    pattern?: string;
    format?: string;
    minLength?: number;
    maxLength?: number;
  };
  const keyword = Object.keys(schema).find((name) => Object.hasOwn(KEYWORDS, name));
  const known = keyword === undefined ? FORMATS[format ?? ''] : KEYWORDS[keyword];
  if (known) return known;
  // A pattern that only requires a visible character says nothing else.
  if (pattern !== undefined && pattern !== '\\S') return matching(new RegExp(pattern));
  const texts = fc.string({
    minLength,
    maxLength: Math.min(maxLength ?? minLength + 12, minLength + 12),
    unit: 'grapheme-ascii',
  });
  return pattern === undefined ? texts : texts.filter((text) => /\S/.test(text));
}

/** fast-check does not support lookaheads: use typical path segments instead. */
function matching(regexp: RegExp): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(regexp);
  } catch {
    return fc.stringMatching(/^[1-9][0-9]{0,5}$|^[a-z]\w{0,8}$/).filter((text) => regexp.test(text));
  }
}
