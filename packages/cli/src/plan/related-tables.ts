import type { NamedRelation, TableRelations } from './related-types.ts';

/** The tables that relations lead to. */
export function relatedTables(relations: TableRelations): string[] {
  return [...new Set([...relations.values()].flat().flatMap(tablesOf))];
}

// --- internal ---

function tablesOf({ table, relations }: NamedRelation): string[] {
  return [table, ...relations.flatMap(tablesOf)];
}
