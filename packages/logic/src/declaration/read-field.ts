import { LogicError, type LogicErrorCode, type Place } from '../errors.ts';
import type { FieldRules } from '../field-rules.ts';
import { recognizeForeign } from '../foreign/recognize-foreign.ts';
import type { Kind } from '../kind.ts';
import { isObject, isPlainObject } from '../rules/arguments.ts';
import type { RuleContext } from '../rules/rule.ts';
import { showArgument } from '../rules/show-argument.ts';
import { isText } from '../sections.ts';
import { toPointer } from '../to-pointer.ts';
import type { Field, ObjectFields } from './field.ts';
import { type FieldContext, withoutRules } from './field-context.ts';
import type { KnownRules } from './known-rules.ts';
import { checkConditions, readAttributes } from './read-attributes.ts';
import { readEmpty } from './read-empty.ts';
import { readForeign } from './read-foreign.ts';
import { readNames, readRules } from './read-rules.ts';
import { resolveKind } from './resolve-kind.ts';

/**
 * Read and check one field.
 *
 * @throws {LogicError} naming the place, the rule and the fix
 */
export function readField(name: string, declared: unknown, context: FieldContext): Field {
  const { place, known } = context;
  // A lone surrogate cannot be sent as text, nor written in a pointer.
  if (name === '__proto__' || /\p{Surrogate}/u.test(name)) {
    throw new LogicError('E_LOGIC_FIELD', place, 'a field cannot have this name');
  }
  if (place.field.length > DEEPEST) {
    throw new LogicError('E_LOGIC_CHILDREN', place, `children must not be nested deeper than ${DEEPEST} levels`);
  }
  const foreign = readForeign(declared, 'field', place);
  // The schema decides about blank values: it may accept null.
  if (foreign !== undefined) return { ...withoutRules(name, context), nullable: true, keepsEmpty: true, foreign };
  if (!isPlainObject(declared)) {
    const hint = typeof declared === 'string' && known.vocabulary.has(declared) ? `; write { ${declared}: true }` : '';
    throw new LogicError('E_LOGIC_SHAPE', place, `must be an object of rules, such as { string: true }${hint}`);
  }
  const written = readNames(declared, known, place);
  const { aliasName, ...attributes } = readAttributes(written, known.failing, place);
  checkPlace(written, place);
  const rules = readRules(written, known);
  const { kind, kindRule } = resolveKind(rules, place);
  if (kind === 'file' && place.section !== 'files') {
    // In a body anyone could write what looks like an upload, with a path of their own.
    const problem = 'a file must be declared in the section files; uploads are not part of the body';
    throw new LogicError('E_LOGIC_TYPE', { ...place, rule: kindRule?.name }, problem);
  }
  if (kind === 'object' && place.section !== undefined && isText(place.section)) {
    const problem = `an object cannot be sent in ${place.section}; declare its members, each by its name in the request: 'filter[status]'`;
    throw new LogicError('E_LOGIC_TYPE', { ...place, rule: kindRule?.name }, problem);
  }
  const ruleContext: RuleContext = { kind, rules: Object.fromEntries(written) };
  for (const { name: ruleName, argument, rule } of rules) {
    const problem = rule.refuse(argument, ruleContext);
    if (problem === undefined) continue;
    if (typeof problem !== 'string') {
      const wrong = `${ruleName}: its function refuse returned ${typeof problem} instead of a string or undefined`;
      throw new LogicError('E_LOGIC_RULE', { ...place, rule: ruleName }, wrong);
    }
    const code: LogicErrorCode = problem.startsWith('can hang') ? 'E_LOGIC_REGEXP' : 'E_LOGIC_ARGUMENT';
    const value = problem.startsWith('takes ') ? `, not ${showArgument(argument)}` : '';
    throw new LogicError(code, { ...place, rule: ruleName }, `${ruleName} ${problem}${value}`);
  }
  const inside: FieldContext = {
    ...context,
    label: aliasName === undefined ? context.label : [aliasName],
    secret: attributes.secret || context.secret,
  };
  return {
    ...withoutRules(name, inside),
    ...attributes,
    ...readChildren(written.get('children'), kind, inside),
    secret: inside.secret,
    kind,
    kindRule,
    ...readEmpty(rules, ruleContext, attributes.required),
    blankIsNull: context.isPatched && place.field.length > 0 && attributes.required === false,
    context: ruleContext,
    rules,
    conditions: checkConditions(written, place),
  };
}

/**
 * Read and check the fields of a section or of an object.
 *
 * @param context - that of the section or object itself
 * @throws {LogicError} naming the place, the rule and the fix
 */
export function readFields(declared: unknown, context: FieldContext): ObjectFields {
  const { place } = context;
  if (!isPlainObject(declared))
    throw new LogicError('E_LOGIC_SHAPE', place, 'must be an object of fields and their rules');
  const fields = Object.entries(declared).map(([name, rules], position) =>
    readField(name, rules, {
      ...context,
      place: { ...place, field: [...place.field, name] },
      order: context.order ?? position,
      // A list that is spread or pushed to has room for sixteen more, in each field of a project.
      label: context.label.concat(name),
      path: context.path + toPointer([name]),
      unknown: context.inner,
    }),
  );
  if (context.lowerCase) refuseTwins(fields, place);
  const unwritable = fields.filter((field) => isUnwritable(field, place));
  const left = unwritable.length === 0 ? fields : fields.filter((field) => !unwritable.includes(field));
  return { fields: left, unwritable, unknown: context.unknown };
}

// --- internal ---

/** Deeper children are refused: a declaration that contains itself would never end. */
const DEEPEST = 32;

/** Actions that change a record. */
const UPDATES: ReadonlySet<string | undefined> = new Set(['putAction', 'patchAction']);

function isUnwritable({ unwritable }: Field, { section, action }: Place): boolean {
  return section === 'body' && (unwritable === 'readOnly' || (unwritable === 'createOnly' && UPDATES.has(action)));
}

const OF_FIELDS = ['readOnly', 'createOnly', 'writeOnly', 'deprecated'];

/** A whole body, or all items of a list, cannot be left out of a record. */
function checkPlace(written: ReadonlyMap<string, unknown>, place: FieldContext['place']): void {
  const rule = OF_FIELDS.find((name) => written.has(name));
  const last = place.field.at(-1);
  if (rule === undefined || (last !== undefined && last !== '[]')) return;
  throw new LogicError('E_LOGIC_ARGUMENT', { ...place, rule }, `${rule} can only be used on fields of an object`);
}

function readChildren(
  children: unknown,
  kind: Kind,
  context: FieldContext,
): { readonly fields: Field['fields']; readonly items: Field['items'] } {
  if (children === undefined) return { fields: undefined, items: undefined };
  const { place, known } = context;
  if (kind !== 'array' && kind !== 'object') {
    throw new LogicError(
      'E_LOGIC_CHILDREN',
      { ...place, rule: 'children' },
      'children requires a container: add array: true (rules of the items) or object: true (fields)',
    );
  }
  if (kind === 'object') {
    if (isObject(children) && Object.values(children).some((value) => !isObject(value))) {
      throw new LogicError(
        'E_LOGIC_CHILDREN',
        { ...place, rule: 'children' },
        'children of an object must be fields with their rules: children: { name: { string: true } }',
      );
    }
    return { fields: readFields(children, context), items: undefined };
  }
  if (isObject(children) && looksLikeFields(children, known)) {
    throw new LogicError(
      'E_LOGIC_CHILDREN',
      { ...place, rule: 'children' },
      'children of an array must be the rules of its items; if the items are objects, write children: { object: true, children: { … } }',
    );
  }
  const items = readField('[]', children, {
    ...context,
    order: context.order ?? 0,
    place: { ...place, field: [...place.field, '[]'] },
    label: context.label.concat(null),
    path: `${context.path}/*`,
    isPatched: false,
    unknown: context.inner,
    lowerCase: false,
  });
  return { fields: undefined, items };
}

function looksLikeFields(children: FieldRules | Record<string, unknown>, { names }: KnownRules): boolean {
  if (recognizeForeign(children, 'field') !== undefined) return false;
  const entries = Object.entries(children);
  return entries.length > 0 && entries.every(([name, value]) => !names.has(name) && isObject(value));
}

function refuseTwins(fields: readonly Field[], place: Place): void {
  const sources = new Set<string>();
  for (const { name, source } of fields) {
    if (sources.has(source)) {
      throw new LogicError('E_LOGIC_FIELD', place, `"${name}" is declared twice: header names are case-insensitive`);
    }
    sources.add(source);
  }
}
