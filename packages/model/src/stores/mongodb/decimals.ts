import { readValue } from '@rest-gen/router/model';
import { checkDigits, padDecimal } from '../../fit.ts';
import type { MongoColumn } from './mongo-source.ts';

/** Digits that a `Decimal128` holds (IEEE 754-2008, decimal128). */
export const MOST_DIGITS = 34;

/**
 * Write a decimal with all digits of its column's scale: `'12.5'` → `'12.50'`.
 *
 * @throws {DataError} `invalid_value` when it has more digits than the column, or than MongoDB can hold
 */
export function checkDecimal(text: string, column: MongoColumn): string {
  const { name, precision = MOST_DIGITS, scale = text.split('.')[1]?.length ?? 0 } = column;
  checkDigits(text, { name, precision, scale });
  return padDecimal(text, column.scale);
}

/** Read a decimal as MongoDB writes it, such as `1.2E+3`: without an exponent, with all digits of the scale; what is no number stays. */
export function readDecimal(text: string, scale: number | undefined): string {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = whole + fraction;
  const places = fraction.length - Number(exponent);
  const shown =
    places <= 0
      ? digits + '0'.repeat(-places)
      : `${digits.slice(0, -places) || '0'}.${digits.slice(-places).padStart(places, '0')}`;
  return padDecimal(String(readValue(sign + shown, { type: 'decimal' }) ?? text), scale);
}
