import type { Code, Name } from 'ajv';
import type { Field, Target } from '../declaration/field.ts';

import { holds } from '../rules/conditions.ts';
import { toPointer } from '../to-pointer.ts';
import { findingOf, type Generator, RANK, refer } from './generator.ts';

/**
 * Generate the tests of rules that refer to other fields.
 *
 * These rules look at prepared values, so their code follows that of all fields.
 *
 * @param value - variable with the value of the section
 */
export function validateReferences(generator: Generator, section: Field, value: Name): void {
  if (!refers(section)) return;
  const { gen, _ } = generator;
  gen.if(_`${value} !== undefined`, () => visit(generator, section, { value, pointer: _`""`, levels: [value] }));
}

// --- internal ---

interface Place {
  readonly value: Name;
  readonly pointer: Code;
  /** Variables with the objects and lists from the section down to the value. */
  readonly levels: readonly Name[];
}

function refers({ references, fields, items }: Field): boolean {
  return references !== undefined || (items !== undefined && refers(items)) || fields?.fields.some(refers) === true;
}

function visit(generator: Generator, field: Field, { value, pointer, levels }: Place): void {
  const { gen, _, str } = generator;
  const { references, items, fields } = field;
  for (const { rule, target } of references?.comparisons ?? []) {
    const other = targetValue(generator, target, levels);
    const fails = rule.rule.compares === 'same' ? _`${value} !== ${other}` : _`${value} === ${other}`;
    const finding = findingOf(generator, field, rule.name, field.rules.indexOf(rule), rule.argument);
    gen.if(_`${value} !== null && ${value} !== "" && ${fails}`, () => generator.report(pointer, finding));
  }
  if (items !== undefined && refers(items)) {
    gen.if(_`Array.isArray(${value})`, () =>
      gen.forRange('i', 0, _`${value}.length`, (position) => {
        const item = gen.const('item', _`${value}[${position}]`);
        visit(generator, items, { value: item, pointer: str`${pointer}/${position}`, levels: [...levels, item] });
        generator.stopAtMost();
      }),
    );
  }
  const members = fields?.fields.filter(refers) ?? [];
  if (members.length === 0) return;
  gen.if(_`typeof ${value} == "object" && ${value} !== null && !Array.isArray(${value})`, () => {
    const places = members.map((member) => {
      const inside = gen.const('member', _`${value}[${member.name}]`);
      const at = str`${pointer}${toPointer([member.name])}`;
      return [member, { value: inside, pointer: at, levels: [...levels, inside] }] as const;
    });
    for (const [member, at] of places) gen.if(_`${at.value} !== undefined`, () => visit(generator, member, at));
    for (const [member, at] of places) requireMember(generator, member, at);
  });
}

/** Generate the conditions under which an absent member is required. */
function requireMember(generator: Generator, field: Field, { value, pointer, levels }: Place): void {
  const { gen, _ } = generator;
  const conditions = generator.isGiven(field) ? [] : (field.references?.conditions ?? []);
  for (const { condition, targets } of conditions) {
    const { rule, argument } = condition;
    const values = targets
      .map((target) => targetValue(generator, target, levels))
      .reduce((all, one) => _`${all}, ${one}`);
    gen.if(
      _`${isBlank(generator, field, value)} && ${refer(generator, holds)}(${refer(generator, condition)}, [${values}])`,
      () => generator.report(pointer, findingOf(generator, field, rule, RANK.condition, argument)),
    );
  }
}

function isBlank({ _ }: Generator, { nullable, emptyIsPresent }: Field, value: Name): Code {
  const blanks = [_`${value} === undefined`];
  if (!emptyIsPresent) blanks.push(_`${value} === ""`);
  if (!nullable) blanks.push(_`${value} === null`);
  return _`(${blanks.reduce((all, blank) => _`${all} || ${blank}`)})`;
}

/** Stands for a value that is known elsewhere: present, and none of those that a condition waits for. */
const GIVEN = {};

function targetValue(generator: Generator, { depth, names, field }: Target, levels: readonly Name[]): Code {
  const { _ } = generator;
  const { nullable, emptyIsPresent } = field;
  const path = refer(generator, names);
  const value = _`${refer(generator, valueAtPath)}(${levels[depth] as Name}, ${path}, ${nullable}, ${emptyIsPresent})`;
  return generator.isGiven(field) ? _`(${value} ?? ${refer(generator, GIVEN)})` : value;
}

/** The value at a path below an object; undefined if it is blank or absent. */
function valueAtPath(object: unknown, names: readonly string[], nullable: boolean, emptyIsPresent: boolean): unknown {
  let value = object;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return (value === '' && !emptyIsPresent) || (value === null && !nullable) ? undefined : value;
}
