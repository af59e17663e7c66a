import { sample } from 'openapi-sampler';
import { mapMembers } from '../schemas/map-members.ts';
import type { JsonValue, Schema } from '../types.ts';
import type { Validate } from './create-validator.ts';

/**
 * Hints of a component; with its whole example where no other schema is in it, because every filter refers to one of
 * these.
 */
export function addComponentHints(schema: Schema): Schema {
  const hinted = addHints(schema);
  if (hinted.type === 'object' || NESTED.test(JSON.stringify(hinted))) return hinted;
  const example = sample(hinted, { quiet: true });
  return { ...hinted, example };
}

/**
 * Find a value that satisfies a schema.
 *
 * @param components - what references of the schema name, with hints
 * @param isSent - a client sends it: without what is `readOnly`
 */
export function findExample(
  schema: Schema,
  validate: Validate,
  components: object = {},
  isSent = false,
): JsonValue | undefined {
  // First with all properties, then with the required ones only: the sampler may miss patterns and conditions.
  for (const skipNonRequired of [false, true]) {
    try {
      const options = { skipNonRequired, skipReadOnly: isSent, quiet: true };
      const found = sample(addHints(schema) as object, options, { components }) as JsonValue;
      if (found !== undefined && validate(schema, found)) return found;
    } catch {
      // The sampler does not support every schema.
    }
  }
  return undefined;
}

// --- internal ---

const NESTED = /"(?:\$ref|allOf|properties|patternProperties|additionalProperties)":/;

/**
 * Add an `example` where the sampler finds none that is valid or readable: strings with patterns or rules outside JSON
 * Schema, and numbers.
 */
function addHints<T>(schemas: T): T {
  if (typeof schemas !== 'object' || schemas === null) return schemas;
  const value: T & object = mapMembers(schemas, addHints);
  if (Array.isArray(value) || 'default' in value || 'enum' in value || 'examples' in value) return value;
  const example = textOf(value as Record<string, unknown>) ?? numberOf(value as Record<string, unknown>);
  return example === undefined ? value : { ...value, example };
}

/** An example for each rule of `@rest-gen/logic`. */
const TEXTS: Readonly<Record<string, string>> = {
  ...{ date: '2026-01-31', email: 'ada@example.org', url: 'https://example.org/', fqdn: 'example.org' },
  ...{ uuid: '8e03978e-40d5-43e8-bc93-6894a57f9324', iso8601: '2026-01-31', mobile: '+4915112345678' },
  ...{ ip: '192.0.2.1', ip4: '192.0.2.1', ip6: '2001:db8::1', macAddress: '01:23:45:67:89:ab' },
  ...{ alpha: 'text', alphaDash: 'text', alphaNumeric: 'text1', alphaNumericDash: 'text-1' },
  ...{ lowercase: 'text', uppercase: 'TEXT', numeric: '12', decimal: '1.5', currency: '$1.50' },
  ...{ base64: 'dGV4dA==', dataURI: 'data:text/plain;base64,dGV4dA==', json: '{}', image: 'photo.png' },
  ...{ fullWidth: 'Ｔｅｘｔ', multibyte: 'Ｔｅｘｔ', variableWidth: 'Ｔext', hex: 'ff', hexColor: '#ff0000' },
  ...{ creditCard: '4111111111111111', isbn: '9783161484100', isin: 'US0378331005', issn: '0378-5955' },
  ...{ md5: '1cb251ec0d568de6a929b520c4aed8d1', mongoId: '507f1f77bcf86cd799439011', field: 'id,title', order: '-id' },
};

/** Candidates for patterns, in this order. */
const PATTERN_TEXTS = ['text', '1', 'text-1', 'TEXT', '1.5', '2026-01-31', TEXTS.uuid as string];

function textOf(schema: Record<string, unknown>): string | undefined {
  // The sampler has one for the format.
  if (schema.format === 'date-time') return undefined;
  const rule = Object.keys(schema).find(
    (keyword) => keyword.startsWith('x-') && Object.hasOwn(TEXTS, keyword.slice(2)),
  );
  if (rule === 'x-decimal') return decimalOf(schema[rule]);
  if (rule !== undefined) return TEXTS[rule.slice(2)];
  const affixes = ['x-startWith', 'x-contains', 'x-endWith'].map((name) => schema[name]);
  if (affixes.some((affix) => typeof affix === 'string')) return affixes.join('');
  const { pattern } = schema;
  return typeof pattern === 'string' ? PATTERN_TEXTS.find((text) => new RegExp(pattern, 'u').test(text)) : undefined;
}

/** The usual example, or a bound of the rule where it is outside of them. */
function decimalOf(argument: unknown): string {
  const { min, max } = Object(argument) as { readonly min?: number | string; readonly max?: number | string };
  const usual = TEXTS.decimal as string;
  if (min !== undefined && Number(min) > Number(usual)) return String(min);
  return max !== undefined && Number(max) < Number(usual) ? String(max) : usual;
}

/** 1, or the next valid number; the sampler alone would use the minimum, such as -2^53. */
function numberOf(schema: Record<string, unknown>): number | undefined {
  const { type, minimum = 1, maximum = Number.POSITIVE_INFINITY, multipleOf = 1 } = schema as Record<string, number>;
  if (![type].flat().some((one) => String(one) === 'integer' || String(one) === 'number')) return undefined;
  const value = Math.ceil(Math.max(1, minimum) / multipleOf) * multipleOf;
  const isExclusive = 'exclusiveMinimum' in schema || 'exclusiveMaximum' in schema;
  return isExclusive || value > maximum ? undefined : value;
}
