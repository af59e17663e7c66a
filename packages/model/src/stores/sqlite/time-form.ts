import type { TimeForm } from '../../sql/stored-table.ts';

/**
 * Find the form of a column by one of its values, or where it has none by its default.
 *
 * @returns `undefined` for other values: times are written as ISO 8601 then
 */
export function findTimeForm(value: unknown, fallback: string | null): TimeForm | undefined {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Math.abs(Number(value)) < 1e11 ? 'seconds' : 'milliseconds';
  if (typeof value !== 'string') return NOW.test(fallback ?? '') ? { separator: ' ', digits: 0, zone: '' } : undefined;
  const [, separator, fraction = '', zone = ''] = TIME.exec(value) ?? [];
  if (separator === undefined) return undefined;
  return { separator, digits: Math.min(3, fraction.length), zone: /\d/.test(zone) ? '+00:00' : zone };
}

/** Write a time of ISO 8601 in UTC in the form of its column; what is no such time stays as it is. */
export function writeTime(value: unknown, form: TimeForm | undefined): unknown {
  const [, day, time, fraction = ''] = ISO.exec(String(value)) ?? [];
  if (form === undefined || day === undefined) return value;
  if (typeof form === 'string') {
    const milliseconds = Date.parse(value as string);
    return form === 'seconds' ? Math.floor(milliseconds / 1000) : milliseconds;
  }
  const { separator, digits, zone } = form;
  return `${day}${separator}${time}${digits === 0 ? '' : `.${fraction.slice(0, digits)}`}${zone}`;
}

// --- internal ---

const TIME = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/;
const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.(\d{3})Z$/;
/** Defaults that write `2004-03-04 00:00:00`. */
const NOW = /^(?:current_timestamp|datetime\('now'\))$|^\(datetime\('now'\)\)$/i;
