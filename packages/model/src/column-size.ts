import { DataError } from './core/data-error.ts';

/** The size of a column. */
export interface Room {
  readonly name: string;
  /** Characters of text. */
  readonly length?: number;
  /** All digits of a decimal, and those after the point. */
  readonly precision?: number;
  readonly scale?: number;
}

/** Refuse text that is longer than its column. @throws {DataError} `invalid_value` */
export function checkLength(text: string, { name, length }: Room): void {
  // Characters are at most as many as the units of the text.
  if (length !== undefined && text.length > length && [...text].length > length)
    throw misfit(name, `"${name}" has ${length} characters at most`);
}

/** Refuse a decimal with more digits than its column has. @throws {DataError} `invalid_value` */
export function checkDigits(text: string, { name, precision, scale }: Room): void {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const places = scale ?? (precision === undefined ? fraction.length : 0);
  const digits = whole === '0' ? 0 : whole.length;
  if (fraction.length <= places && digits <= (precision ?? Number.POSITIVE_INFINITY) - places) return;
  throw misfit(name, `"${name}" has ${precision} digits, ${places} of them after the point`);
}

/** Write a decimal with all digits of its scale: `'12.5'` → `'12.50'`. */
export function padDecimal(text: string, scale = 0): string {
  const [whole, fraction = ''] = text.split('.');
  return scale > fraction.length ? `${whole}.${fraction.padEnd(scale, '0')}` : text;
}

/** The error for a value that is too large for its column. */
export function misfit(field: string, message: string): DataError {
  return new DataError('invalid_value', message, { field });
}
