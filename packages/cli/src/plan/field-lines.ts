import { type Field, typeRow } from '../arguments/field-types.ts';
import { literal } from '../render.ts';

/**
 * Write the logic of a field as lines of an object literal, indented by two spaces.
 *
 * @param isAction - in the body of an action, which no record keeps
 * @returns one line, or one for each rule if the line would exceed 120 columns
 */
export function ruleLines(
  { name, type, required, key, hasDefault, createOnly = false, ...field }: Field,
  isAction = false,
): string[] {
  const rules = field.rules ?? typeRow(key === undefined || key.type === 'integer' ? type : key.type).rules;
  // A record stays with what it belongs to, unless the author takes this out.
  const fixed = createOnly || (type === 'references' && !isAction) ? ['createOnly: true'] : [];
  const all = required
    ? ['required: true', ...rules, ...fixed]
    : [...rules, ...(hasDefault ? [] : ['nullable: true']), ...fixed];
  const line = `  ${name}: ${all.length === 0 ? '{}' : `{ ${all.join(', ')} }`},`;
  return line.length <= 120 ? [line] : [`  ${name}: {`, ...all.map((rule) => `    ${rule},`), '  },'];
}

/**
 * Write the column of a field as a statement of a migration: `t.string('title').notNull();`.
 *
 * @param deletedAt - the column of soft delete: a unique value is unique only among the records that are not deleted
 */
export function columnLine(field: Field, deletedAt?: string): string {
  const { name, type, required, unique, index, table } = field;
  const args = [literal(name), ...(table === undefined ? [] : [literal(table)]), ...keyOptions(field)].join(', ');
  // References always have an index.
  const options = deletedAt === undefined ? '' : `{ whereNull: ${literal(deletedAt)} }`;
  const key = unique ? `.unique(${options})` : index && type !== 'references' ? '.index()' : '';
  return `t.${type}(${args})${required ? '.notNull()' : ''}${key};`;
}

/** Like {@link columnLine}, for a table that may have rows: a required column needs a value for them. */
export function addedColumnLine(field: Field): string {
  if (!field.required || allowsNull(field)) return columnLine({ ...field, required: false });
  return columnLine(field).replace('.notNull()', `.notNull().default(${typeRow(field.type).default})`);
}

/** Whether a required column, added to a table that may have rows, has to allow null: there is no value for them. */
export function allowsNull({ type, required, unique }: Field): boolean {
  return required && (unique || typeRow(type).default === undefined);
}

// --- internal ---

/** The options of a reference to another key than `t.id()`. */
function keyOptions({ key }: Field): string[] {
  const column = key !== undefined && key.column !== 'id' ? [`column: ${literal(key.column)}`] : [];
  const type = key !== undefined && key.type !== 'integer' ? [`type: ${literal(key.type)}`] : [];
  const options = [...column, ...type];
  return options.length === 0 ? [] : [`{ ${options.join(', ')} }`];
}
