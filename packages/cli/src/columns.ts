import type { Field } from './field.ts';
import { literal } from './render.ts';

/** Write the column of a field, and its index, as statements of a migration: `t.string('title').notNull();`. */
export function columnLines(field: Field): string[] {
  const name = literal(field.name);
  const argument = field.table === undefined ? name : `${name}, ${literal(field.table)}`;
  const lines = [`t.${field.type}(${argument})${field.required ? '.notNull()' : ''};`];
  if (field.unique) lines.push(`t.unique([${name}]);`);
  else if (field.index) lines.push(`t.index([${name}]);`);
  return lines;
}
