/**
 * A time as SQL servers write it, in UTC, as ISO 8601: `'2026-01-31 12:00:00.25'` → `'2026-01-31T12:00:00.250Z'`.
 *
 * @returns `undefined` for every other form; whether there is such a day is not looked at
 */
export function readTime(value: unknown): string | undefined {
  // Fast path: most times have milliseconds.
  if (typeof value === 'string' && value.length === 23 && value[10] === ' ' && value[19] === '.') {
    return `${value.slice(0, 10)}T${value.slice(11)}Z`;
  }
  // Where the server leaves out zeros at the end.
  if (typeof value === 'string' && value.length === 19 && value[10] === ' ' && value[16] === ':') {
    return `${value.slice(0, 10)}T${value.slice(11)}.000Z`;
  }
  const [, date, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return date === undefined ? undefined : `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
