import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnFacts, TableFacts } from './catalog.ts';
import type { Row } from './databases.ts';

/** A record as JSON shows it. */
export type Shown = Readonly<Record<string, unknown>>;

/** Whether JSON shows a value of the database: the same number, text, time, bytes or document. */
export function isShownAs(raw: unknown, shown: unknown): boolean {
  if (raw === null || raw === undefined || shown === null || shown === undefined)
    return (raw ?? null) === (shown ?? null);
  if (raw instanceof Uint8Array) return isBytes(raw, shown);
  const text = String(raw);
  if (String(shown) === text) return true;
  if (typeof shown === 'boolean') return ['1', 't', 'true'].includes(text) === shown;
  if (typeof shown === 'object') return isDocument(text, shown);
  if (isNumber(text) && isNumber(String(shown))) return Number(shown) === Number(text);
  return toTime(text) === toTime(String(shown)) && toTime(text) !== undefined;
}

/** The first column that a record shows differently than the row, as text; `undefined` where it shows the row. */
export function differs(row: Row, record: Shown): string | undefined {
  for (const [name, shown] of Object.entries(record)) {
    if (name in row && !isShownAs(row[name], shown))
      return `${name} is shown as ${print(shown)}, stored as ${print(row[name])}`;
  }
  return undefined;
}

/** A value in a message. */
export function print(value: unknown): string {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex').slice(0, 40)}`;
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one)) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** A row for a comparison byte by byte. */
export function toBytes(row: Row | undefined, without: ReadonlySet<string> = new Set()): string {
  const values = Object.entries(row ?? {}).filter(([name]) => !without.has(name));
  return JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** The path segment of a record: a composite key has its parts in one segment. */
export function toSegment(record: Shown, key: readonly ColumnFacts[]): string {
  return key.map(({ name, type }) => encodePart(record[name], isBinary(type))).join(',');
}

/** A value that no row of the column has. Types are those of the catalogs: `serial` is text to SQLite. */
export function newValue({ type, length, values }: ColumnFacts, used: ReadonlySet<string>): unknown {
  const isUsed = (value: unknown) => used.has(String(value).toLowerCase());
  if (values !== undefined) return values.find((value) => !isUsed(value));
  const candidates = candidatesOf(type, length);
  for (let n = 1; n < 100_000; n += 1) {
    const value = candidates(n);
    if (value !== undefined && !isUsed(value)) return value;
  }
  return undefined;
}

export function isBinary(type: string): boolean {
  return /bytea|blob|binary/.test(type) && !isText(type);
}

/** Only SQLite has text in a column of bytes. */
export function isTextInBytes({ columns }: TableFacts, name: string, row: Row | undefined): boolean {
  const column = columns.find((one) => one.name === name);
  return column !== undefined && isBinary(column.type) && typeof row?.[name] === 'string';
}

export function isText(type: string): boolean {
  return /char|text|clob/.test(type);
}

// --- internal ---

function candidatesOf(type: string, length: number | undefined): (n: number) => unknown {
  if (/^uuid/.test(type)) return () => randomUUID();
  if (/int|numeric|decimal|real|double|float|number/.test(type) && !/interval|point/.test(type)) return (n) => n;
  if (/timestamp|datetime/.test(type)) return (n) => new Date(Date.UTC(2031, 0, 1) + n * 1_000).toISOString();
  if (/^date/.test(type)) return (n) => new Date(Date.UTC(2031, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
  if (isBinary(type)) return (n) => Buffer.from(toText(n, length)).toString('base64');
  if (/^inet|^cidr/.test(type)) return (n) => `10.9.${(n >> 8) & 255}.${n & 255}`;
  return (n) => toText(n, length);
}

function toText(n: number, length = 8): string {
  return n.toString(36).padStart(Math.min(length, 8), 'q').slice(-length);
}

function encodePart(value: unknown, isBytes: boolean): string {
  if (isBytes) return Buffer.from(String(value), 'base64').toString('base64url');
  const text = String(value);
  const cannot = text === '' || text === '.' || text === '..' || text.includes('/') || text.startsWith('~');
  return cannot ? `~${Buffer.from(text).toString('base64url')}` : encodeURIComponent(text);
}

function isBytes(raw: Uint8Array, shown: unknown): boolean {
  if (shown === Buffer.from(raw).toString('base64')) return true;
  if (typeof shown === 'string' && shown === Buffer.from(raw).toString()) return true;
  const bits = raw.reduce((sum, byte) => sum * 256 + byte, 0);
  return typeof shown === 'boolean' ? shown === bits > 0 : shown === bits;
}

function isDocument(text: string, shown: object): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), shown);
  } catch {
    // An array of PostgreSQL.
    return (
      Array.isArray(shown) &&
      text ===
        `{${shown.map((one) => (one === null ? 'NULL' : /^[\w.+-]+$/.test(String(one)) ? one : JSON.stringify(one))).join(',')}}`
    );
  }
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && !Number.isNaN(Number(text));
}

/** A time in UTC with milliseconds, in whatever form. */
function toTime(text: string): string | undefined {
  const [, day, time = '00:00:00', fraction = '', zone = ''] =
    /^(\d{4,6}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|[+-]00(?::?00)?)?)?$/.exec(text) ?? [];
  if (day === undefined || zone === undefined) return undefined;
  return `${day} ${time.padEnd(8, ':00')}.${fraction.slice(1, 4).padEnd(3, '0')}`;
}
