import { LogicError, type Place } from '../errors.ts';
import { planSection } from '../run/section-plan.ts';
import type { FieldError } from '../types.ts';
import type { Field, ObjectFields } from './field.ts';

/**
 * Check that every default known at start passes the rules of its own field.
 *
 * Rules that look at other fields are left to the run.
 *
 * @param text - the section is coerced from text
 * @throws {LogicError} `E_LOGIC_DEFAULT`
 */
export function checkDefaults(object: ObjectFields, text: boolean, place: Place): void {
  for (const field of object.fields) {
    const here = { ...place, field: [...(place.field ?? []), field.name] };
    if (field.fixedDefault) checkDefault(field, text, { ...here, rule: 'default' });
    if (field.fields !== undefined) checkDefaults(field.fields, text, here);
    const items = field.items?.fields;
    if (items !== undefined) checkDefaults(items, text, { ...here, field: [...here.field, '[]'] });
  }
}

// --- internal ---

function checkDefault(field: Field, text: boolean, place: Place): void {
  const alone: Field = {
    ...field,
    conditions: [],
    rules: field.rules.filter(({ name }) => name !== 'equals' && name !== 'different'),
  };
  const plan = planSection('body', {
    fields: [alone],
    sources: new Set([field.source]),
    conditional: false,
    unknown: 'refuse',
  });
  const errors: FieldError[] = [];
  let result: unknown;
  try {
    result = plan.run({}, { text, open: false, given: undefined }, errors);
  } catch (error) {
    throw new LogicError('E_LOGIC_DEFAULT', place, `the default cannot be copied: ${(error as Error).message}`);
  }
  const [error] = errors;
  if (error !== undefined) {
    throw new LogicError('E_LOGIC_DEFAULT', place, `the default fails its own rules: ${error.message}`);
  }
  if ((result as Record<string, unknown>)[field.name] !== undefined) return;
  throw new LogicError('E_LOGIC_DEFAULT', place, 'the default is blank; leave it out, or add nullable: true for null');
}
