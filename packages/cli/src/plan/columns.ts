import type { Field, FieldType } from '../arguments/field-types.ts';
import { literal } from '../render.ts';

/**
 * Write the column of a field as a statement of a migration: `t.string('title').notNull();`.
 *
 * @param table - the table of a `references` field; by default according to its name
 */
export function columnLine(field: Field, table: string | undefined = field.table): string {
  const { name, type, required, unique, index } = field;
  const args = table === undefined ? literal(name) : `${literal(name)}, ${literal(table)}`;
  // References always have an index.
  const key = unique ? '.unique()' : index && type !== 'references' ? '.index()' : '';
  return `t.${type}(${args})${required ? '.notNull()' : ''}${key};`;
}

/**
 * Like {@link columnLine}, for a table that may have rows: a required column needs a value for them.
 *
 * @returns also whether the column had to allow null
 */
export function addedColumn(field: Field, table: string | undefined = field.table): { line: string; isLoose: boolean } {
  if (!field.required) return { line: columnLine(field, table), isLoose: false };
  const value = DEFAULTS.get(field.type);
  if (value === undefined || field.unique)
    return { line: columnLine({ ...field, required: false }, table), isLoose: true };
  return { line: columnLine(field, table).replace('.notNull()', `.notNull().default(${value})`), isLoose: false };
}

// --- internal ---

const DEFAULTS: ReadonlyMap<FieldType, string> = new Map([
  ['string', "''"],
  ['text', "''"],
  ['integer', '0'],
  ['bigint', '0'],
  ['decimal', "'0'"],
  ['double', '0'],
  ['boolean', 'false'],
  ['json', '{}'],
]);
