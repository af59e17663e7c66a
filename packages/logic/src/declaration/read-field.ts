import { LogicError, type LogicErrorCode, type Place } from '../errors.ts';
import type { FieldRules } from '../field-rules.ts';
import { suggestion } from '../nearest/nearest.ts';
import { isObject, isPlainObject } from '../rules/arguments.ts';
import { conditionNames } from '../rules/conditions.ts';
import type { Kind, RuleContext } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';
import type { Field, FieldRule } from './field.ts';
import { attributeNames, readAttributes, readConditions } from './read-attributes.ts';
import { readFields } from './read-fields.ts';
import { resolveKind } from './resolve-kind.ts';

/** Where a field stands while it is read. */
export interface FieldContext {
  readonly place: Place;
  readonly order: number;
  readonly label: string;
  /** Names of the fields of the same object; undefined for the items of a list. */
  readonly siblings: readonly string[] | undefined;
  readonly lowerCase: boolean;
  /** The field is a part of one that is `secret`. */
  readonly secret: boolean;
}

/**
 * Read and check one field.
 *
 * @throws {LogicError} naming the place, the rule and the way out
 */
export function readField(name: string, declared: unknown, context: FieldContext): Field {
  const { place, siblings } = context;
  // Half a surrogate pair cannot come in as text, and cannot be written into a pointer.
  if (name === '__proto__' || /\p{Surrogate}/u.test(name)) {
    throw new LogicError('E_LOGIC_FIELD', place, 'no field can have this name');
  }
  if ((place.field?.length ?? 0) > DEEPEST) {
    throw new LogicError('E_LOGIC_CHILDREN', place, `children are nested deeper than ${DEEPEST} levels`);
  }
  if (!isPlainObject(declared)) {
    throw new LogicError(
      'E_LOGIC_SHAPE',
      place,
      `must be an object of rules, such as { string: true }${hint(declared)}`,
    );
  }
  const written = readNames(declared, place);
  const attributes = readAttributes(written, place);
  const rules: FieldRule[] = [];
  for (const [ruleName, argument] of written) {
    const rule = vocabulary.get(ruleName);
    if (rule !== undefined) rules.push({ name: ruleName, argument, rule });
  }
  const { kind, kindRule } = resolveKind(rules, place);
  const ruleContext: RuleContext = { kind, rules: Object.fromEntries(written), siblings };
  for (const { name: ruleName, argument, rule } of rules) {
    const problem = rule.refuse(argument, ruleContext);
    if (problem === undefined) continue;
    const code: LogicErrorCode = problem.startsWith('can hang') ? 'E_LOGIC_REGEXP' : 'E_LOGIC_ARGUMENT';
    throw new LogicError(code, { ...place, rule: ruleName }, `${ruleName} ${problem}`);
  }
  const label = attributes.aliasName ?? context.label;
  const secret = attributes.secret || context.secret;
  return {
    ...attributes,
    ...readChildren(written.get('children'), kind, { ...context, label, secret }),
    secret,
    name,
    source: context.lowerCase ? name.toLowerCase() : name,
    label,
    order: context.order,
    kind,
    kindRule,
    keepsEmpty:
      attributes.required === false && kindRule?.name === 'string' && !rules.some(({ name }) => CHOICES.has(name)),
    context: ruleContext,
    rules,
    conditions: readConditions(written, siblings, place),
  };
}

// --- internal ---

/** Deeper children are refused: a declaration that contains itself would never end. */
const DEEPEST = 32;

const allNames = [...attributeNames, ...conditionNames.keys(), ...vocabulary.keys()];

/** Rules whose argument `false` is a value and no switch. */
const takesFalse = new Set(['default', 'const']);

const CHOICES = new Set(['in', 'enum', 'const']);

/** The rules that are switched on, by their names, in written order. */
function readNames(declared: Record<string, unknown>, place: Place): Map<string, unknown> {
  const written = new Map<string, unknown>();
  for (const [name, argument] of Object.entries(declared)) {
    const known = conditionNames.get(name) ?? name;
    if (!allNames.includes(name)) {
      throw new LogicError(
        'E_LOGIC_RULE',
        { ...place, rule: name },
        `"${name}" is not a rule${suggestion(name, allNames, `; the rules are ${allNames.join(', ')}`)}`,
      );
    }
    if (argument === undefined) {
      throw new LogicError(
        'E_LOGIC_ARGUMENT',
        { ...place, rule: name },
        `${name} is undefined; leave it out or use false`,
      );
    }
    // A copy: what happens to the list later must not change what was checked.
    if (argument !== false || takesFalse.has(name))
      written.set(known, Array.isArray(argument) ? [...argument] : argument);
  }
  return written;
}

function readChildren(
  children: unknown,
  kind: Kind,
  context: FieldContext,
): { readonly fields: Field['fields']; readonly items: Field['items'] } {
  if (children === undefined) return { fields: undefined, items: undefined };
  const { place, order, label, secret } = context;
  if (kind !== 'array' && kind !== 'object') {
    throw new LogicError(
      'E_LOGIC_CHILDREN',
      { ...place, rule: 'children' },
      'children need a container: add array: true (rules of the items) or object: true (fields)',
    );
  }
  if (kind === 'object') {
    if (isObject(children) && Object.values(children).some((value) => !isObject(value))) {
      throw new LogicError(
        'E_LOGIC_CHILDREN',
        { ...place, rule: 'children' },
        'children of an object are fields with their rules: children: { name: { string: true } }',
      );
    }
    return { fields: readFields(children, { place, order, label, secret, unknown: 'refuse' }), items: undefined };
  }
  if (isObject(children) && looksLikeFields(children)) {
    throw new LogicError(
      'E_LOGIC_CHILDREN',
      { ...place, rule: 'children' },
      'children of an array are the rules of its items; for items that are objects write children: { object: true, children: { … } }',
    );
  }
  const items = readField('[]', children, {
    ...context,
    place: { ...place, field: [...(place.field ?? []), '[]'] },
    label: `item of ${label}`,
    siblings: undefined,
    lowerCase: false,
  });
  return { fields: undefined, items };
}

function looksLikeFields(children: FieldRules | Record<string, unknown>): boolean {
  const entries = Object.entries(children);
  return entries.length > 0 && entries.every(([name, value]) => !allNames.includes(name) && isObject(value));
}

function hint(declared: unknown): string {
  return typeof declared === 'string' && vocabulary.has(declared) ? `; write { ${declared}: true }` : '';
}
