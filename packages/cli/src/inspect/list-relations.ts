import type { ControllerDescription, RelationDescription } from '@rest-gen/router';
import { tableOf } from '../arguments/read-name.ts';
import type { NamedRelation } from '../plan/related-types.ts';

/** List the relations of controllers by table. Of several controllers for one table, `post` and `v1/post`, the shortest name is first. */
export function listRelations(
  controllers: Iterable<Pick<ControllerDescription, 'name' | 'relations'>>,
): [table: string, relations: NamedRelation[]][] {
  const tables = new Map<string, Map<string, NamedRelation>>();
  for (const { name, relations } of [...controllers].sort((one, other) => one.name.length - other.name.length)) {
    if (relations.length === 0) continue;
    const table = tableOf(name);
    const known = tables.get(table) ?? new Map<string, NamedRelation>();
    tables.set(table, known);
    for (const relation of relations) if (!known.has(relation.name)) known.set(relation.name, nameColumns(relation));
  }
  return Array.from(tables, ([table, relations]) => [table, [...relations.values()]]);
}

// --- internal ---

function nameColumns({ name, kind, table, columns, relations }: RelationDescription): NamedRelation {
  return { name, kind, table, columns: columns.map((column) => column.name), relations: relations.map(nameColumns) };
}
