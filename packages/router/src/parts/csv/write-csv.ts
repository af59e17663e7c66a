/**
 * Write records as CSV with a header line (RFC 4180).
 *
 * A text that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets do not show (OWASP, "CSV Injection").
 *
 * @param columns - names, and paths such as `author.name`; what a record does not have is empty
 */
export function writeCsv(records: readonly unknown[], columns: readonly string[]): string {
  const paths = columns.map((column) => column.split('.'));
  const lines = records.map((record) => paths.map((path) => writeCell(valueAt(record, path))));
  // Readers skip an empty line, and with it the record whose only cell is empty.
  return [columns.map(writeCell), ...lines].map((cells) => `${cells.join(',') || '""'}\r\n`).join('');
}

// --- internal ---

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The characters that OWASP names, the full-width ones of East Asian keyboards among them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function writeCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Decimals and integers past 2^53 are text in JSON. */
const NUMBER = /^-\d+(?:\.\d+)?$/;
