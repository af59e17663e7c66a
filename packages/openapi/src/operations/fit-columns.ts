import type { Schema } from '../types.ts';
import { givenNames, type OperationContext } from './context.ts';
import { withoutNull } from './form-body.ts';

/**
 * Restrict a body schema to what the columns accept, for actions of the base class: null only in nullable columns, and required fields for
 * columns without a default. The example of a reference that may be null is null: the record 1 may not exist, or be the one that is written.
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

function takesNull({ type }: Schema): boolean {
  return [type].flat().includes('null');
}
