import { padDecimal } from '../column-size.ts';
import type { AggregateOperation } from '../core/provider.ts';
import { narrowInteger } from '../core/read-value.ts';
import { isTextDecimal, isTotal } from './aggregate-result.ts';
import type { Dialect } from './dialect.ts';
import type { StoredColumn } from './stored-table.ts';

/** Decode the result of a group: of no values null. */
export function decodeResult(
  operation: AggregateOperation,
  row: Readonly<Record<string, unknown>>,
  column: StoredColumn,
  at: number,
  dialect: Dialect,
): unknown {
  const value = row[`v${at}`];
  if (value === null) return null;
  if (isTextDecimal(column, dialect)) return decodeTexts(operation, String(value).split(' '), column, dialect);
  if (!isTotal(operation)) return dialect.decode(value, column);
  const count = Number(row[`n${at}`]);
  if (column.type === 'double') return finite(operation === 'sum' ? Number(value) : Number(value) / count);
  const sum =
    column.type === 'decimal'
      ? String(value)
      : narrowInteger((BigInt(String(row[`h${at}`] ?? 0)) << 32n) + BigInt(String(value)));
  return operation === 'sum' ? sum : finite(Number(sum) / count);
}

// --- internal ---

function decodeTexts(
  operation: AggregateOperation,
  texts: readonly string[],
  column: StoredColumn,
  dialect: Dialect,
): unknown {
  const values = texts.map((text) => String(dialect.decode(text, column)));
  let places = column.scale ?? 0;
  for (const value of values) places = Math.max(places, value.split('.')[1]?.length ?? 0);
  const whole = values.map((value) => scaled(value, places));
  if (operation === 'min' || operation === 'max') {
    let found = 0;
    for (const [at, one] of whole.entries())
      if (operation === 'min' ? one < (whole[found] as bigint) : one > (whole[found] as bigint)) found = at;
    return values[found];
  }
  const sum = writeScaled(
    whole.reduce((total, one) => total + one, 0n),
    places,
  );
  return operation === 'sum' ? padDecimal(sum, column.scale ?? 0) : finite(Number(sum) / values.length);
}

/** `'-1.5'` with 2 places → -150n */
function scaled(value: string, places: number): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function writeScaled(sum: bigint, places: number): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const point = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return sum < 0n ? `-${text}` : text;
}

/** JSON has no form for other numbers. */
function finite(number: number): unknown {
  return Number.isFinite(number) ? number : String(number);
}
