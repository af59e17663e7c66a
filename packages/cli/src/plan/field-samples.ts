import { fitsDigits, USUAL_DIGITS } from '../arguments/field-arguments.ts';
import { type Field, type FieldRange, typeRow } from '../arguments/field-types.ts';
import { literal } from '../render.ts';

/** A value that logic and column of a field accept, as code; undefined for a reference. */
export function sampleOf(field: Pick<Field, 'type' | 'range' | 'digits' | 'values'>): string | undefined {
  const { type, range = {}, digits, values } = field;
  const { sample } = typeRow(type);
  if (values !== undefined) return values[0] === undefined ? undefined : literal(values[0]);
  switch (type) {
    case 'string':
    case 'text':
      return sampleText(range);
    case 'decimal': {
      const usable = [...DECIMALS, range.min, range.max].find(
        (one) => one !== undefined && isWithin(one, range) && fitsDigits(one, digits ?? USUAL_DIGITS),
      );
      return usable && literal(usable);
    }
    default:
      return sample === undefined || isWithin(sample, range) ? sample : (range.min ?? range.max);
  }
}

/**
 * The value of existing rows when a required column is added to their table, as code; undefined where there is none.
 */
export function defaultOf(field: Pick<Field, 'type' | 'range' | 'digits' | 'values'>): string | undefined {
  const { type, range = {}, values } = field;
  const fallback = typeRow(type).default;
  if (values !== undefined) return sampleOf(field);
  if (fallback === undefined || type === 'string' || type === 'text' || isWithin('0', range)) return fallback;
  return sampleOf(field);
}

// --- internal ---

const DECIMALS = ['12.50', '1', '0.5', '0'];

function isWithin(number: string, { min, max }: FieldRange): boolean {
  return (min === undefined || Number(number) >= Number(min)) && (max === undefined || Number(number) <= Number(max));
}

/** A longer text would not be read. */
const LONGEST_WRITTEN = 60;

function sampleText({ min = '0', max }: FieldRange): string {
  if (Number(min) > LONGEST_WRITTEN) return `'x'.repeat(${Number(min)})`;
  const text = 'text'.padEnd(Number(min), 'text');
  return literal(text.slice(0, max === undefined ? text.length : Number(max)));
}
