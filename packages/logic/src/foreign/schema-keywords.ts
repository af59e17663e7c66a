import type { Schema } from '../schemas.ts';

/** The argument of a keyword: a schema, a list of schemas, one for each name, or another value. */
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

/** The subschemas of one keyword, each with its path from the schema above. */
export function subschemasOf(schema: Schema, keyword: string): (readonly [path: string[], schema: unknown])[] {
  const form = keywordForms.get(keyword);
  if (form === 'schema') return [[[keyword], schema[keyword]]];
  if (form !== 'list' && form !== 'map') return [];
  return Object.entries(schema[keyword] as object).map(([key, below]) => [[keyword, key], below]);
}
