import type { ForeignKey } from '../../core/types.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { ask, INDEXES, type IndexFacts, placeOf } from './table-place.ts';

/** A check, or a column of a foreign key. */
export interface ConstraintFacts {
  clause: string | null;
  /** The name of the check or foreign key. */
  name: string;
  field: string;
  other: string;
  other_key: string;
  /** `no action`, `cascade`; null where it is hidden. */
  action: string | null;
}

/** Only the column that refers to a primary key of one column represents a key of several columns. What several keys of one column do is the strongest. */
export async function readForeignKeys(query: SqlQuery, facts: readonly ConstraintFacts[]): Promise<ForeignKey[]> {
  const found = new Map<string, ForeignKey>();
  const columns = facts.filter(({ clause }) => clause === null);
  for (const { name, field, other, other_key, action } of columns) {
    const isPart = columns.some((one) => one.name === name && one.field !== field);
    if (isPart && !(await isPrimaryKey(query, other, other_key))) continue;
    const id = JSON.stringify([field, other, other_key]);
    const actions = [action, found.get(id)?.onDelete];
    const onDelete = ACTIONS.find((one) => actions.includes(one));
    found.set(id, { column: field, table: other, key: other_key, ...(onDelete && { onDelete }) });
  }
  return [...found.values()];
}

// --- internal ---

/** The strongest first. */
const ACTIONS = ['cascade', 'set default', 'set null'] as const;

async function isPrimaryKey(query: SqlQuery, table: string, column: string): Promise<boolean> {
  const places = [placeOf(table), ...(table.includes('.') ? [placeOf(table, table.slice(0, table.indexOf('.')))] : [])];
  const facts = await Promise.all(places.map((place) => ask<IndexFacts>(query, INDEXES, place, 1)));
  const parts = facts.flat().filter(({ name }) => name === 'PRIMARY');
  return parts.length === 1 && parts[0]?.field === column;
}
