import type { Column, RelationDescription } from '@rest-gen/router';
import { pascalCase } from '../names.ts';
import type { RecordShape } from '../records/read-records.ts';
import { shownSchema } from '../schemas/column-schemas.ts';
import type { Registry } from '../schemas/registry.ts';
import type { Schema } from '../types.ts';
import { resultMembers } from './aggregate-parameters.ts';
import type { OperationContext } from './context.ts';

/**
 * The schema of a record in responses: `static shown` of the class, or its columns; any value, with a note, if both are
 * unknown.
 *
 * @param extent - `part`: in a list, where `fields` chooses, or which has groups; every field may be missing
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
        : registry.addSchema(`${schemaName}Fields`, withResults(partOf(whole), context))),
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
  if (extent === 'part') return { ...registry.addSchema(`${schemaName}Fields`, withResults(part, context)) };
  const whole = { ...part, required: record.columns.map(({ name }) => name), additionalProperties: false };
  return { ...registry.addSchema(schemaName, whole) };
}

/** The schemas of columns in responses. @param masked - columns that some users do not see */
export function columnProperties(
  { keywords }: RecordShape,
  columns: readonly Column[],
  masked: readonly string[] = [],
): Record<string, Schema> {
  const schemaOf = (column: Column) => ({
    ...shownSchema(masked.includes(column.name) ? { ...column, nullable: true } : column),
    ...keywords.get(column.name),
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

/** A list answers with groups, too: some of the columns, and results. Optional members break no client that asks for records. */
function withResults(part: Schema, context: OperationContext): Schema {
  const results = resultMembers(context);
  const { properties } = part as { properties?: Record<string, Schema> };
  if (properties === undefined || Object.keys(results).length === 0) return part;
  const added = Object.entries(results).map(([name, schema]) => {
    const own = properties[name];
    return [name, own === undefined ? schema : { anyOf: [own, schema] }] as const;
  });
  return { ...part, properties: { ...properties, ...Object.fromEntries(added) } };
}

function partOf({ required: _, ...rest }: Schema): Schema {
  return rest;
}

/**
 * The members that `include` adds to a record: a record or null, a list and the URL of its rest, a number.
 *
 * @param schemaName - of the record, `Post`; that of an included record follows from it: `PostAuthor`
 */
function relatedMembers(
  relations: readonly RelationDescription[],
  schemaName: string,
  registry: Registry,
): Record<string, Schema> {
  return Object.fromEntries(relations.flatMap((relation) => membersOf(relation, schemaName, registry)));
}

function membersOf(
  { name, kind, columns, linked = [], max, relations }: RelationDescription,
  parent: string,
  registry: Registry,
): [name: string, schema: Schema][] {
  if (kind === 'count') return [[name, { type: 'integer', minimum: 0, readOnly: true }]];
  const schemaName = `${parent}${pascalCase(name)}`;
  const properties = Object.fromEntries([...columns, ...linked].map((column) => [column.name, shownSchema(column)]));
  const record = registry.addSchema(schemaName, {
    type: 'object',
    properties: { ...properties, ...relatedMembers(relations, schemaName, registry) },
    required: Object.keys(properties),
    additionalProperties: false,
  });
  if (kind === 'one') return [[name, { anyOf: [record, { type: 'null' }], readOnly: true }]];
  const next: Schema = {
    description: `The URL of the rest, where \`${name}\` has more than ${max} records; null without a path to it.`,
    type: ['string', 'null'],
    format: 'uri-reference',
    readOnly: true,
  };
  return [
    [name, { type: 'array', items: record, maxItems: max, readOnly: true }],
    [`${name}_next`, next],
  ];
}
