import type { Schema } from '../rules/rule.ts';

/** What stands behind a keyword: a schema, a list of them, one for each name, or something that is no schema. */
type Form = 'schema' | 'list' | 'map' | 'value';

const FORMS: Readonly<Record<Form, string>> = {
  schema:
    'additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties',
  list: 'allOf anyOf oneOf prefixItems',
  map: '$defs definitions dependentSchemas patternProperties properties',
  value:
    '$anchor $comment $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary const contentEncoding contentMediaType default ' +
    'dependentRequired deprecated description enum examples exclusiveMaximum exclusiveMinimum format maxContains maxItems ' +
    'maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf pattern readOnly ' +
    'required title type uniqueItems writeOnly',
};

/** The keywords of JSON Schema 2020-12. */
export const keywordForms: ReadonlyMap<string, Form> = new Map(
  Object.entries(FORMS).flatMap(([form, names]) => names.split(' ').map((name) => [name, form as Form] as const)),
);

/** What to write in place of keywords that 2020-12 has not. */
export const REPLACED: Readonly<Record<string, string>> = {
  additionalItems: 'items, after prefixItems',
  dependencies: 'dependentRequired or dependentSchemas',
  divisibleBy: 'multipleOf',
  example: 'examples',
  id: '$id',
  nullable: 'a list of types, such as type: ["string", "null"]',
  $recursiveAnchor: '$dynamicAnchor',
  $recursiveRef: '$dynamicRef',
};

/** A schema right below another one. */
export interface Subschema {
  /** Holds the subschema at `key`. */
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** Keys from the schema above down. */
  readonly path: readonly string[];
}

/** The subschemas of one keyword. */
export function subschemasOf(schema: Schema, keyword: string): Subschema[] {
  const form = keywordForms.get(keyword);
  if (form === 'schema') return [{ holder: schema, key: keyword, path: [keyword] }];
  if (form !== 'list' && form !== 'map') return [];
  const holder = schema[keyword] as Record<string, unknown>;
  return Object.keys(holder).map((key) => ({ holder, key, path: [keyword, key] }));
}

/** Keywords whose subschemas are about the value itself, not about something inside of it. */
export const IN_PLACE: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];
