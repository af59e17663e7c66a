import { types } from 'node:util';
import { LogicError, type Place } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { unknownPlace } from '../messages/check-messages.ts';
import { suggestion } from '../nearest.ts';
import { type Condition, conditionNames, conditionsOnValues, createCondition } from '../rules/conditions.ts';
import { copyJson, isJson } from '../rules/json.ts';
import { parseDate } from '../rules/parse-date.ts';
import type { Field } from './field.ts';

type Attributes = Pick<
  Field,
  | 'required'
  | 'nullable'
  | 'trim'
  | 'secret'
  | 'unwritable'
  | 'writeOnly'
  | 'deprecated'
  | 'description'
  | 'example'
  | 'hidden'
  | 'message'
  | 'makeDefault'
  | 'fixedDefault'
> & { readonly aliasName: string | undefined };

/**
 * Parse and check the attributes of a field.
 *
 * @param written - the rules that are switched on
 * @param rules - names of the rules that can fail
 * @throws {LogicError} `E_LOGIC_ARGUMENT`, `E_LOGIC_DEFAULT`
 */
export function parseAttributes(
  written: ReadonlyMap<string, unknown>,
  rules: readonly string[],
  place: Place,
): Attributes {
  const required = written.has('required') ? written.get('required') : false;
  if (required !== 'present' && typeof required !== 'boolean')
    refuse(place, 'required', 'takes true, false or "present"');
  return {
    required: required as Field['required'],
    nullable: parseSwitch('nullable', written, place),
    trim: parseSwitch('trim', written, place),
    secret: parseSwitch('secret', written, place),
    unwritable: parseUnwritable(written, place),
    writeOnly: parseSwitch('writeOnly', written, place),
    deprecated: parseDeprecated(written, place),
    description: parseText('description', written, place),
    example: parseExample(written, place),
    hidden: parseSwitch('hidden', written, place),
    aliasName: parseText('aliasName', written, place),
    message: parseMessage(written.get('message'), rules, place),
    makeDefault: parseDefault(written, place),
    fixedDefault: written.has('default') && typeof written.get('default') !== 'function',
  };
}

/**
 * Parse the conditions under which a field is required; the fields that they name are looked up by `resolveReferences`.
 *
 * @throws {LogicError} `E_LOGIC_ARGUMENT`
 */
export function parseConditions(written: ReadonlyMap<string, unknown>, place: Place): readonly Condition[] {
  const conditions: Condition[] = [];
  for (const rule of CONDITIONS) {
    if (!written.has(rule)) continue;
    const argument = written.get(rule);
    const withValues = conditionsOnValues.has(rule);
    if (!Array.isArray(argument) || argument.length < (withValues ? 2 : 1)) {
      refuse(place, rule, withValues ? 'takes a list: a field, followed by its values' : 'takes a list of fields');
    }
    const condition = createCondition(rule, argument);
    if (!condition.references.every((name) => typeof name === 'string')) {
      refuse(place, rule, 'must name fields by strings');
    }
    conditions.push(condition);
  }
  return conditions.length === 0 ? NO_CONDITIONS : conditions;
}

// --- internal ---

const CONDITIONS: ReadonlySet<string> = new Set(conditionNames.values());

const NO_CONDITIONS: readonly Condition[] = [];

function refuse(place: Place, rule: string, problem: string): never {
  throw new LogicError('E_LOGIC_ARGUMENT', { ...place, rule }, `${rule} ${problem}`);
}

function parseSwitch(name: string, written: ReadonlyMap<string, unknown>, place: Place): boolean {
  const value = written.has(name) ? written.get(name) : false;
  return typeof value === 'boolean' ? value : refuse(place, name, 'takes true or false');
}

function parseText(name: string, written: ReadonlyMap<string, unknown>, place: Place): string | undefined {
  const text = written.get(name);
  if (text === undefined || (typeof text === 'string' && text !== '')) return text;
  return refuse(place, name, 'takes a non-empty string');
}

/** A copy, so that it is what was checked. */
function parseExample(written: ReadonlyMap<string, unknown>, place: Place): Field['example'] {
  if (!written.has('example')) return undefined;
  const value = written.get('example');
  return isJson(value) ? { value: copyOf(value) } : refuse(place, 'example', 'takes a JSON value');
}

/** Attributes that contradict `readOnly`: no request has such a field, and every record shows it. */
const NEVER_READ_ONLY = ['createOnly', 'writeOnly', 'default'];

function parseUnwritable(written: ReadonlyMap<string, unknown>, place: Place): Field['unwritable'] {
  const createOnly = parseSwitch('createOnly', written, place);
  if (!parseSwitch('readOnly', written, place)) return createOnly ? 'createOnly' : undefined;
  const other = NEVER_READ_ONLY.find((name) => written.has(name));
  if (other !== undefined) refuse(place, 'readOnly', `cannot be used with ${other}: no request has a readOnly field`);
  return 'readOnly';
}

function parseDeprecated(written: ReadonlyMap<string, unknown>, place: Place): Field['deprecated'] {
  const value = written.has('deprecated') ? written.get('deprecated') : false;
  if (typeof value === 'boolean') return value;
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? parseDate(value) : undefined;
  if (time === undefined || Number.isNaN(time))
    refuse(place, 'deprecated', "takes true or a date such as '2026-01-01'");
  return new Date(time);
}

function parseMessage(message: unknown, names: readonly string[], place: Place): Field['message'] {
  if (message === undefined) return undefined;
  const texts = isObject(message) ? message : { any: message };
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || text === '') refuse(place, 'message', 'takes a string, or { rule: string }');
    const odd = unknownPlace(text as string);
    if (odd !== undefined) refuse(place, 'message', `has ${odd}; the placeholders are {name} and {args}`);
    if (isObject(message) && !names.includes(name)) {
      refuse(place, 'message', `has a text for "${name}", which is not a rule${suggestion(name, names)}`);
    }
  }
  return message as Field['message'];
}

function parseDefault(written: ReadonlyMap<string, unknown>, place: Place): Field['makeDefault'] {
  if (!written.has('default')) return undefined;
  const value = written.get('default');
  if (typeof value === 'function') {
    return () => {
      const made: unknown = value();
      if (types.isPromise(made))
        throw new TypeError('A default cannot be a promise; its function must be synchronous.');
      return made;
    };
  }
  if (!isJson(value)) {
    const problem = 'the default is not a JSON value; use a function that returns it';
    throw new LogicError('E_LOGIC_DEFAULT', { ...place, rule: 'default' }, problem);
  }
  // Requests must not share an object: one could change the default of the next. Nor may it change once it was checked.
  const checked = copyOf(value);
  return () => copyOf(checked);
}

function copyOf(value: unknown): unknown {
  return (copyJson(value) as { readonly copy: unknown }).copy;
}
