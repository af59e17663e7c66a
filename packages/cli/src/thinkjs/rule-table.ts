/** The rules here that say the same as a rule of ThinkJS, or why there is none. */
export type Converted = { readonly rules: Readonly<Record<string, unknown>>; readonly note?: string } | string;

/**
 * Convert one rule of ThinkJS 3.
 *
 * @param argument - as data; `true` for most rules
 */
export function convertRule(name: string, argument: unknown, type: string | undefined): Converted {
  if (argument === false && name !== 'default') return { rules: { [name]: false } };
  if (KEPT.has(name)) return { rules: { [name]: argument } };
  if (PLAIN.has(name)) return { rules: { [name]: true } };
  const expression = Object.hasOwn(EXPRESSIONS, name) ? EXPRESSIONS[name] : undefined;
  if (expression !== undefined) return { rules: { regexp: expression } };
  switch (name) {
    case 'required':
      return { rules: { required: Boolean(argument) } };
    case 'requiredWithOut':
    case 'requiredWithOutAll':
      return { rules: { [name.replace('Out', 'out')]: argument } };
    case 'in':
    case 'notIn':
      return { rules: { [name]: Array.isArray(argument) ? argument.map((one) => toType(one, type)) : argument } };
    case 'default':
      return { rules: { default: toType(argument, type) } };
    case 'int':
    case 'float':
      return { rules: { [name]: bounds(argument) } };
    case 'length':
    case 'byteLength':
      return { rules: { [name]: withoutZero(bounds(argument)) } };
    case 'divisibleBy':
      return { rules: { divisibleBy: toNumber(argument) } };
    case 'mobile':
      return { rules: { mobile: argument === true ? 'zh-CN' : argument === 'any' ? true : argument } };
    case 'iso8601':
      return { rules: { iso8601: { strict: false } } };
    case 'image':
      if (type !== 'file') return { rules: { regexp: /\.(?:jpeg|jpg|png|bmp|gif|svg)$/i } };
      return { rules: { image: true }, note: 'image also accepts apng, avif, heic, ico, tiff and webp here' };
    case 'boolean':
      return { rules: { boolean: true }, note: 'boolean refuses what is neither true nor false, such as "maybe"' };
    case 'date':
      return { rules: { date: true }, note: DATE };
    case 'before':
    case 'after':
      return { rules: { [name]: argument }, note: DATE };
    default:
      return `there is no rule ${JSON.stringify(name)}; a rule of your own is written with defineRule`;
  }
}

/** Convert a value to the type of a field, where ThinkJS compares text. */
export function toType(value: unknown, type: string | undefined): unknown {
  if (type === 'int' || type === 'float') return toNumber(value);
  if (type === 'boolean')
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
  return type === 'string' && typeof value === 'number' ? String(value) : value;
}

/** A number where a text is one. */
export function toNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
}

// --- internal ---

/** With the same name and argument. */
const KEPT: ReadonlySet<string> = new Set([
  'requiredIf',
  'requiredNotIf',
  'requiredWith',
  'requiredWithAll',
  'requiredWithout',
  'requiredWithoutAll',
  'contains',
  'startWith',
  'endWith',
  'equals',
  'different',
  'regexp',
  'trim',
  'aliasName',
  'string',
  'array',
  'object',
  'currency',
  'email',
  'fqdn',
  'url',
  'issn',
]);

/** ThinkJS ignores their argument. */
const PLAIN: ReadonlySet<string> = new Set([
  'alpha',
  'alphaNumeric',
  'ascii',
  'base64',
  'creditCard',
  'dataURI',
  'decimal',
  'fullWidth',
  'halfWidth',
  'hex',
  'ip',
  'ip4',
  'ip6',
  'isbn',
  'isin',
  'lowercase',
  'macAddress',
  'md5',
  'mongoId',
  'multibyte',
  'numeric',
  'uppercase',
  'variableWidth',
]);

/** Rules whose namesakes here accept other values. */
const EXPRESSIONS: Readonly<Record<string, RegExp>> = {
  alphaDash: /^[A-Z_]+$/i,
  alphaNumericDash: /^\w+$/,
  field: /^(?:\*|\w+)(?:\s*,\s*(?:\*|\w+))*$/,
  hexColor: /^#?(?:[0-9A-F]{3}|[0-9A-F]{6})$/i,
  order: /^\w+\s+(?:ASC|DESC)(?:\s*,\s*\w+\s+(?:ASC|DESC))*$/i,
  uuid: /^[0-9A-F]{8}-[0-9A-F]{4}-[345][0-9A-F]{3}-[0-9A-F]{4}-[0-9A-F]{12}$/i,
};

const DATE = 'only dates of ISO 8601 that exist are accepted here: 2024-02-29, not 2024/2/29';

/** `{ min: '1' }` → `{ min: 1 }` */
function bounds(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) return toNumber(argument);
  return Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, toNumber(value)]));
}

/** `min: 0` would make an empty text a value. */
function withoutZero(range: unknown): unknown {
  if (typeof range !== 'object' || range === null) return range;
  return Object.fromEntries(Object.entries(range).filter(([name, value]) => name !== 'min' || value !== 0));
}
