import type { Field, FieldRule, ObjectFields } from '../declaration/field.ts';
import { kindSchema } from '../rules/kinds.ts';
import type { Schema } from '../rules/rule.ts';

/** The rule behind a keyword. */
export interface Site {
  readonly field: Field;
  readonly rule: string;
  readonly argument: unknown;
  /** The failing rule with the lowest rank is the one that is reported: presence, then type, then the written order. */
  readonly rank: number;
}

/** A JSON Schema (2020-12, and keywords of ours) with the rule behind each keyword, by Ajv's `schemaPath`. */
export interface SectionSchema {
  readonly schema: Schema;
  readonly sites: ReadonlyMap<string, Site>;
}

/** Rank of presence. */
export const PRESENCE = -2;
const KIND = -1;

/**
 * Build the schema that prepared values of a section have to pass.
 *
 * A blank value is absent from them, except `''` of a text and `null` of a nullable field.
 */
export function buildSchema(object: ObjectFields): SectionSchema {
  const sites = new Map<string, Site>();
  const schema = objectSchema(object, '#', sites);
  return { schema: { type: 'object', ...schema }, sites };
}

/** Key in `sites` of a property that has to be there. */
export function requiredSite(schemaPath: string, property: string): string {
  return `${schemaPath}/${property}`;
}

// --- internal ---

function objectSchema({ fields }: ObjectFields, path: string, sites: Map<string, Site>): Schema {
  const properties: Schema = {};
  const required: string[] = [];
  for (const field of fields) {
    properties[field.name] = fieldSchema(field, `${path}/properties/${escapeFragment(field.name)}`, sites);
    if (field.required !== true) continue;
    required.push(field.name);
    sites.set(requiredSite(`${path}/required`, field.name), {
      field,
      rule: 'required',
      argument: true,
      rank: PRESENCE,
    });
  }
  return { properties, ...(required.length > 0 && { required }) };
}

function fieldSchema(field: Field, path: string, sites: Map<string, Site>): Schema {
  const { kind, kindRule, nullable } = field;
  const schema: Schema = {};
  const range = kindRule?.rule.declares === undefined ? true : kindRule.argument;
  const keywords = kindSchema(kind, range);
  if (nullable && keywords.type !== undefined) keywords.type = [keywords.type, 'null'];
  // A value of any kind has one thing to pass: as a text it is well-formed. A rule that implies a kind (`min` a number) speaks for it.
  const site = { field, rule: kindRule?.name ?? 'string', argument: kindRule?.argument ?? true, rank: KIND };
  addKeywords(schema, path, keywords, site, sites);
  if (field.fields !== undefined) Object.assign(schema, objectSchema(field.fields, path, sites));
  if (field.items !== undefined) schema.items = fieldSchema(field.items, `${path}/items`, sites);

  const rules = field.rules.filter(({ rule }) => rule.declares === undefined);
  if (rules.length === 0) return schema;
  const target: Schema = field.keepsEmpty ? {} : schema;
  for (const rule of rules) {
    const site = { field, rule: rule.name, argument: rule.argument, rank: field.rules.indexOf(rule) };
    addKeywords(target, field.keepsEmpty ? `${path}/anyOf/0` : path, ruleKeywords(rule, field), site, sites);
  }
  return field.keepsEmpty ? { ...schema, anyOf: [target, { maxLength: 0 }] } : schema;
}

function ruleKeywords({ name, argument, rule }: FieldRule, { context }: Field): Schema {
  if (rule.schema !== undefined) return rule.schema(argument as never, context);
  return { [rule.keyword ?? `x-${name}`]: argument };
}

/** Two rules may use the same keyword (`int: { min: 1 }, min: 2`): the second one goes to `allOf`. */
function addKeywords(schema: Schema, path: string, keywords: Schema, site: Site, sites: Map<string, Site>): void {
  for (const [keyword, value] of Object.entries(keywords)) {
    if (!Object.hasOwn(schema, keyword)) {
      schema[keyword] = value;
      sites.set(`${path}/${keyword}`, site);
      continue;
    }
    schema.allOf ??= [];
    const all = schema.allOf as Schema[];
    sites.set(`${path}/allOf/${all.length}/${keyword}`, site);
    all.push({ [keyword]: value });
  }
}

/** As Ajv writes the name of a property in a `schemaPath`. */
function escapeFragment(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
