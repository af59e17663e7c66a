import type { Field, ObjectFields } from '../declaration/field.ts';
import { isObject } from '../rules/arguments.ts';
import { isPresent } from '../rules/conditions.ts';
import { coerceText } from './coerce.ts';

/** Something that is wrong before any rule looks at the value. */
export interface Finding {
  /** Keys and positions from the section down. */
  readonly path: readonly (string | number)[];
  /** `unknown`, `repeated`, `required` or one of its conditions. */
  readonly rule: string;
  readonly argument: unknown;
  /** Undefined for a key that is not declared. */
  readonly field: Field | undefined;
  /** The fields among which a key is unknown. */
  readonly object?: ObjectFields;
}

/** The state of one run over a section. */
export interface Preparation {
  /** The source is text: coerce it. */
  readonly text: boolean;
  /** A list is taken only where an `array` is declared: a query parameter that is given twice is an error of shape. */
  readonly once: boolean;
  /** Leave unknown keys out, whatever the section says. */
  readonly open: boolean;
  /** Where the walk is. */
  readonly path: (string | number)[];
  readonly findings: Finding[];
}

/** Collecting ends here, so that a list of rubbish does not cost more than a list of values. */
export const MOST_ERRORS = 100;

/**
 * Make the fresh object of an input: declared fields only, defaults, trimmed text, coerced values, blank ones left out.
 *
 * The walk follows the declaration, not the input: its depth is bounded by what was written. What is declared without
 * children is taken over as it is.
 */
export function prepareObject(
  object: ObjectFields,
  input: Record<string, unknown>,
  preparation: Preparation,
): Record<string, unknown> {
  const output: Record<string, unknown> = {};
  let known = 0;
  for (const field of object.fields) {
    let value: unknown;
    if (Object.hasOwn(input, field.source)) {
      known += 1;
      value = input[field.source];
    }
    const prepared = prepareField(field, value, preparation);
    if (prepared !== undefined) output[field.name] = prepared;
  }
  if (object.conditional) reportConditions(object, output, preparation);
  if (object.unknown === 'strip') return output;
  const keys = Object.keys(input);
  if (keys.length === known) return output;
  if (object.unknown === 'keep') keepUnknown(object, input, output, keys);
  else if (!preparation.open) reportUnknown(object, keys, preparation);
  return output;
}

// --- internal ---

function prepareField(field: Field, given: unknown, preparation: Preparation): unknown {
  let value = given;
  if (value === undefined) {
    if (field.makeDefault === undefined) return undefined;
    value = field.makeDefault();
  }
  if (typeof value === 'string' && field.trim) value = value.trim();
  if (value === null || value === '') return prepareBlank(field, value, preparation);
  return prepareValue(field, field.name, value, preparation);
}

function prepareBlank(field: Field, blank: null | '', preparation: Preparation): unknown {
  if (blank === null && field.nullable) return null;
  if (field.required === 'present') report(field, 'required', true, preparation);
  return blank === '' && field.keepsEmpty ? '' : undefined;
}

/** A value that is not blank; `key` is the name of the field, or the position of the item. */
function prepareValue(field: Field, key: string | number, given: unknown, preparation: Preparation): unknown {
  let value = given;
  if (preparation.once && Array.isArray(value) && field.kind !== 'array') {
    report(field, 'repeated', true, preparation);
    return undefined;
  }
  if (preparation.text && typeof value === 'string') value = coerceText(value, field.kind);
  if (field.fields !== undefined) return isObject(value) ? prepareNested(field.fields, key, value, preparation) : value;
  if (field.items !== undefined)
    return Array.isArray(value) ? prepareList(field.items, key, value, preparation) : value;
  // Some upload middleware gives a list for every field.
  if (field.kind === 'file' && Array.isArray(value) && value.length === 1) return value[0];
  return value;
}

function prepareNested(
  fields: ObjectFields,
  key: string | number,
  value: Record<string, unknown>,
  preparation: Preparation,
): unknown {
  preparation.path.push(key);
  const output = prepareObject(fields, value, preparation);
  preparation.path.pop();
  return output;
}

function prepareList(
  items: Field,
  key: string | number,
  list: readonly unknown[],
  preparation: Preparation,
): readonly unknown[] {
  const output: unknown[] = [];
  preparation.path.push(key);
  for (let position = 0; position < list.length; position += 1) {
    output.push(prepareItem(items, position, list[position], preparation));
  }
  preparation.path.pop();
  return output;
}

/** As a field, but an item keeps its place: a blank one stays what it is, and its type decides about it. */
function prepareItem(items: Field, position: number, given: unknown, preparation: Preparation): unknown {
  const value = typeof given === 'string' && items.trim ? given.trim() : given;
  if (value !== null && value !== undefined && value !== '') return prepareValue(items, position, value, preparation);
  const allowed = value === null && items.nullable;
  if (items.required !== false && !allowed) report(items, 'required', true, preparation, position);
  return value;
}

function reportConditions(object: ObjectFields, output: Record<string, unknown>, preparation: Preparation): void {
  for (const field of object.fields) {
    if (field.conditions.length === 0 || isPresent(output, field.name)) continue;
    const condition = field.conditions.find(({ holds }) => holds(output));
    if (condition !== undefined) report(field, condition.rule, condition.argument, preparation);
  }
}

function reportUnknown(object: ObjectFields, keys: readonly string[], { path, findings }: Preparation): void {
  for (const key of keys) {
    if (object.sources.has(key) || findings.length >= MOST_ERRORS) continue;
    findings.push({ path: [...path, key], rule: 'unknown', argument: true, field: undefined, object });
  }
}

function keepUnknown(
  object: ObjectFields,
  input: Record<string, unknown>,
  output: Record<string, unknown>,
  keys: readonly string[],
): void {
  for (const key of keys) {
    if (key !== '__proto__' && !object.sources.has(key)) output[key] = input[key];
  }
}

function report(
  field: Field,
  rule: string,
  argument: unknown,
  { path, findings }: Preparation,
  key: string | number = field.name,
): void {
  if (findings.length < MOST_ERRORS) findings.push({ path: [...path, key], rule, argument, field });
}
