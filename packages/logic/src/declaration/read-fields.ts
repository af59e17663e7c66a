import { LogicError } from '../errors.ts';
import { isPlainObject } from '../rules/arguments.ts';
import { toPointer } from '../to-pointer.ts';
import type { Field, ObjectFields } from './field.ts';
import type { FieldContext } from './field-context.ts';
import { readField } from './read-field.ts';

/**
 * Read and check the fields of a section or of an object.
 *
 * @param context - that of the section or object itself
 * @throws {LogicError} naming the place, the rule and the way out
 */
export function readFields(declared: unknown, context: FieldContext): ObjectFields {
  const { place } = context;
  if (!isPlainObject(declared))
    throw new LogicError('E_LOGIC_SHAPE', place, 'must be an object of fields and their rules');
  const fields: Field[] = [];
  const sources = new Set<string>();
  for (const [position, [name, rules]] of Object.entries(declared).entries()) {
    const field = readField(name, rules, {
      ...context,
      place: { ...place, field: [...place.field, name] },
      order: context.order ?? position,
      label: [...context.label, name],
      path: context.path + toPointer([name]),
      unknown: context.inner,
    });
    if (sources.has(field.source)) {
      throw new LogicError('E_LOGIC_FIELD', place, `"${name}" is declared twice: names of headers ignore case`);
    }
    sources.add(field.source);
    fields.push(field);
  }
  return { fields, sources, unknown: context.unknown };
}
