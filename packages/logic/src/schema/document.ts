import { type Field, type FieldRule, type ObjectFields, rangeOf } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/parse-section.ts';
import { toJson } from '../messages/describe-argument.ts';
import { holds } from '../rules/conditions.ts';
import { kindSchema } from '../rules/kinds.ts';
import type { Schema } from '../schemas.ts';
import type { DocumentOptions } from '../types.ts';
import { describeConditions } from './document-conditions.ts';
import { describeForms } from './document-forms.ts';

/**
 * Describe a section as JSON Schema 2020-12, made of standard keywords and, where the standard has none, of `x-` and
 * the rule's name.
 *
 * The schema describes coerced values, also in sections of text (params, query, headers).
 *
 * @returns undefined if a schema of another library has no JSON Schema
 */
export function describeSection({ field }: SectionDeclaration, { blank = true }: DocumentOptions): Schema | undefined {
  if (field.foreign !== undefined) return field.foreign.toJSONSchema();
  const schema = field.nullIsAbsent ? describeValue(field, { blank }) : describeField(field, { blank });
  const conditions = describeConditions(field, ({ hidden }) => blank || !hidden);
  if (conditions.length > 0) schema.allOf = [...((schema.allOf as Schema[] | undefined) ?? []), ...conditions];
  return blank && field.nullIsAbsent && canBeEmpty(field.fields as ObjectFields)
    ? { ...schema, type: ['object', 'null'] }
    : schema;
}

// --- internal ---

interface Style {
  readonly blank: boolean;
}

/** The standard format that is nearest to one of our rules. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  fqdn: 'hostname',
  ip4: 'ipv4',
  ip6: 'ipv6',
  url: 'uri',
  uuid: 'uuid',
};

/** References inside an embedded schema resolve from its root only if it has an `$id`. */
function embed({ $schema, ...schema }: Schema, { path }: Field): Schema {
  const refers = schema.$id === undefined && JSON.stringify(schema).includes('"$ref":"#');
  if (!refers) return schema;
  const $id = `urn:field:${encodeURIComponent(path)}`;
  const { $ref, allOf = [], ...rest } = schema;
  // Next to an `$id`, a `$ref` would resolve against it.
  return $ref === undefined ? { $id, ...schema } : { $id, ...rest, allOf: [{ $ref }, ...(allOf as Schema[])] };
}

/** Whether a section without any field passes. */
function canBeEmpty({ fields }: ObjectFields): boolean {
  const missing = fields.filter((field) => field.makeDefault === undefined);
  return !missing.some((field) => {
    const conditions = field.references?.conditions ?? [];
    const isRequired = conditions.some(({ condition, targets }) =>
      holds(
        condition,
        targets.map((target) => (target.names.length === 1 ? target.field.makeDefault?.() : undefined)),
      ),
    );
    return isRequired || field.required === true;
  });
}

/** A value that is there, blank or not. */
function describeField(field: Field, style: Style): Schema {
  if (field.foreign !== undefined) return field.secret ? {} : embed(field.foreign.toJSONSchema() ?? {}, field);
  const optional = field.required === false;
  const value = describeValue(field, style);
  const blanks = [
    ...(optional && !field.nullable ? [null] : []),
    ...(optional && !field.keepsEmpty && !isAnything(field) ? [''] : []),
  ];
  const schema = optional ? value : withoutBlanks(value, field);
  const whole = style.blank && blanks.length > 0 ? { anyOf: [schema, { enum: blanks }] } : schema;
  return annotate(field, trimmed(field, whole, style));
}

/** Items keep their positions, so a blank item must pass its rules. */
function describeItem(field: Field, style: Style): Schema {
  if (field.foreign !== undefined) return field.secret ? {} : embed(field.foreign.toJSONSchema() ?? {}, field);
  const value = describeValue(field, style);
  if (field.required !== false) return annotate(field, trimmed(field, withoutBlanks(value, field), style));
  return annotate(field, trimmed(field, value, style));
}

/** Keywords for a value that is not blank. */
function describeValue(field: Field, style: Style): Schema {
  const { kind, nullable, fields, items, secret } = field;
  const schema: Schema = { ...kindSchema(kind, rangeOf(field)) };
  if (nullable && schema.type !== undefined) schema.type = [schema.type, 'null'].flat();
  if (!style.blank) describeForms(schema, kind);
  if (fields !== undefined) Object.assign(schema, describeObject(fields, style));
  if (items !== undefined) schema.items = describeItem(items, style);
  for (const rule of field.rules) {
    if (rule.rule.declares !== undefined) continue;
    // A document must not show values of a secret field.
    if (!(secret && rule.rule.literal === true)) addKeywords(schema, describeRule(rule, field, style));
  }
  return schema;
}

function describeRule({ name, argument, rule }: FieldRule, { context }: Field, { blank }: Style): Schema {
  const keywords = rule.schema?.(argument as never, context) ?? { [`x-${name}`]: toJson(argument) };
  return blank ? keywords : { ...nearestKeywords(name, argument), ...keywords };
}

/** Standard keywords for rules whose exact keywords are our own. */
function nearestKeywords(name: string, argument: unknown): Schema {
  const format = FORMATS[name];
  if (format !== undefined) return { format };
  return argument instanceof RegExp && isPattern(argument) ? { pattern: argument.source } : {};
}

/**
 * Whether a `pattern` of JSON Schema, which has the flag `u` and no other, matches the same strings. Only characters of
 * two UTF-16 units may differ.
 */
function isPattern({ source, flags }: RegExp): boolean {
  if (/[imsvy]/.test(flags)) return false;
  try {
    return new RegExp(source, 'u') !== undefined;
  } catch {
    return false;
  }
}

function describeObject({ fields, unknown }: ObjectFields, style: Style): Schema {
  const shown = style.blank ? fields : fields.filter(({ hidden }) => !hidden);
  const required = shown.filter((field) => field.required === true && field.makeDefault === undefined);
  const properties: Schema = {};
  for (const field of shown) properties[field.name] = describeField(field, style);
  return {
    properties,
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(unknown === 'refuse' && { additionalProperties: false }),
  };
}

/** Two rules may use the same keyword (`int: { min: 1 }, min: 2`): the second one is added to `allOf`. */
function addKeywords(schema: Schema, keywords: Schema): void {
  for (const [keyword, value] of Object.entries(keywords)) {
    if (!Object.hasOwn(schema, keyword)) schema[keyword] = value;
    else schema.allOf = [...((schema.allOf as Schema[] | undefined) ?? []), { [keyword]: value }];
  }
}

/** Whether every value passes. */
function isAnything({ kind, rules }: Field): boolean {
  return kind === 'any' && rules.length === 0;
}

function withoutBlanks(schema: Schema, { kind, nullable, keepsEmpty }: Field): Schema {
  const result = { ...schema };
  const isListed = Array.isArray(schema.enum) && !schema.enum.includes('');
  if (!isListed && !keepsEmpty && (kind === 'any' || kind === 'string')) {
    // Only text has a length: a number passes it.
    if (!(Number(result.minLength) >= 1)) addKeywords(result, { minLength: 1 });
  }
  if (kind === 'any' && !nullable) addKeywords(result, { not: { const: null } });
  return result;
}

/** Rules apply to the trimmed string, which needs a keyword of our own. */
function trimmed({ trim }: Field, schema: Schema, { blank }: Style): Schema {
  if (!trim || !blank) return schema;
  return { ...(schema.type !== undefined && { type: schema.type }), 'x-trim': schema };
}

function annotate(field: Field, schema: Schema): Schema {
  const { secret, writeOnly, deprecated, makeDefault, fixedDefault, label, name, description, example } = field;
  const alias = label.length === 1 && label[0] !== name && label[0] !== null ? label[0] : undefined;
  return {
    ...(alias !== undefined && { title: alias }),
    ...(description !== undefined && { description }),
    ...schema,
    ...(fixedDefault && !secret && { default: makeDefault?.() }),
    ...(example !== undefined && { examples: [example.value] }),
    ...(writeOnly && { writeOnly: true }),
    ...(deprecated !== false && { deprecated: true }),
  };
}
