import { COUNT, type Column, type Description, type Relations } from '@rest-gen/model/core';
import type { ListNames } from './types.ts';

/** A field that clients may name in filters and orders. */
export interface ListField {
  readonly column: Column;
  /** It is a field of a list of records: it has many values, and no order. */
  readonly isMany: boolean;
  /** The table of a related field. */
  readonly table: Description | undefined;
}

/**
 * Find a field by its name: a column, `author.name`, or the number of a relation that counts. Of related records only the fields that are shown are found.
 */
export function findListField(name: string, { columns }: Description, relations: Relations): ListField | undefined {
  const own = columns.get(name);
  if (own !== undefined) return { column: own, isMany: false, table: undefined };
  let isMany = false;
  let rest = name;
  let reached = relations;
  // It ends with the declared relations, however long the name is.
  while (reached.size > 0) {
    if (reached.get(rest)?.kind === 'count')
      return { column: { ...COUNT, name, nullable: rest !== name }, isMany, table: undefined };
    const dot = rest.indexOf('.');
    const relation = reached.get(rest.slice(0, Math.max(dot, 0)));
    if (relation === undefined || relation.kind === 'count') return undefined;
    isMany ||= relation.kind === 'many';
    rest = rest.slice(dot + 1);
    const { target, fields } = relation;
    const column = fields.includes(rest) ? target.columns.get(rest) : undefined;
    if (column !== undefined) return { column: { ...column, name, nullable: true }, isMany, table: target };
    reached = relation.relations;
  }
  return undefined;
}

/**
 * Whether clients may filter or sort by a field: what the class lists counts, else for a related field what its own class lists. A primary key is always
 * allowed: it is part of a path, and the last key of every order.
 */
export function isAllowed(
  use: 'filterable' | 'sortable',
  name: string,
  { table }: ListField,
  { description, plan }: Pick<ListNames, 'description' | 'plan'>,
): boolean {
  const listed = plan[use];
  if (listed !== undefined) return listed.has(name) || description.primaryKey.includes(name);
  const inner = table && plan.classes?.get(table.name)?.statics[use];
  const last = name.slice(name.lastIndexOf('.') + 1);
  return inner === undefined || inner.has(last) || table?.primaryKey.includes(last) === true;
}
