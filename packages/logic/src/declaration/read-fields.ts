import { LogicError, type Place } from '../errors.ts';
import { isPlainObject } from '../rules/arguments.ts';
import { toPointer } from '../to-pointer.ts';
import type { Field, ObjectFields } from './field.ts';
import type { FieldContext } from './field-context.ts';
import { readField } from './read-field.ts';

/**
 * Read and check the fields of a section or of an object.
 *
 * @param context - that of the section or object itself
 * @throws {LogicError} naming the place, the rule and the fix
 */
export function readFields(declared: unknown, context: FieldContext): ObjectFields {
  const { place } = context;
  if (!isPlainObject(declared))
    throw new LogicError('E_LOGIC_SHAPE', place, 'must be an object of fields and their rules');
  const fields = Object.entries(declared).map(([name, rules], position) =>
    readField(name, rules, {
      ...context,
      place: { ...place, field: [...place.field, name] },
      order: context.order ?? position,
      // A list that is spread or pushed to has room for sixteen more, in each field of a project.
      label: context.label.concat(name),
      path: context.path + toPointer([name]),
      unknown: context.inner,
    }),
  );
  if (context.lowerCase) refuseTwins(fields, place);
  return { fields, unknown: context.unknown };
}

// --- internal ---

function refuseTwins(fields: readonly Field[], place: Place): void {
  const sources = new Set<string>();
  for (const { name, source } of fields) {
    if (sources.has(source)) {
      throw new LogicError('E_LOGIC_FIELD', place, `"${name}" is declared twice: header names are case-insensitive`);
    }
    sources.add(source);
  }
}
