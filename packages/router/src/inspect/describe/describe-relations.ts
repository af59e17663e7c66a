import type { RelationDescription } from '../../contracts/description.ts';
import type { Relations } from '../../model/relations.ts';

/** Describe the relations of a controller, and those that can be reached through them. */
export function describeRelations(relations: Relations): RelationDescription[] {
  return Array.from(relations, ([name, { kind, target, fields, max, relations: inner }]) => ({
    name,
    kind,
    table: target.name,
    columns: kind === 'count' ? [] : fields.flatMap((field) => target.columns.get(field) ?? []),
    max,
    relations: describeRelations(inner),
  }));
}
