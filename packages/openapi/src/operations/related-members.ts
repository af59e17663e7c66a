import type { RelationDescription } from '@rest-gen/router';
import { pascalCase } from '../names.ts';
import { shownSchema } from '../schemas/column-schemas.ts';
import type { Registry } from '../schemas/registry.ts';
import type { Schema } from '../types.ts';

/**
 * The members that `include` adds to a record: a record or null, a list and the URL of its rest, a number.
 *
 * @param schemaName - of the record, `Post`; that of an included record follows from it: `PostAuthor`
 */
export function relatedMembers(
  relations: readonly RelationDescription[],
  schemaName: string,
  registry: Registry,
): Record<string, Schema> {
  return Object.fromEntries(relations.flatMap((relation) => membersOf(relation, schemaName, registry)));
}

// --- internal ---

function membersOf(
  { name, kind, columns, max, relations }: RelationDescription,
  parent: string,
  registry: Registry,
): [name: string, schema: Schema][] {
  if (kind === 'count') return [[name, { type: 'integer', minimum: 0, readOnly: true }]];
  const schemaName = `${parent}${pascalCase(name)}`;
  const properties = Object.fromEntries(columns.map((column) => [column.name, shownSchema(column)]));
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
