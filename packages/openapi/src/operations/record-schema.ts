import type { Column } from '@rest-gen/router';
import type { RecordShape } from '../records/read-records.ts';
import { shownSchema } from '../schemas/column-schemas.ts';
import type { Schema } from '../types.ts';
import type { OperationContext } from './context.ts';
import { relatedMembers } from './related-members.ts';

/**
 * The schema of a record in responses: `static shown` of the class, or its columns; any value, with a note, if both are unknown.
 *
 * @param extent - `part`: in a list, where `fields` chooses; every field may be missing
 */
export function recordSchema(context: OperationContext, extent: 'whole' | 'part'): Schema {
  const { registry, schemaName, controller, record } = context;
  const { shown } = controller.statics;
  const related = relatedMembers(controller.relations, schemaName, registry);
  if (shown !== undefined) {
    const whole = withMembers(shown, related);
    return {
      ...(extent === 'whole'
        ? registry.addSchema(schemaName, whole)
        : registry.addSchema(`${schemaName}Fields`, partOf(whole))),
    };
  }
  const note = controller.overridesShow
    ? 'The controller overrides `show`: what it gives is not known. `static shown` describes it.'
    : record.unknown;
  if (record.columns === undefined || note !== undefined)
    return { ...registry.addSchema(schemaName, { 'x-note': note }) };
  const part: Schema = {
    type: 'object',
    properties: { ...columnProperties(record, record.columns, controller.policy?.masked), ...related },
  };
  if (extent === 'part') return { ...registry.addSchema(`${schemaName}Fields`, part) };
  const whole = { ...part, required: record.columns.map(({ name }) => name), additionalProperties: false };
  return { ...registry.addSchema(schemaName, whole) };
}

/** What responses show of columns. @param masked - those that some users do not see */
export function columnProperties(
  { keywords }: RecordShape,
  columns: readonly Column[],
  masked: readonly string[] = [],
): Record<string, Schema> {
  const schemaOf = ({ name, type, nullable }: Column) => ({
    ...shownSchema({ type, nullable: nullable || masked.includes(name) }),
    ...keywords.get(name),
  });
  return Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)]));
}

// --- internal ---

/** The router adds what is included to what the class shows. */
function withMembers(shown: Schema, related: Record<string, Schema>): Schema {
  const { properties } = shown as { properties?: object };
  if (properties === undefined || Object.keys(related).length === 0) return { ...shown };
  return { ...shown, properties: { ...properties, ...related } };
}

function partOf({ required: _, ...rest }: Schema): Schema {
  return rest;
}
