import type { Label } from '../failure.ts';
import type { Language } from './language.ts';

/** English. */
export const en: Language = {
  tag: 'en',
  invalid: '{name} is not valid',
  now: 'now',
  sections: {
    params: 'the params',
    query: 'the query',
    headers: 'the headers',
    body: 'the body',
    files: 'the files',
  },
  exactly: (n) => `exactly ${n}`,
  between: (min, max) => `between ${min} and ${max}`,
  atLeast: (min) => `at least ${min}`,
  atMost: (max) => `at most ${max}`,
  digits: (range) => `with ${range} ${/\b1$/.test(range) ? 'digit' : 'digits'} after the point`,
  list: (items) => items.join(', '),
  is: (name, values) => `${name} is ${values}`,
  label,
  didYouMean: (name) => `did you mean "${name}"?`,
  theFieldsAre: (names) => `the fields are ${names}`,
  noField: 'no field is allowed',

  texts: {
    unknown: { none: '"{name}" is not a field here', other: '"{name}" is not a field here; {args}' },
    readOnly: '{name} cannot be set',
    createOnly: '{name} cannot be changed',
    repeated: '{name} must be given once',
    unsafe: '{name} cannot be represented exactly as it was sent',
    type: { none: '{name} has the wrong type', other: '{name} must be of type {args}' },
    schema: '{name} does not match its schema',

    minimum: '{name} must be at least {args}',
    maximum: '{name} must be at most {args}',
    exclusiveMinimum: '{name} must be greater than {args}',
    exclusiveMaximum: '{name} must be less than {args}',
    minLength: {
      one: '{name} must have at least {args} character',
      other: '{name} must have at least {args} characters',
    },
    maxLength: {
      one: '{name} must have at most {args} character',
      other: '{name} must have at most {args} characters',
    },
    minProperties: { one: '{name} must have at least {args} field', other: '{name} must have at least {args} fields' },
    maxProperties: { one: '{name} must have at most {args} field', other: '{name} must have at most {args} fields' },
    dependentRequired: '{name} is required together with {args}',

    required: '{name} is required',
    requiredIf: { none: '{name} is required here', other: '{name} is required when {args}' },
    requiredNotIf: { none: '{name} is required here', other: '{name} is required unless {args}' },
    requiredWith: '{name} is required together with {args}',
    requiredWithAll: '{name} is required together with {args}',
    requiredWithout: '{name} is required without {args}',
    requiredWithoutAll: '{name} is required without {args}',

    string: '{name} must be a string',
    int: { none: '{name} must be a whole number', other: '{name} must be a whole number {args}' },
    bigint: {
      none: '{name} must be a whole number of 64 bits: send it as a string if it is past 2^53',
      other: '{name} must be a whole number {args}: send it as a string if it is past 2^53',
    },
    float: { none: '{name} must be a number', other: '{name} must be a number {args}' },
    boolean: '{name} must be true or false',
    array: '{name} must be a list',
    object: '{name} must be an object',
    date: '{name} must be an ISO 8601 date',
    file: '{name} must be an uploaded file',

    length: { one: '{name} must be {args} character long', other: '{name} must be {args} characters long' },
    byteLength: { one: '{name} must be {args} byte long', other: '{name} must be {args} bytes long' },
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
    minItems: { one: '{name} must have at least {args} item', other: '{name} must have at least {args} items' },
    maxItems: { one: '{name} must have at most {args} item', other: '{name} must have at most {args} items' },
    uniqueItems: '{name} must not contain duplicate items',
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
    base64: '{name} must be Base64',
    creditCard: '{name} must be a credit card number',
    currency: '{name} must be an amount of money',
    dataURI: '{name} must be a data URI',
    decimal: {
      none: '{name} must be a decimal number, sent as text',
      other: '{name} must be a decimal number {args}, sent as text',
    },
    email: '{name} must be an email address',
    fqdn: '{name} must be a full domain name',
    fullWidth: '{name} must have full-width characters',
    halfWidth: '{name} must have half-width characters',
    hex: '{name} must be a hexadecimal number',
    hexColor: '{name} must be a hexadecimal color',
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
    mobile: { none: '{name} must be a mobile phone number', other: '{name} must be a mobile phone number of {args}' },
    mongoId: '{name} must be an ObjectId of 24 hexadecimal digits',
    multibyte: '{name} must have multibyte characters',
    numeric: '{name} must consist of digits',
    uppercase: '{name} must be in upper case',
    url: '{name} must be a URL',
    uuid: { none: '{name} must be a UUID', other: '{name} must be a UUID of version {args}' },
    variableWidth: '{name} must have full-width and half-width characters',
    field: '{name} must be a list of column names',
    order: '{name} must be a list of sort keys',
  },
};

// --- internal ---

/** `item of books.title`; of a section that is a list `name of item of the body`. */
function label(names: Label, section: string): string {
  const first = names.findIndex((name) => name !== null);
  if (first === -1) return itemOf(names.length, section);
  const inner = names.slice(first);
  const texts = inner.filter((name) => name !== null);
  const text = itemOf(inner.length - texts.length, texts.join('.'));
  return first === 0 ? text : `${text} of ${itemOf(first, section)}`;
}

function itemOf(lists: number, text: string): string {
  return 'item of '.repeat(lists) + text;
}
