import { USUAL_LENGTH } from '../arguments/field-arguments.ts';
import { type Field, typeRow } from '../arguments/field-types.ts';
import { literal } from '../render.ts';
import { defaultOf } from './field-samples.ts';

/**
 * Write the logic of a field as lines of an object literal, indented by two spaces.
 *
 * @param isAction - in the body of an action, which no record keeps
 * @returns one line, or one for each rule if the line would exceed 120 columns
 */
export function ruleLines(field: Field, isAction = false): string[] {
  const { name, type, required, hasDefault, createOnly = false } = field;
  const rules = field.rules ?? rulesOf(field);
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
  const reference = [...(table === undefined ? [] : [literal(table)]), ...keyOptions(field)];
  const args = [literal(name), ...reference, ...columnArguments(field)].join(', ');
  // References always have an index.
  const options = deletedAt === undefined ? '' : `{ whereNull: ${literal(deletedAt)} }`;
  const key = unique ? `.unique(${options})` : index && type !== 'references' ? '.index()' : '';
  return `t.${type}(${args})${required ? '.notNull()' : ''}${key};`;
}

/** Like {@link columnLine}, for a table that may have rows: a required column needs a value for them. */
export function addedColumnLine(field: Field): string {
  if (!field.required || allowsNull(field)) return columnLine({ ...field, required: false });
  return columnLine(field).replace('.notNull()', `.notNull().default(${defaultOf(field)})`);
}

/** Whether a required column, added to a table that may have rows, has to allow null: there is no value for them. */
export function allowsNull(field: Field): boolean {
  return field.required && (field.unique || defaultOf(field) === undefined);
}

// --- internal ---

function rulesOf({ type, key, range, values }: Field): readonly string[] {
  const { rules, takes } = typeRow(key === undefined || key.type === 'integer' ? type : key.type);
  if (values !== undefined) return [`in: [${values.map(literal).join(', ')}]`];
  if (range === undefined) return rules;
  const bounds = (['min', 'max'] as const).flatMap((bound) => {
    const number = range[bound];
    return number === undefined ? [] : [`${bound}: ${numberOf(number)}`];
  });
  const [first = ''] = rules;
  const shown = `{ ${bounds.join(', ')} }`;
  return takes === 'length' ? [first, `length: ${shown}`] : [first.replace('true', shown)];
}

/** A bound as a number, or as text where JavaScript would round it. */
function numberOf(text: string): string {
  return String(Number(text)) === text ? text : literal(text);
}

/** The length, digits or values of a column. */
function columnArguments({ type, range, digits, values }: Field): string[] {
  if (values !== undefined) return [`[${values.map(literal).join(', ')}]`];
  if (digits !== undefined) return [String(digits.precision), String(digits.scale)];
  const length = type === 'string' ? Number(range?.max ?? USUAL_LENGTH) : USUAL_LENGTH;
  return length === USUAL_LENGTH ? [] : [String(length)];
}

/** The options of a reference to another key than `t.id()`. */
function keyOptions({ key }: Field): string[] {
  const column = key !== undefined && key.column !== 'id' ? [`column: ${literal(key.column)}`] : [];
  const type = key !== undefined && key.type !== 'integer' ? [`type: ${literal(key.type)}`] : [];
  const options = [...column, ...type];
  return options.length === 0 ? [] : [`{ ${options.join(', ')} }`];
}
