import type { MediaType, Schema } from '../types.ts';
import { givenNames, type OperationContext } from './context.ts';

/**
 * The schema of a body as a form: flat fields with strings for values.
 *
 * @returns `undefined` for bodies that a form cannot represent: nested objects, lists of non-scalars, references to
 *   other schemas
 */
export function formSchema(schema: Schema): Schema | undefined {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  // A form has no null.
  const flat = properties.map(([name, field]) => [name, withoutNull(field)] as const);
  if (flat.length === 0 || !flat.every(([, field]) => isFlat(field))) return undefined;
  return { ...schema, properties: Object.fromEntries(flat) };
}

/**
 * The multipart body with uploads, by media type; empty if the class accepts no forms or the logic declares no files.
 */
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

/** A schema without null. */
export function withoutNull(field: Schema): Schema {
  const { type, enum: values } = field;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return {
    ...field,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

/**
 * Restrict a body schema to what the columns accept, for actions of the base class: null only in nullable columns, and
 * required fields for columns without a default. The example of a reference that may be null is null: the record 1 may
 * not exist, or be the one that is written.
 */
export function fitColumns(schema: Schema, context: OperationContext): Schema {
  const { operation, record } = context;
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (properties === undefined || !operation.isInherited) return schema;
  const full = new Map(
    (record.columns ?? []).filter(({ nullable }) => !nullable).map((column) => [column.name, column]),
  );
  const fitted = Object.entries(properties).map(([name, field]) => {
    if (full.has(name)) return [name, withoutNull(field)];
    return [name, record.foreignKeys.has(name) && takesNull(field) ? { examples: [null], ...field } : field];
  });
  const given = givenNames(context);
  const needed = Object.entries(properties).filter(([name, { default: value }]) => {
    const column = operation.method === 'POST' ? full.get(name) : undefined;
    return column !== undefined && !column.hasDefault && value === undefined && !given.has(name);
  });
  const required = [...new Set([...((schema.required ?? []) as string[]), ...needed.map(([name]) => name)])];
  return { ...schema, properties: Object.fromEntries(fitted), ...(required.length > 0 && { required }) };
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

function takesNull({ type }: Schema): boolean {
  return [type].flat().includes('null');
}
