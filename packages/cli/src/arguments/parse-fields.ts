import { nearest } from '@rest-gen/logic/common';
import { CliError } from '../errors.ts';
import { quote } from '../text.ts';
import { ArgumentFault, parseFieldArguments } from './field-arguments.ts';
import {
  FIELD_TYPES,
  type Field,
  type FieldArguments,
  type FieldType,
  isFieldType,
  MODIFIERS,
  referenceStem,
  typeRow,
} from './field-types.ts';
import { isPrototypeName } from './reserved.ts';
import { suggestType } from './suggest-type.ts';

/** Longest field name, in characters: what the databases in use agree on. */
export const MAX_FIELD_NAME = 63;

/**
 * Parse the fields of a resource.
 *
 * @param texts - `name:type` for each field, `!` after the type for required, then `:unique` or `:index`; before them,
 *   a table after `references`. A type can have values, a range or digits in parentheses
 * @example parseFields(['title:string(1..120)!', 'status:enum(draft,live)', 'postId:references!:index'])
 * @throws {CliError} `E_FIELD`, naming the field
 */
export function parseFields(texts: readonly string[]): Field[] {
  const seen = new Map<string, string>();
  return texts.map((text) => {
    const field = parseField(text);
    // Columns are case-insensitive in SQL.
    const earlier = seen.get(field.name.toLowerCase());
    if (earlier !== undefined) throw refuse(text, `repeats the field ${earlier}`, 'Name each field once.');
    seen.set(field.name.toLowerCase(), field.name);
    return field;
  });
}

// --- internal ---

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** `string(1..120)!` */
const TYPE = /^([^!?()]*)(?:\(([^()]*)\))?([!?]?)$/;
const SHAPE = 'Write name:type, such as title:string, or title:string! if it is required.';
/** Columns that every table has. */
const TAKEN: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at']);

function parseField(text: string): Field {
  const [name = '', typeText, ...rest] = text.split(':');
  checkFieldName(text, name);
  if (typeText === undefined || typeText === '') throw refuse(text, 'has no type', SHAPE);
  const [, type = '', given, mark] = TYPE.exec(typeText) ?? [];
  if (!isFieldType(type)) throw unknownType(text, typeText);
  const table = type === 'references' && !MODIFIERS.includes(rest[0] ?? '') ? rest[0] : undefined;
  const modifiers = table === undefined ? rest : rest.slice(1);
  if (table !== undefined && !NAME.test(table)) throw refuse(text, 'refers to a table whose name is not valid', SHAPE);
  for (const modifier of modifiers) checkModifier(text, modifier);
  if (type === 'json' && modifiers.length > 0) throw refuse(text, 'needs an index on JSON', 'Remove the modifier.');
  return {
    name,
    type,
    ...argumentsOf(text, type, given, mark),
    required: mark === '!',
    unique: modifiers.includes('unique'),
    index: modifiers.includes('index'),
    ...(type === 'references' && {
      table: table ?? referencedTable(text, name),
      ...(table !== undefined && { hasTable: true }),
    }),
  };
}

function argumentsOf(text: string, type: FieldType, given: string | undefined, mark = ''): FieldArguments {
  try {
    return parseFieldArguments(type, given);
  } catch (error) {
    if (!(error instanceof ArgumentFault)) throw error;
    const { example } = typeRow(type);
    const hint = error.meant === undefined ? '' : `Did you mean ${error.meant}${mark}? `;
    throw refuse(
      text,
      error.message,
      `${hint}${example === undefined ? 'Remove the parentheses.' : `Write it as in ${example}.`}`,
    );
  }
}

function unknownType(text: string, typeText: string): CliError {
  const meant = suggestType(typeText);
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
  const isOpen = typeText.includes('(') && !typeText.includes(')');
  const fault = isOpen ? 'has a parenthesis that is not closed' : `has the unknown type ${quote(typeText)}`;
  return refuse(text, fault, `${hint}The types are ${FIELD_TYPES.join(', ')}.`);
}

function checkFieldName(text: string, name: string): void {
  if (name === '') throw refuse(text, 'has no name', SHAPE);
  if (isPrototypeName(name)) throw refuse(text, 'has the name of a property of every object', 'Choose another word.');
  const rule = 'Use letters, digits and "_", beginning with a letter or "_".';
  if (!NAME.test(name)) throw refuse(text, 'has a name that is not valid for a column', rule);
  if (name.length > MAX_FIELD_NAME)
    throw refuse(text, `has a name of ${name.length} characters`, `Use at most ${MAX_FIELD_NAME}.`);
  if (TAKEN.has(name.toLowerCase())) throw refuse(text, 'has the name of a column that every table has', 'Remove it.');
}

function checkModifier(text: string, modifier: string): void {
  if (MODIFIERS.includes(modifier)) return;
  const meant = nearest(modifier, MODIFIERS);
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
  const fix = `${hint}The modifiers are ${MODIFIERS.join(' and ')}. A "!" follows the type: title:string!.`;
  throw refuse(text, `has an unknown modifier ${quote(modifier)}`, fix);
}

/** `postId` → `post`, `blog_post_id` → `blog_post`, `blogPostId` → `blog_post`, `author` → `author`. */
function referencedTable(text: string, name: string): string {
  const stem = referenceStem(name);
  if (stem === '' || stem === '_')
    throw refuse(text, 'does not name a table', 'Name it after the table, such as postId.');
  return stem.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function refuse(text: string, fault: string, fix: string): CliError {
  return new CliError('E_FIELD', `The field ${quote(text)} ${fault}.`, fix);
}
