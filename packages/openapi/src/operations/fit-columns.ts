import type { Column } from '@rest-gen/router';
import { createValidator } from '../examples/create-validator.ts';
import type { Schema } from '../types.ts';
import { givenNames, type OperationContext } from './context.ts';

/** A schema without null. */
export function withoutNull(field: Schema): Schema {
  const { examples, ...rest } = field;
  const { type, enum: values, anyOf } = rest;
  const shown = Array.isArray(examples) ? examples.filter((value) => value !== null) : [];
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return {
    ...rest,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.filter((one) => (one as Schema).type !== 'null') }),
    ...(shown.length > 0 && { examples: shown }),
  };
}

/** A schema that takes null, too. */
export function withNull(field: Schema): Schema {
  const { type, enum: values, anyOf } = field;
  if (takesNull(field)) return field;
  return {
    ...field,
    ...(type !== undefined && { type: [...[type].flat(), 'null'] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
    ...(Array.isArray(anyOf) && { anyOf: [...anyOf, { type: 'null' }] }),
  };
}

/**
 * Fit a body schema to what the columns accept, for actions of the base class: null only in nullable columns, and
 * wherever the logic takes it there; the format of dates and times; required fields for columns without a default. The
 * example of a reference that may be null is null: the record 1 may not exist, or be the one that is written.
 *
 * @param exact - the schema with the blank values that the logic takes
 */
export function fitColumns(schema: Schema, exact: Schema | undefined, context: OperationContext): Schema {
  const { operation, record, controller } = context;
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (properties === undefined || !operation.isInherited) return schema;
  const columns = new Map((record.columns ?? []).map((column) => [column.name, column]));
  const exactly = (exact?.properties ?? {}) as Record<string, Schema>;
  const fitted = Object.entries(properties).map(([name, field]) => {
    const column = columns.get(name);
    const timed = column ? withTime(field, column) : field;
    if (column?.nullable === false) return [name, withoutNull(timed)];
    const isBlank = column !== undefined && validate(exactly[name] ?? NOTHING, null);
    const whole = isBlank ? withNull(timed) : timed;
    return [name, record.foreignKeys.has(name) && takesNull(whole) ? { examples: [null], ...whole } : whole];
  });
  const given = givenNames(context);
  // What a hook of the class sets is not known.
  const isKnown = operation.method === 'POST' && !controller.addsValues;
  const needed = Object.entries(properties).filter(([name, { default: value }]) => {
    const column = isKnown ? columns.get(name) : undefined;
    return column?.nullable === false && !column.hasDefault && value === undefined && !given.has(name);
  });
  const required = [...new Set([...((schema.required ?? []) as string[]), ...needed.map(([name]) => name)])];
  return { ...schema, properties: Object.fromEntries(fitted), ...(required.length > 0 && { required }) };
}

// --- internal ---

const validate = createValidator({});
const NOTHING: Schema = { not: {} };

const FORMATS: Readonly<Partial<Record<Column['type'], string>>> = { date: 'date', datetime: 'date-time' };

/** A text for a column of dates or times is one, whatever the logic says of it. */
function withTime(field: Schema, { type }: Column): Schema {
  const format = FORMATS[type];
  if (format === undefined || field.enum !== undefined || field.format !== undefined) return field;
  const { anyOf, ...rest } = field;
  if (field['x-date'] !== undefined) return { type: takesNull(field) ? ['string', 'null'] : 'string', ...rest, format };
  return [field.type].flat().includes('string') ? { ...field, format } : field;
}

function takesNull({ type, anyOf }: Schema): boolean {
  return [type].flat().includes('null') || (Array.isArray(anyOf) && anyOf.some((one) => takesNull(one as Schema)));
}
