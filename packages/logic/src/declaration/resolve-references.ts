import { LogicError, type Place } from '../errors.ts';
import { suggestion } from '../nearest.ts';
import { canBe, describe } from '../rules/choice.ts';
import type { Condition } from '../rules/conditions.ts';
import type { Field, FieldPlace, FieldRule, ObjectFields, Target } from './field.ts';

/**
 * Resolve references of rules to fields: `status` in the same object, `author/email` below, `../status` above,
 * `/status` at the top.
 *
 * @throws {LogicError} `E_LOGIC_FIELD` for a name that leads nowhere, `E_LOGIC_ARGUMENT` for a value that the named
 *   field cannot have
 */
export function resolveReferences(section: Field, place: FieldPlace): void {
  visit(section, [], 0, place);
}

// --- internal ---

/** An object on the way down to a field. */
interface Holder {
  readonly object: ObjectFields;
  readonly depth: number;
}

function visit(field: Field, holders: readonly Holder[], depth: number, place: FieldPlace): void {
  const [condition] = field.conditions;
  const last = place.field.at(-1);
  if (condition !== undefined && (last === undefined || last === '[]')) {
    const problem = `${condition.rule} can only be used on fields of an object; ${last ? 'an item of a list is always present' : 'a whole body has no other fields'}`;
    throw new LogicError('E_LOGIC_ARGUMENT', { ...place, rule: condition.rule }, problem);
  }
  const comparisons = field.rules.filter(({ rule }) => rule.compares !== undefined);
  if (field.conditions.length + comparisons.length > 0) {
    resolveField(field, comparisons, holders, place);
  }
  if (field.fields !== undefined) {
    const inside = [...holders, { object: field.fields, depth }];
    for (const child of field.fields.fields) visit(child, inside, depth + 1, below(place, child.name));
  }
  // A list adds no level: references of its items are resolved next to the list.
  if (field.items !== undefined) visit(field.items, holders, depth + 1, below(place, '[]'));
}

function below(place: FieldPlace, name: string): FieldPlace {
  return { ...place, field: [...place.field, name] };
}

function resolveField(field: Field, comparisons: readonly FieldRule[], holders: readonly Holder[], place: Place): void {
  const conditions = field.conditions.map((condition) => {
    const here = { ...place, rule: condition.rule };
    const targets = condition.references.map((reference) => resolve(reference, holders, here));
    if (condition.values !== undefined) {
      checkReady(condition.references[0] as string, targets[0] as Target, here);
      checkValues(condition, targets[0] as Target, here);
    }
    return { condition, targets };
  });
  field.references = {
    conditions,
    comparisons: comparisons.map((rule) => {
      const here = { ...place, rule: rule.name };
      const target = resolve(rule.argument as string, holders, here);
      if (target.field === field)
        throw new LogicError('E_LOGIC_FIELD', here, `${rule.name} refers to the field itself`);
      checkReady(rule.argument as string, target, here);
      return { rule, target };
    }),
  };
  const secret = conditions.filter(
    ({ condition, targets }) => condition.values !== undefined && targets[0]?.field.secret,
  );
  field.secretRules = new Set(secret.map(({ condition }) => condition.rule));
}

function resolve(reference: string, holders: readonly Holder[], place: Place): Target {
  const { holder, names } = locate(reference, holders);
  if (holder === undefined || names.length === 0) throw nowhere(reference, place);
  return { depth: holder.depth, names, field: walk(names, holder.object, reference, place) };
}

/** The object in which a reference begins, and the names from there down. */
function locate(
  reference: string,
  holders: readonly Holder[],
): { readonly holder: Holder | undefined; readonly names: readonly string[] } {
  const beside = holders.at(-1);
  // A name may contain a slash.
  if (beside !== undefined && findField(beside.object, reference) !== undefined) {
    return { holder: beside, names: [reference] };
  }
  const names = reference.split('/');
  if (names[0] === '') return { holder: holders[0], names: names.slice(1) };
  const first = names.findIndex((name) => name !== '..');
  const up = first === -1 ? names.length : first;
  return { holder: holders.at(-1 - up), names: names.slice(up) };
}

function findField({ fields, unwritable }: ObjectFields, name: string): Field | undefined {
  return [...fields, ...unwritable].find((field) => field.name === name);
}

const NOWHERE = 'there is no such object';

function walk(names: readonly string[], object: ObjectFields, reference: string, place: Place): Field {
  let inside: ObjectFields | undefined = object;
  let field: Field | undefined;
  for (const name of names) {
    field = inside && findField(inside, name);
    if (field === undefined) {
      const known: readonly string[] = inside?.fields.map((child) => child.name) ?? [];
      const otherwise = known.length === 0 ? `; ${NOWHERE}` : `: ${known.join(', ')}`;
      const problem = `${place.rule} names "${reference}", which is not declared${suggestion(name, known, otherwise)}`;
      throw new LogicError('E_LOGIC_FIELD', place, problem);
    }
    if (inside?.unwritable.includes(field)) throw unwritable(reference, field, place);
    inside = field.fields;
  }
  return field as Field;
}

function nowhere(reference: string, place: Place): LogicError {
  return new LogicError('E_LOGIC_FIELD', place, `${place.rule} names "${reference}": ${NOWHERE}`);
}

function unwritable(reference: string, { unwritable: attribute }: Field, place: Place): LogicError {
  const { rule, action = 'this action' } = place;
  const problem = `${rule} names "${reference}", which is ${attribute} and therefore not part of the body; in ${action}, declare this field without ${rule}`;
  return new LogicError('E_LOGIC_FIELD', place, problem);
}

/** The schemas of others give their values after the rules have run. */
function checkReady(reference: string, { field }: Target, place: Place): void {
  if (field.foreign === undefined) return;
  const problem = `${place.rule} names "${reference}", whose value is produced later by a schema; declare that field with rules`;
  throw new LogicError('E_LOGIC_FIELD', place, problem);
}

function checkValues({ rule, argument, values = [] }: Condition, { field }: Target, place: Place): void {
  const listed = field.rules.find(({ name }) => name === 'in')?.argument as readonly unknown[] | undefined;
  const isPossible = (value: unknown): boolean =>
    canBe(field.kind, value) && (value === null || listed?.includes(value) !== false);
  const odd = values.findIndex((value) => !isPossible(value));
  if (odd === -1) return;
  const problem = `${rule} expects ${describe(values[odd])}, which "${argument[0]}" (${field.kind}) can never be`;
  throw new LogicError('E_LOGIC_ARGUMENT', place, problem);
}
