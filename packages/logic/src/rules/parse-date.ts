const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|([+-])(\d\d):?(\d\d))?)?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parse an ISO 8601 date (`2024-02-29`) or date-time (`2024-02-29T12:00:00.5+02:00`), correct by the calendar.
 *
 * The extended form only; a space may replace the `T` (RFC 3339 section 5.6); hours 00 to 23, seconds optional. Without
 * an offset the time is taken as UTC, so that the answer is the same on every machine.
 *
 * @returns milliseconds since 1970-01-01T00:00Z, or undefined when the text is no such date
 */
export function parseDate(text: string): number | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [hour, minute, second] = [Number(parts[4] ?? 0), Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const [offsetHours, offsetMinutes] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;

  const time = new Date(0);
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second, Math.trunc(Number(`0.${parts[7] ?? 0}`) * 1000));
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000;
  return parts[9] === '-' ? time.getTime() + offset : time.getTime() - offset;
}

// --- internal ---

/** 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}
