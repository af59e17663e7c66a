import { Buffer } from 'node:buffer';
import { type Column, type Row, readValue } from '@rest-gen/model/core';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { HttpError } from '../../core/errors.ts';
import type { Sort } from './types.ts';

/**
 * Encode the position of a row in a list as an opaque cursor: base64url of `["-views,id",[12,3]]`, the sort and the row's values for it.
 *
 * This is the format 0, of 1.1.0 and later. A later format is a list that begins with its number, `[1, …]`: versions that do not know it refuse it.
 *
 * @throws {HttpError} 400 `E_QUERY` when the values are too long for an address
 */
export function writeCursor(sort: Sort, row: Row): string {
  const text = encodeCursor(sort, row);
  if (text !== undefined) return text;
  throw refuseParameter(
    'sort',
    'has values that are too long to go on behind them; sort by shorter fields, or ask for page=1',
  );
}

/** Encode a position as {@link writeCursor} does. @returns `undefined` when the values are too long for an address */
export function encodeCursor(sort: Sort, row: Row): string | undefined {
  const values = sort.map(([name]) => writeValue(row[name]));
  const text = Buffer.from(JSON.stringify([nameOf(sort), values])).toString('base64url');
  return text.length <= LONGEST ? text : undefined;
}

/**
 * Decode a cursor that {@link writeCursor} has written for the same sort.
 *
 * @param columnOf - the column of a field of the sort
 * @returns a row with the fields of the sort
 * @throws {HttpError} 400 `E_QUERY` for any other text, another sort, and a value that the column cannot hold
 */
export function parseCursor(text: string, sort: Sort, columnOf: (name: string) => Column | undefined): Row {
  const [name, values] = parse(text);
  if (name !== nameOf(sort)) throw refuseParameter('after', 'belongs to a list in another order');
  if (!Array.isArray(values) || values.length !== sort.length || sort.length === 0) throw noPlace();
  return Object.fromEntries(sort.map(([field], index) => [field, readPlace(values[index], columnOf(field))]));
}

// --- internal ---

/** In characters, so that a URL with other parameters stays below 8,000 (RFC 9110 section 4.1). */
const LONGEST = 4_000;

function nameOf(sort: Sort): string {
  return sort.map(([name, direction]) => (direction === 'desc' ? `-${name}` : name)).join(',');
}

function writeValue(value: unknown): unknown {
  if (typeof value === 'bigint') return { whole: String(value) };
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}

function parse(text: string): readonly unknown[] {
  if (text.length > LONGEST) throw noPlace();
  const bytes = Buffer.from(text, 'base64url');
  // Node ignores what is not base64url.
  if (bytes.toString('base64url') !== text) throw noPlace();
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString());
  } catch {
    // Refused below, like every other invalid cursor.
  }
  if (!Array.isArray(parsed)) throw noPlace();
  if (typeof parsed[0] === 'number')
    throw refuseParameter(
      'after',
      'comes from another version of the service; repeat the request, or begin with the first page',
    );
  if (parsed.length !== 2) throw noPlace();
  return parsed;
}

function readPlace(value: unknown, column: Column | undefined): unknown {
  if (column === undefined) throw noPlace();
  if (value === null && column.nullable) return null;
  const given = reviveValue(value);
  const isAnything = column.loose && given !== undefined && typeof given !== 'object';
  const read = isAnything ? given : readValue(given, column);
  if (read === undefined || read === null) throw noPlace();
  return read;
}

function reviveValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { whole, bytes } = value as { whole?: unknown; bytes?: unknown };
  if (typeof bytes === 'string') return readValue(bytes, { type: 'binary' });
  return typeof whole === 'string' && /^-?\d{1,20}$/.test(whole) ? BigInt(whole) : undefined;
}

function noPlace(): HttpError {
  return refuseParameter('after', 'is not a place in this list; take it from the link "next" of an answer');
}
