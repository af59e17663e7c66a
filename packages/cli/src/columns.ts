import type { Field } from './field.ts';
import { literal } from './render.ts';

/**
 * Write the column of a field as a statement of a migration: `t.string('title').notNull();`.
 *
 * @param table - the table that a `references` field points to; by default the one that its name tells
 */
export function columnLine(field: Field, table: string | undefined = field.table): string {
  const { name, type, required, unique, index } = field;
  const args = table === undefined ? literal(name) : `${literal(name)}, ${literal(table)}`;
  // References have an index by themselves.
  const key = unique ? '.unique()' : index && type !== 'references' ? '.index()' : '';
  return `t.${type}(${args})${required ? '.notNull()' : ''}${key};`;
}
