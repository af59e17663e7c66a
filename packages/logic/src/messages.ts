import type { Field } from './declaration/field.ts';
import { isObject } from './rules/arguments.ts';
import { vocabulary } from './rules/vocabulary.ts';

/**
 * The texts of errors by rule. `{name}` is the field, `{args}` what the rule was given: `between 1 and 80`.
 *
 * No text shows the value that was sent.
 */
export const messages: Readonly<Record<string, string>> = {
  repeated: '{name} must be given once',
  required: '{name} is required',
  requiredIf: '{name} is required here',
  requiredNotIf: '{name} is required here',
  requiredWith: '{name} is required together with {args}',
  requiredWithAll: '{name} is required together with {args}',
  requiredWithout: '{name} is required without {args}',
  requiredWithoutAll: '{name} is required without {args}',

  string: '{name} must be a text',
  int: '{name} must be a whole number {args}',
  float: '{name} must be a number {args}',
  boolean: '{name} must be true or false',
  array: '{name} must be a list',
  object: '{name} must be an object',
  date: '{name} must be an ISO 8601 date',
  file: '{name} must be an uploaded file',

  length: '{name} must be {args} characters long',
  byteLength: '{name} must be {args} bytes long',
  contains: '{name} must contain {args}',
  startWith: '{name} must start with {args}',
  endWith: '{name} must end with {args}',
  regexp: '{name} must match {args}',
  pattern: '{name} must match {args}',
  format: '{name} must have the format {args}',
  min: '{name} must be at least {args}',
  max: '{name} must be at most {args}',
  multipleOf: '{name} must be a multiple of {args}',
  divisibleBy: '{name} must be divisible by {args}',
  minItems: '{name} must have at least {args} items',
  maxItems: '{name} must have at most {args} items',
  uniqueItems: '{name} must not have an item twice',
  in: '{name} must be one of {args}',
  notIn: '{name} must not be one of {args}',
  enum: '{name} must be one of {args}',
  const: '{name} must be {args}',
  equals: '{name} must be the same as {args}',
  different: '{name} must differ from {args}',
  before: '{name} must be before {args}',
  after: '{name} must be after {args}',

  alpha: '{name} must consist of letters',
  alphaDash: '{name} must consist of letters, dashes and underscores',
  alphaNumeric: '{name} must consist of letters and digits',
  alphaNumericDash: '{name} must consist of letters, digits, dashes and underscores',
  ascii: '{name} must consist of ASCII characters',
  base64: '{name} must be Base64 text',
  creditCard: '{name} must be the number of a credit card',
  currency: '{name} must be an amount of money',
  dataURI: '{name} must be a data URI',
  decimal: '{name} must be a decimal number',
  email: '{name} must be an email address',
  fqdn: '{name} must be a full domain name',
  fullWidth: '{name} must have full-width characters',
  halfWidth: '{name} must have half-width characters',
  hex: '{name} must be a hexadecimal number',
  hexColor: '{name} must be a hexadecimal colour',
  image: '{name} must be an image file',
  ip: '{name} must be an IP address',
  ip4: '{name} must be an IPv4 address',
  ip6: '{name} must be an IPv6 address',
  isbn: '{name} must be an ISBN',
  isin: '{name} must be an ISIN',
  issn: '{name} must be an ISSN',
  iso8601: '{name} must be an ISO 8601 date',
  lowercase: '{name} must be in lower case',
  macAddress: '{name} must be a MAC address',
  md5: '{name} must be an MD5 hash',
  mobile: '{name} must be a mobile phone number',
  mongoId: '{name} must be an ObjectId of 24 hexadecimal digits',
  multibyte: '{name} must have multibyte characters',
  numeric: '{name} must consist of digits',
  uppercase: '{name} must be in upper case',
  url: '{name} must be a URL',
  uuid: '{name} must be a UUID',
  variableWidth: '{name} must have full-width and half-width characters',
  field: '{name} must be a list of column names',
  order: '{name} must be a list of sort keys',
};

/** What a `secret` field says where the usual text would show a value. */
const SECRET = '{name} is not valid';

/** The text for a rule of a field that failed. */
export function messageOf(field: Field, rule: string, argument: unknown): string {
  const own = typeof field.message === 'string' ? field.message : ownText(field.message, rule);
  const hidden = field.secret && vocabulary.get(rule)?.literal === true;
  const template = own ?? (hidden ? SECRET : (messages[rule] as string));
  // One pass with a function: a label or an argument may hold `{args}` or `$&`.
  return template
    .replace(PLACES, (place) => {
      if (place === '{name}') return field.label;
      if (hidden) return '';
      return argument === true && TIMES.has(rule) ? 'now' : describe(argument);
    })
    .trimEnd();
}

// --- internal ---

const PLACES = /\{(?:name|args)\}/g;
/** Rules to which `true` is the present time. */
const TIMES = new Set(['before', 'after']);

function ownText(texts: Readonly<Record<string, string>> | undefined, rule: string): string | undefined {
  return texts !== undefined && Object.hasOwn(texts, rule) ? texts[rule] : undefined;
}

function describe(argument: unknown): string {
  if (argument === true) return '';
  if (Array.isArray(argument)) return argument.map(describe).join(', ');
  if (argument instanceof RegExp) return String(argument);
  if (argument instanceof Date) return argument.toISOString();
  if (!isObject(argument)) return String(argument);
  const { min, max } = argument;
  if (min !== undefined && max !== undefined) return min === max ? `exactly ${min}` : `between ${min} and ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? JSON.stringify(argument) : `at most ${max}`;
}
