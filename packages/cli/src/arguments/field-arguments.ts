import { quote } from '../text.ts';
import { type FieldArguments, type FieldRange, type FieldType, type Takes, typeRow } from './field-types.ts';

/** Why what a field has in parentheses cannot be used, and what was probably meant: `string(1..120)`. */
export class ArgumentFault extends Error {
  readonly meant: string | undefined;

  constructor(fault: string, meant?: string) {
    super(fault);
    this.meant = meant;
  }
}

/**
 * Parse what follows a type in parentheses.
 *
 * @param text - `1..120` of `string(1..120)`; undefined without parentheses
 * @throws {ArgumentFault}
 */
export function parseFieldArguments(type: FieldType, text: string | undefined): FieldArguments {
  const { takes, example } = typeRow(type);
  if (text === undefined) {
    if (type === 'enum') throw new ArgumentFault('has no values', example);
    return {};
  }
  if (takes === undefined) throw new ArgumentFault(`has parentheses, and ${type} takes nothing in them`, type);
  const parts = text.split(',').map((part) => part.trim());
  return parsers[takes](type, parts);
}

/** The longest column of characters that MySQL has, in its usual character set. */
const LONGEST_STRING = 16_383;
/** The length of a `string` without one. */
export const USUAL_LENGTH = 255;
/** The digits of a `decimal` without them. */
export const USUAL_DIGITS = { precision: 10, scale: 2 } as const;

/** Whether a decimal number has no more digits than a column, before and after the point. */
export function fitsDigits(number: string, { precision, scale }: { precision: number; scale: number }): boolean {
  const [whole = '', fraction = ''] = number.replace('-', '').split('.');
  return fraction.length <= scale && (whole === '0' ? 0 : whole.length) <= precision - scale;
}

// --- internal ---

type Parser = (type: FieldType, parts: readonly string[]) => FieldArguments;

const parsers: Readonly<Record<Takes, Parser>> = {
  length: parseLength,
  'whole numbers': parseWhole,
  numbers: (type, parts) => ({ range: parseRange(type, parts) }),
  digits: parseDigits,
  values: parseValues,
};

function parseLength(type: FieldType, parts: readonly string[]): FieldArguments {
  // The number alone is the most characters, as in SQL.
  const [only = ''] = parts;
  const range = parts.length === 1 && /^\d+$/.test(only) ? { max: only } : parseRange(type, parts);
  const { min = '0', max } = range;
  if (![min, max ?? '1'].every((bound) => /^\d{1,9}$/.test(bound)) || Number(max ?? 1) === 0)
    throw new ArgumentFault(`has a length that is not a number of characters`, typeRow(type).example);
  if (type !== 'string') return { range };
  if (Number(max ?? 0) > LONGEST_STRING || (max === undefined && Number(min) > USUAL_LENGTH))
    throw new ArgumentFault(
      max === undefined
        ? `needs at least ${min} characters, and string without another limit has at most ${USUAL_LENGTH}`
        : `has ${max} characters, and a column of the type string at most ${LONGEST_STRING}`,
      `text(${parts.join(',')})`,
    );
  return { range: { ...range, max: max ?? String(USUAL_LENGTH) } };
}

function parseWhole(type: FieldType, parts: readonly string[]): FieldArguments {
  const range = parseRange(type, parts);
  const bounds = [range.min, range.max].filter((bound) => bound !== undefined);
  if (bounds.some((bound) => !/^-?\d+$/.test(bound)))
    throw new ArgumentFault('has a bound that is not a whole number', `double(${parts.join(',')})`);
  const isLarge = (limit: number) => bounds.some((bound) => Math.abs(Number(bound)) > limit);
  if (type === 'integer' && isLarge(2 ** 31 - 1))
    throw new ArgumentFault('has a bound that 32 bits cannot hold', `bigint(${parts.join(',')})`);
  if (isLarge(Number.MAX_SAFE_INTEGER)) throw new ArgumentFault('has a bound past 2^53, which JavaScript rounds');
  return { range };
}

function parseDigits(type: FieldType, parts: readonly string[]): FieldArguments {
  const [precision = '', scale = ''] = parts;
  const hasDigits = [precision, scale].every((part) => /^\d{1,3}$/.test(part));
  const rest = hasDigits ? parts.slice(2) : parts;
  if (hasDigits) checkDigits(Number(precision), Number(scale));
  else if (parts.length === 1 && /^\d+$/.test(precision))
    throw new ArgumentFault('has no number of digits after the point', `${type}(${precision},2)`);
  const digits = hasDigits ? { precision: Number(precision), scale: Number(scale) } : undefined;
  if (rest.length === 0) return { ...(digits && { digits }) };
  const range = parseRange(type, rest);
  const { min, max } = range;
  const misfit = [min, max].find((bound) => bound !== undefined && !fitsDigits(bound, digits ?? USUAL_DIGITS));
  if (misfit !== undefined) {
    const { precision: all, scale: after } = digits ?? USUAL_DIGITS;
    throw new ArgumentFault(`has the bound ${misfit}, which has too many digits for ${type}(${all},${after})`);
  }
  return { ...(digits && { digits }), range };
}

/** The most digits are those of MySQL. */
function checkDigits(precision: number, scale: number): void {
  if (scale > precision)
    throw new ArgumentFault(
      `has ${scale} of ${precision} digits after the point`,
      scale <= 65 ? `decimal(${scale},${precision})` : undefined,
    );
  if (precision < 1 || precision > 65 || scale > 30)
    throw new ArgumentFault('can have 1 to 65 digits, at most 30 of them after the point', 'decimal(10,2)');
}

function parseValues(_type: FieldType, parts: readonly string[]): FieldArguments {
  const seen = new Set<string>();
  for (const value of parts) {
    if (value === '') throw new ArgumentFault('has an empty value', typeRow('enum').example);
    if (!/^[\w.-]{1,255}$/.test(value))
      throw new ArgumentFault(`has the value ${quote(value)}: use letters, digits, "_", "-" and "."`);
    // MySQL compares the values of an enum in any case.
    if (seen.has(value.toLowerCase())) throw new ArgumentFault(`repeats the value ${value}`);
    seen.add(value.toLowerCase());
  }
  return { values: parts };
}

const RANGE = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/;

/** `1..5`, `1..`, `..5` */
function parseRange(type: FieldType, parts: readonly string[]): FieldRange {
  const text = parts.join(',');
  const [, min, max] = RANGE.exec(text) ?? [];
  if (min === undefined && max === undefined)
    throw new ArgumentFault(`has ${quote(text)} in parentheses, which is not a range`, rangeMeant(type, text));
  if (min !== undefined && max !== undefined && Number(min) > Number(max))
    throw new ArgumentFault(`has the range ${text}, which is empty`, `${type}(${max}..${min})`);
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** `1-120`, `1,120` and `1...120` are ranges with another sign. */
function rangeMeant(type: FieldType, text: string): string | undefined {
  const [first, second, ...others] = text.match(/\d+(?:\.\d+)?/g) ?? [];
  if (first === undefined || others.length > 0) return typeRow(type).example;
  return second === undefined ? `${type}(0..${first})` : `${type}(${first}..${second})`;
}
