import { declaredSchema } from '../schemas/declared-schema.ts';
import type { MediaType, Schema } from '../types.ts';
import type { OperationContext } from './context.ts';
import { withoutNull } from './fit-columns.ts';

/**
 * The schema of a body as a form: fields with strings for values, those of objects by `address[city]`, lists of objects
 * as JSON.
 *
 * @returns `undefined` for bodies that a form cannot represent: a schema of another library, an object without fields
 */
export function formSchema(schema: Schema): Schema | undefined {
  const { fields, required, isComplete } = flatten(schema);
  if (!isComplete || fields.length === 0) return undefined;
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) };
}

/**
 * The multipart body with uploads, by media type; empty if the class accepts no forms or the logic declares no files.
 */
export function multipartSchema(
  { operation, controller }: OperationContext,
  body: Schema | undefined,
): Record<string, MediaType> {
  if (!controller.statics.forms) return {};
  const files = declaredSchema(operation.logic, 'files');
  if (files?.properties === undefined) return {};
  const uploads = Object.entries(files.properties as Record<string, Schema>).map(([name, field]) => [
    name,
    upload(field),
  ]);
  const form = flatten(body ?? {});
  const required = [...form.required, ...((files.required ?? []) as string[])];
  const schema: Schema = {
    type: 'object',
    properties: { ...Object.fromEntries(form.fields), ...Object.fromEntries(uploads) },
    ...(required.length > 0 && { required }),
    ...(files.additionalProperties === false && form.isComplete && { additionalProperties: false }),
  };
  return { 'multipart/form-data': { schema } };
}

// --- internal ---

interface Flat {
  readonly fields: readonly (readonly [name: string, schema: Schema])[];
  readonly required: readonly string[];
  /** Every field has a form that the router reads; others are left as they are. */
  readonly isComplete: boolean;
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

/** The router reads no JSON object from a form, and a list of objects only from JSON. */
function flatten(schema: Schema, nameOf: (name: string) => string = (name) => name): Flat {
  const needed = new Set((schema.required ?? []) as readonly string[]);
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, given]): Flat => {
    // A form has no null.
    const field = withoutNull(given);
    const inside = field.type === 'object' && field.properties !== undefined;
    if (inside) {
      const inner = flatten(field, (member) => `${nameOf(name)}[${member}]`);
      return needed.has(name) ? inner : { ...inner, required: [] };
    }
    const flat = flattenField(field);
    const required = needed.has(name) ? [nameOf(name)] : [];
    return { fields: [[nameOf(name), flat ?? field]], required, isComplete: flat !== undefined };
  });
  return {
    fields: parts.flatMap(({ fields }) => fields),
    required: parts.flatMap(({ required }) => required),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

function flattenField(field: Schema): Schema | undefined {
  if (isScalar(field)) return field;
  const { type, items, description, deprecated } = field as Schema & { items?: Schema };
  if (type !== 'array' || items === undefined) return undefined;
  // A list of links takes records with an id, too.
  const item = ((items.anyOf ?? [items]) as Schema[]).find(isScalar);
  if (item !== undefined) return { ...field, items: item };
  const json = { type: 'string', contentMediaType: 'application/json' };
  return { description: description ?? 'A list, as JSON.', ...json, ...(deprecated === true && { deprecated }) };
}

function isScalar({ type, enum: values, anyOf = [] }: Schema): boolean {
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return true;
  return SCALARS.has(type) || ((anyOf as Schema[]).length > 0 && (anyOf as Schema[]).every(isScalar));
}

/** Without `format`, which JSON Schema no longer has, generators write a string, and no `Blob`. */
function upload(field: Schema): Schema {
  const contentMediaType = field['x-image'] === true ? 'image/*' : 'application/octet-stream';
  const file = { type: 'string', format: 'binary', contentMediaType };
  if (field.type !== 'array') return file;
  const { minItems, maxItems } = field;
  return {
    type: 'array',
    items: file,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}
