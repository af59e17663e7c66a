import type { Column } from '../../core/types.ts';

/**
 * A time as SQL servers write it, in UTC, as ISO 8601: `'2026-01-31 12:00:00.25'` → `'2026-01-31T12:00:00.250Z'`.
 *
 * @param column - has six digits of a second with `isMicroseconds`, else three
 * @returns `undefined` for every other form; whether there is such a day is not looked at
 */
export function readTime(
  value: unknown,
  { isMicroseconds = false }: Pick<Column, 'isMicroseconds'> = {},
): string | undefined {
  const digits = isMicroseconds ? 6 : 3;
  // Fast path: most times have milliseconds.
  if (typeof value === 'string' && value.length === 20 + digits && value[10] === ' ' && value[19] === '.') {
    return `${value.slice(0, 10)}T${value.slice(11)}Z`;
  }
  // Where the server leaves out zeros at the end.
  if (typeof value === 'string' && digits === 3 && value.length === 19 && value[10] === ' ' && value[16] === ':') {
    return `${value.slice(0, 10)}T${value.slice(11)}.000Z`;
  }
  const [, date, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return date === undefined ? undefined : `${date}T${time}.${fraction.slice(0, digits).padEnd(digits, '0')}Z`;
}
