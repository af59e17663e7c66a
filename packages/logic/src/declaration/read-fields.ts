import { LogicError, type Place } from '../errors.ts';
import { isPlainObject } from '../rules/arguments.ts';
import type { Field, ObjectFields } from './field.ts';
import { readField } from './read-field.ts';

/** Where a set of fields stands while it is read. */
export interface FieldsContext {
  readonly place: Place;
  /** Position at the top of the section of the field that contains these; undefined at the top. */
  readonly order?: number;
  /** Dotted path of names, for labels. */
  readonly label?: string;
  readonly unknown: ObjectFields['unknown'];
  /** The fields belong to one that is `secret`. */
  readonly secret?: boolean;
  /** Names are matched in lower case (headers). */
  readonly lowerCase?: boolean;
}

/**
 * Read and check the fields of a section or of an object.
 *
 * @throws {LogicError} naming the place, the rule and the way out
 */
export function readFields(declared: unknown, context: FieldsContext): ObjectFields {
  const { place } = context;
  if (!isPlainObject(declared))
    throw new LogicError('E_LOGIC_SHAPE', place, 'must be an object of fields and their rules');
  const names = Object.keys(declared);
  const fields: Field[] = [];
  const sources = new Set<string>();
  for (const [position, name] of names.entries()) {
    const field = readField(name, declared[name], {
      place: { ...place, field: [...(place.field ?? []), name] },
      order: context.order ?? position,
      label: context.label === undefined ? name : `${context.label}.${name}`,
      siblings: names,
      lowerCase: context.lowerCase ?? false,
      secret: context.secret ?? false,
    });
    if (sources.has(field.source)) {
      throw new LogicError('E_LOGIC_FIELD', place, `"${name}" is declared twice: names of headers ignore case`);
    }
    sources.add(field.source);
    fields.push(field);
  }
  const conditional = fields.some((field) => field.conditions.length > 0);
  return { fields, sources, conditional, unknown: context.unknown };
}
