import { LogicError, type Place } from '../errors.ts';
import type { Failure } from '../failure.ts';
import { createWordings } from '../messages/create-wordings.ts';
import { writeErrors } from '../messages/write-errors.ts';
import { coerceText } from '../rules/coerce.ts';
import { isOfKind, kindTest } from '../rules/kinds.ts';
import { type Field, type FieldPlace, type FieldRule, rangeOf } from './field.ts';

/**
 * Check that every constant default passes the rules of its field.
 *
 * Rules that look at other fields, and those that run later, are left to the run.
 *
 * @param text - the section is coerced from text
 * @throws {LogicError} `E_LOGIC_DEFAULT`
 */
export function checkDefaults(field: Field, text: boolean, place: FieldPlace): void {
  if (field.fixedDefault) checkDefault(field, text, { ...place, rule: 'default' });
  for (const child of field.fields?.fields ?? []) {
    checkDefaults(child, text, { ...place, field: [...place.field, child.name] });
  }
  if (field.items !== undefined) {
    checkDefaults(field.items, text, { ...place, field: [...place.field, '[]'] });
  }
}

// --- internal ---

function checkDefault(field: Field, text: boolean, place: Place): void {
  let value = field.makeDefault?.();
  if (typeof value === 'string' && field.trim) value = value.trim();
  if (isBlank(field, value)) {
    const problem = 'the default is blank; remove it, or add nullable: true for null';
    throw new LogicError('E_LOGIC_DEFAULT', place, problem);
  }
  const failure = findFailure(field, value, text, '');
  if (failure === undefined) return;
  const [error] = writeErrors([failure], createWordings({})(undefined));
  throw new LogicError('E_LOGIC_DEFAULT', place, `the default fails its own rules: ${error?.message}`);
}

/** The first rule that a value of a field fails. */
function findFailure(field: Field, given: unknown, text: boolean, pointer: string): Failure | undefined {
  const { kind, kindRule, context, fields, items } = field;
  const value = text && typeof given === 'string' ? coerceText(given, kind) : given;
  if (value === null && field.nullable) return undefined;
  const isOfType = isOfKind(value, kind) && kindTest(kind, rangeOf(field))?.(value as never, {}) !== false;
  // A value of any kind is right: it is JSON.
  const failed = isOfType
    ? field.rules.find(({ argument, rule }) => rule.test?.(argument as never, context)(value as never, {}) === false)
    : (kindRule as FieldRule);
  if (failed !== undefined) return toFailure(pointer, failed.name, field, failed.argument);
  if (items !== undefined) {
    const list = value as readonly unknown[];
    return firstDefined(list, (item, position) => findFailure(items, item, text, `${pointer}/${position}`));
  }
  if (fields === undefined) return undefined;
  const object = value as Record<string, unknown>;
  const names = fields.fields.map(({ source }) => source);
  const unknown = Object.keys(object).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const below = `${pointer}/${unknown}`;
    const removed = fields.unwritable.find(({ name }) => name === unknown);
    return removed?.unwritable === undefined
      ? { ...toFailure(below, 'unknown', undefined), names }
      : toFailure(below, removed.unwritable, removed);
  }
  return firstDefined(fields.fields, (child) => {
    const below = `${pointer}/${child.name}`;
    const part = Object.hasOwn(object, child.name) ? object[child.name] : undefined;
    if (!isBlank(child, part)) return findFailure(child, part, text, below);
    const mayLack = child.required !== true || child.makeDefault !== undefined;
    const passes = part === undefined ? mayLack : child.required === false;
    return passes ? undefined : toFailure(below, 'required', child);
  });
}

function toFailure(pointer: string, rule: string, field: Field | undefined, argument: unknown = true): Failure {
  return { in: 'body', pointer, rule, argument, field };
}

function isBlank({ nullable, keepsEmpty }: Field, value: unknown): boolean {
  return value === undefined || (value === null && !nullable) || (value === '' && !keepsEmpty);
}

function firstDefined<T, R>(list: readonly T[], find: (item: T, position: number) => R | undefined): R | undefined {
  for (const [position, item] of list.entries()) {
    const found = find(item, position);
    if (found !== undefined) return found;
  }
  return undefined;
}
