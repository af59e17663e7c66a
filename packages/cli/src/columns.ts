import type { Field } from './field.ts';
import { literal } from './render.ts';

/** Write the column of a field as a statement of a migration: `t.string('title').notNull();`. */
export function columnLine({ name, type, table, required, unique, index }: Field): string {
  const args = table === undefined ? literal(name) : `${literal(name)}, ${literal(table)}`;
  // References have an index by themselves.
  const key = unique ? '.unique()' : index && type !== 'references' ? '.index()' : '';
  return `t.${type}(${args})${required ? '.notNull()' : ''}${key};`;
}
