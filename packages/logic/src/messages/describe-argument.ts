import { isObject } from '../is-object.ts';
import { conditionsOnValues } from '../rules/conditions.ts';
import type { Language } from './language.ts';

/**
 * Copy an argument as JSON that can be sent; undefined if it has no such form.
 *
 * Dates and regular expressions become text.
 */
export function toJson(argument: unknown): unknown {
  if (typeof argument === 'string' || typeof argument === 'boolean') return argument;
  try {
    const text = JSON.stringify(argument, replace);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Say what a rule was given: `between 1 and 80`.
 *
 * @param value - output of `toJson`
 * @returns `''` if the argument is not shown
 */
export function describeArgument(rule: string, value: unknown, language: Language): string {
  if (value === undefined) return '';
  if (value === true && rule !== 'const') return TIMES.has(rule) ? language.now : '';
  if (conditionsOnValues.has(rule) && Array.isArray(value)) {
    const [field, ...values] = value;
    return language.is(nameField(field), listShort(values.map(write), language));
  }
  const shown = REFERENCES.has(rule) ? nameFields(value) : value;
  if (Array.isArray(shown)) return listShort(shown.map(write), language);
  if (!isObject(shown)) return String(shown);
  const range = describeRange(shown, language);
  if (rule !== 'decimal') return range || JSON.stringify(shown);
  return language.list([range, describeDigits(shown.decimal_digits, language)].filter((text) => text !== ''));
}

/** Join the first 50 items. */
export function listShort(items: readonly string[], { list }: Language): string {
  return list(items.length > MOST_ITEMS ? [...items.slice(0, MOST_ITEMS), '…'] : items);
}

/** The number that decides between singular and plural: the last one in the text. */
export function lastNumber(value: unknown): unknown {
  return isObject(value) ? (value.max ?? value.min) : value;
}

// --- internal ---

function describeRange({ min, max }: Readonly<Record<string, unknown>>, language: Language): string {
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return language.atMost(write(max));
  if (max === undefined) return language.atLeast(write(min));
  return min === max ? language.exactly(write(min)) : language.between(write(min), write(max));
}

/** @param given - `2`, `'2'`, `'1,3'` or `'1,'` */
function describeDigits(given: unknown, language: Language): string {
  if (given === undefined) return '';
  const [min = '', max = min] = String(given).split(',');
  const range = max === '' ? { min } : min === '0' ? { max } : { min, max };
  return language.digits(describeRange(range, language));
}

const MOST_ITEMS = 50;

/** Rules to which `true` is the present time. */
const TIMES = new Set(['before', 'after']);

/** Rules whose argument names fields, and nothing else. */
const REFERENCES = new Set([
  'equals',
  'different',
  'requiredWith',
  'requiredWithAll',
  'requiredWithout',
  'requiredWithoutAll',
]);

function replace(_key: string, value: unknown): unknown {
  return value instanceof RegExp || typeof value === 'bigint' ? String(value) : value;
}

function nameFields(value: unknown): unknown {
  return Array.isArray(value) ? value.map(nameField) : nameField(value);
}

/** Messages show `../address/city` as `address.city`. */
function nameField(reference: unknown): string {
  return write(reference)
    .replace(/^(?:\.\.\/)*\/?/, '')
    .replaceAll('/', '.');
}

function write(item: unknown): string {
  return typeof item === 'object' ? JSON.stringify(item) : String(item);
}
