import type { ForeignKey, KeyColumns } from '../../core/types.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { ask, INDEXES, type IndexFacts, placesOf } from './table-place.ts';

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

/** Only the column that refers to a primary key of one column represents a key of several columns that has one. What several keys of one column do is the strongest. */
export async function readForeignKeys(query: SqlQuery, facts: readonly ConstraintFacts[]): Promise<ForeignKey[]> {
  const found = new Map<string, ForeignKey>();
  const columns = facts.filter(({ clause }) => clause === null);
  const add = (column: KeyColumns, table: string, key: KeyColumns, action: string | null): void => {
    const id = JSON.stringify([column, table, key]);
    const actions = [action, found.get(id)?.onDelete];
    const onDelete = ACTIONS.find((one) => actions.includes(one));
    found.set(id, { column, table, key, ...(onDelete && { onDelete }) });
  };
  for (const name of new Set(columns.map((one) => one.name))) {
    const parts = columns.filter((one) => one.name === name);
    const { other, action } = parts[0] as ConstraintFacts;
    const keys: ConstraintFacts[] = [];
    for (const one of parts)
      if (parts.length === 1 || (await isPrimaryKey(query, other, one.other_key))) keys.push(one);
    for (const { field, other_key } of keys) add(field, other, other_key, action);
    if (keys.length === 0)
      add(
        parts.map((one) => one.field),
        other,
        parts.map((one) => one.other_key),
        action,
      );
  }
  return [...found.values()];
}

// --- internal ---

/** The strongest first. */
const ACTIONS = ['cascade', 'set default', 'set null'] as const;

async function isPrimaryKey(query: SqlQuery, table: string, column: string): Promise<boolean> {
  const facts = await Promise.all(
    placesOf(table).flatMap((place) => (place ? ask<IndexFacts>(query, INDEXES, place) : [])),
  );
  const parts = facts.flat().filter(({ index }) => index === 'PRIMARY');
  return parts.length === 1 && parts[0]?.field === column;
}
