import { LogicError, type Place } from '../errors.ts';
import { isObject } from '../is-object.ts';
import type { Kind } from '../kind.ts';
import { suggestion } from '../nearest.ts';
import { conditionNames } from '../rules/conditions.ts';
import type { RuleContext } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';
import type { Field, FieldRule } from './field.ts';
import type { KnownRules } from './known-rules.ts';

/** The rules that are switched on, by their names, in written order. */
export function parseNames(
  declared: Record<string, unknown>,
  { names }: KnownRules,
  place: Place,
): Map<string, unknown> {
  const written = new Map<string, unknown>();
  for (const [name, argument] of Object.entries(declared)) {
    const known = conditionNames.get(name) ?? name;
    if (!names.has(name)) {
      const alias = ALIASES.get(name);
      const fix = alias === undefined ? suggestion(name, [...names], ELSEWHERE) : `; use ${alias}`;
      throw new LogicError('E_LOGIC_RULE', { ...place, rule: name }, `"${name}" is not a rule${fix}`);
    }
    if (argument === undefined) {
      throw new LogicError(
        'E_LOGIC_ARGUMENT',
        { ...place, rule: name },
        `${name} is undefined; remove it or use false`,
      );
    }
    // A copy: what happens to the list later must not change what was checked.
    if (argument !== false || takesFalse.has(name))
      written.set(known, Array.isArray(argument) ? [...argument] : argument);
  }
  return written;
}

/** The written rules that test values. */
export function collectRules(written: ReadonlyMap<string, unknown>, { vocabulary }: KnownRules): readonly FieldRule[] {
  const rules: FieldRule[] = [];
  for (const [name, argument] of written) {
    const rule = vocabulary.get(name);
    if (rule !== undefined) rules.push({ name, argument, rule });
  }
  // Without the room that a list has to which something was added.
  return rules.slice();
}

/**
 * Find out what the values of a field are: the declared type, else what its rules imply (`email` is text), else `any`.
 *
 * @throws {LogicError} `E_LOGIC_TYPE` on two types, or on a rule that does not work on the type
 */
export function resolveKind(
  rules: readonly FieldRule[],
  place: Place,
): { readonly kind: Kind; readonly kindRule: FieldRule | undefined } {
  const [declared, second] = rules.filter(({ rule }) => rule.declares !== undefined);
  if (second !== undefined) {
    throw new LogicError(
      'E_LOGIC_TYPE',
      { ...place, rule: second.name },
      `has two types, ${declared?.name} and ${second.name}; keep one`,
    );
  }
  const kindRule = declared ?? rules.find((rule) => kindOf(rule) !== undefined);
  const kind = (kindRule && kindOf(kindRule)) ?? 'any';
  for (const { name, rule } of rules) {
    if (rule.on === undefined || rule.on.includes(kind)) continue;
    const source = declared === undefined ? ` (implied by ${kindRule?.name})` : '';
    throw new LogicError(
      'E_LOGIC_TYPE',
      { ...place, rule: name },
      `${name} applies to ${rule.on.join(', ')}, but the field has the type ${kind}${source}`,
    );
  }
  return { kind, kindRule };
}

/** Whether `''` is a value of a field: the rules of text accept it, or a list of values has it. */
export function resolveEmpty(
  rules: readonly FieldRule[],
  context: RuleContext,
  required: Field['required'],
): Pick<Field, 'keepsEmpty' | 'emptyIsPresent'> {
  const isText = context.kind === 'string' || (context.kind === 'any' && rules.some(isChoice));
  const builtIn = rules.filter(({ name }) => vocabulary.has(name));
  if (!isText || !builtIn.every((rule) => accepts(rule, context))) return BLANK;
  const { length } = context.rules;
  if ((isObject(length) ? length.min : length) === 0) return { keepsEmpty: true, emptyIsPresent: true };
  // Whether a rule of the logic accepts '' is not known: it is not called at start.
  return { keepsEmpty: required === false && builtIn.length === rules.length, emptyIsPresent: false };
}

// --- internal ---

const ELSEWHERE = '; list a rule of your own in rules: [defineRule(…)]; docs/logic-rules.md lists all others';

/** Rules whose argument `false` is a value and no switch. */
const takesFalse = new Set(['default', 'const', 'example']);

function kindOf({ argument, rule }: FieldRule): Kind | undefined {
  if (rule.declares !== undefined) return rule.declares;
  if (rule.implies !== undefined) return rule.implies(argument as never);
  return rule.on?.includes('any') ? undefined : rule.on?.[0];
}

const BLANK = { keepsEmpty: false, emptyIsPresent: false };

function isChoice({ name }: FieldRule): boolean {
  return name === 'in' || name === 'enum' || name === 'const';
}

function accepts({ argument, rule }: FieldRule, context: RuleContext): boolean {
  return rule.test?.(argument as never, context)('' as never, {}) !== false;
}

/** Names of rules in other validators and their names here, for errors about unknown rules. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['datetime', 'date'],
  ['fields', 'children'],
  ['immutable', 'createOnly'],
  ['integer', 'int'],
  ['items', 'children'],
  ['label', 'aliasName'],
  ['list', 'array'],
  ['match', 'regexp'],
  ['matches', 'regexp'],
  ['maxLength', 'length: { max: … }'],
  ['minLength', 'length: { min: … }'],
  ['number', 'float, or int'],
  ['oneOf', 'in'],
  ['optional', 'no rule: a field without required is optional'],
  ['properties', 'children'],
  ['refine', 'a rule of your own, created with defineRule'],
  ['text', 'string'],
  ['unique', 'a rule of your own, created with defineRule'],
  ['validate', 'a rule of your own, created with defineRule'],
]);
