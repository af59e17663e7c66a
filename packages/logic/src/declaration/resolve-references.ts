import { LogicError, type Place } from '../errors.ts';
import { suggestion } from '../nearest/nearest.ts';
import { canBe, describe } from '../rules/choice.ts';
import { type Condition, conditionsOnValues } from '../rules/conditions.ts';
import type { Field, FieldPlace, FieldRule, ObjectFields, Target } from './field.ts';

/**
 * Resolve references of rules to fields: `status` in the same object, `author/email` below, `../status` above, `/status` at the top.
 *
 * @throws {LogicError} `E_LOGIC_FIELD` for a name that leads nowhere, `E_LOGIC_ARGUMENT` for a value that the named field cannot have
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
    if (conditionsOnValues.has(condition.rule)) {
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
    ({ condition, targets }) => conditionsOnValues.has(condition.rule) && targets[0]?.field.secret,
  );
  field.secretRules = new Set(secret.map(({ condition }) => condition.rule));
}

function resolve(reference: string, holders: readonly Holder[], place: Place): Target {
  const beside = holders.at(-1);
  const found = beside?.object.fields.find(({ name }) => name === reference);
  if (beside !== undefined && found !== undefined) return { depth: beside.depth, names: [reference], field: found };
  // A name may contain a slash.
  const removed = beside?.object.unwritable.find(({ name }) => name === reference);
  if (removed !== undefined) throw unwritable(reference, removed, place);
  const [first, ...rest] = reference.split('/');
  let names = [first as string, ...rest];
  let base = beside;
  if (first === '') {
    base = holders[0];
    names = rest;
  } else {
    let level = holders.length - 1;
    while (names[0] === '..') {
      names.shift();
      level -= 1;
    }
    base = level < 0 ? undefined : holders[level];
  }
  if (base === undefined) throw nowhere(reference, place);
  return { depth: base.depth, names, field: walk(names, base.object, reference, place) };
}

const NOWHERE = 'there is no such object';

function walk(names: readonly string[], object: ObjectFields, reference: string, place: Place): Field {
  let inside: ObjectFields | undefined = object;
  let field: Field | undefined;
  for (const name of names) {
    const known: readonly string[] = inside?.fields.map((child) => child.name) ?? [];
    field = inside?.fields.find((child) => child.name === name);
    const removed = inside?.unwritable.find((child) => child.name === name);
    if (removed !== undefined) throw unwritable(reference, removed, place);
    if (field === undefined) {
      const otherwise = known.length === 0 ? `; ${NOWHERE}` : `: ${known.join(', ')}`;
      throw new LogicError(
        'E_LOGIC_FIELD',
        place,
        `${place.rule} names "${reference}", which is not declared${suggestion(name, known, otherwise)}`,
      );
    }
    inside = field.fields;
  }
  if (field === undefined) throw nowhere(reference, place);
  return field;
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

function checkValues({ rule, argument }: Condition, { field }: Target, place: Place): void {
  const listed = field.rules.find(({ name }) => name === 'in')?.argument as readonly unknown[] | undefined;
  const odd = argument
    .slice(1)
    .findIndex((value) => !canBe(field.kind, value) || (value !== null && listed?.includes(value) === false));
  if (odd === -1) return;
  const shown = describe(argument[odd + 1]);
  throw new LogicError(
    'E_LOGIC_ARGUMENT',
    place,
    `${rule} expects ${shown}, which "${argument[0]}" (${field.kind}) can never be`,
  );
}
