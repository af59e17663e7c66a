import type { MediaType, Schema } from '../types.ts';
import type { OperationContext } from './context.ts';

/**
 * The schema of a body as a form: flat fields with strings for values.
 *
 * @returns `undefined` for bodies that a form cannot represent: nested objects, lists of non-scalars, references to other schemas
 */
export function formSchema(schema: Schema): Schema | undefined {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  // A form has no null.
  const flat = properties.map(([name, field]) => [name, withoutNull(field)] as const);
  if (flat.length === 0 || !flat.every(([, field]) => isFlat(field))) return undefined;
  return { ...schema, properties: Object.fromEntries(flat) };
}

/** The multipart body with uploads, by media type; empty if the class accepts no forms or the logic declares no files. */
export function multipartSchema(
  { operation, controller }: OperationContext,
  body: Schema | undefined,
): Record<string, MediaType> {
  if (!controller.statics.forms) return {};
  const files = operation.logic?.toJSONSchema('files', { blank: false }) as Schema | undefined;
  if (files?.properties === undefined) return {};
  const uploads = Object.entries(files.properties as Record<string, Schema>).map(([name, field]) => [
    name,
    upload(field),
  ]);
  const form = body && formSchema(body);
  const required = [...((form?.required ?? []) as string[]), ...((files.required ?? []) as string[])];
  const schema: Schema = {
    type: 'object',
    properties: { ...(form?.properties as object | undefined), ...Object.fromEntries(uploads) },
    ...(required.length > 0 && { required }),
    ...(files.additionalProperties === false && { additionalProperties: false }),
  };
  return { 'multipart/form-data': { schema } };
}

/** The same schema without null. */
export function withoutNull(field: Schema): Schema {
  const { type, enum: values } = field;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return {
    ...field,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

// --- internal ---

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

function isFlat({ type, items, enum: values }: Schema): boolean {
  if (type === 'array') return items !== undefined && SCALARS.has((items as Schema).type);
  return SCALARS.has(type) || (Array.isArray(values) && values.every((value) => typeof value === 'string'));
}

function upload(field: Schema): Schema {
  const isImage = field['x-image'] === true;
  const file = { type: 'string', contentMediaType: isImage ? 'image/*' : 'application/octet-stream' };
  if (field.type !== 'array') return file;
  const { minItems, maxItems } = field;
  return {
    type: 'array',
    items: file,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}
