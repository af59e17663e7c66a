import { Buffer, isUtf8 } from 'node:buffer';
import { refuseRounded } from './body-errors.ts';

/**
 * Refuse what `body-parser` would take for JSON: text in a character set that JSON never had, such as UTF-7 (RFC 8259 section 8.1), text that ends inside
 * of a character, a byte order mark alone, and numbers that would be rounded. No bytes at all are no body.
 *
 * @param charset - as the request names it, in lower case
 * @throws {Error} with a `type` that `refuseBody` knows
 */
export function verifyJson(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  const form = FORMS.get(charset);
  if (form === undefined) throw refusal(`unsupported charset "${charset.toUpperCase()}"`, 'charset.unsupported');
  if (charset === 'utf-8' && !isUtf8(bytes)) throw refusal(NOT_UTF8, 'entity.parse.failed');
  const isCut = bytes.length % form.unit > 0 || form.marks.some((mark) => bytes.equals(mark));
  if (isCut) throw refusal('Unexpected end of JSON input', 'entity.parse.failed');
  const text = charset.startsWith('utf-32') ? '' : new TextDecoder(charset).decode(bytes);
  if (isJson(text)) refuseRounded(text);
}

/** Refuse a form that is not UTF-8, where it says that it is: its bytes would be stored as replacement characters. */
export function verifyForm(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw refusal(NOT_UTF8, 'encoding.invalid');
}

/** Validate JSON in other encodings (RFC 8259 section 8.1). */
export const NOT_UTF8 = 'the bytes are not UTF-8';

// --- internal ---

const UTF8 = { unit: 1, marks: marks('efbbbf') };
const UTF16 = { unit: 2, marks: marks('fffe', 'feff') };
const UTF32 = { unit: 4, marks: marks('fffe0000', '0000feff') };

/** Charset → bytes of the shortest character, and the byte order marks. */
const FORMS: ReadonlyMap<string, { readonly unit: number; readonly marks: readonly Buffer[] }> = new Map([
  ['utf-8', UTF8],
  ...['utf-16', 'utf-16le', 'utf-16be'].map((name) => [name, UTF16] as const),
  ...['utf-32', 'utf-32le', 'utf-32be'].map((name) => [name, UTF32] as const),
]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function marks(...hex: string[]): Buffer[] {
  return hex.map((one) => Buffer.from(one, 'hex'));
}

function refusal(message: string, type: string): Error {
  return Object.assign(new Error(message), { type });
}
