import { COUNT } from '../model/find-column.ts';
import type { Relations } from '../model/relations.ts';
import type { Column, Description } from '../model/types.ts';

/** A field that clients may name in filters and orders. */
export interface ListField {
  readonly column: Column;
  /** It is a field of a list of records: it has many values, and no order. */
  readonly isMany: boolean;
}

/**
 * Find a field by its name: a column, `author.name`, or the number of a relation that counts. Of related records only the fields that are shown are found.
 */
export function findListField(name: string, { columns }: Description, relations: Relations): ListField | undefined {
  const own = columns.get(name);
  if (own !== undefined) return { column: own, isMany: false };
  let isMany = false;
  let rest = name;
  let reached = relations;
  // It ends with the declared relations, however long the name is.
  while (reached.size > 0) {
    if (reached.get(rest)?.kind === 'count') return { column: { ...COUNT, name, nullable: rest !== name }, isMany };
    const dot = rest.indexOf('.');
    const relation = reached.get(rest.slice(0, Math.max(dot, 0)));
    if (relation === undefined || relation.kind === 'count') return undefined;
    isMany ||= relation.kind === 'many';
    rest = rest.slice(dot + 1);
    const column = relation.fields.includes(rest) ? relation.target.columns.get(rest) : undefined;
    if (column !== undefined) return { column: { ...column, name, nullable: true }, isMany };
    reached = relation.relations;
  }
  return undefined;
}
