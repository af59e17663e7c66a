import { type Field, typeRow } from '../arguments/field-types.ts';
import { literal } from '../render.ts';

/**
 * Write the logic of a field as lines of an object literal, indented by two spaces.
 *
 * @returns one line, or one for each rule if the line would exceed 120 columns
 */
export function ruleLines({ name, type, required }: Field): string[] {
  const { rules } = typeRow(type);
  const all = required ? ['required: true', ...rules] : [...rules, 'nullable: true'];
  const line = `  ${name}: { ${all.join(', ')} },`;
  return line.length <= 120 ? [line] : [`  ${name}: {`, ...all.map((rule) => `    ${rule},`), '  },'];
}

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

/** Like {@link columnLine}, for a table that may have rows: a required column needs a value for them. */
export function addedColumnLine(field: Field, table: string | undefined = field.table): string {
  if (!field.required || allowsNull(field)) return columnLine({ ...field, required: false }, table);
  return columnLine(field, table).replace('.notNull()', `.notNull().default(${typeRow(field.type).default})`);
}

/** Whether a required column, added to a table that may have rows, has to allow null: there is no value for them. */
export function allowsNull({ type, required, unique }: Field): boolean {
  return required && (unique || typeRow(type).default === undefined);
}
