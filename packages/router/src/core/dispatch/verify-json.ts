import { Buffer, isUtf8 } from 'node:buffer';
import { refuseRounded } from './body-errors.ts';

/**
 * Refuse what `body-parser` would take for JSON: text in another character set than UTF-8 (RFC 8259 section 8.1), a byte order mark alone, and numbers that
 * would be rounded. No bytes at all are no body.
 *
 * @param charset - as the request names it, in lower case
 * @throws {Error} with a `type` that `refuseBody` knows
 */
export function verifyJson(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw refusal(`unsupported charset "${charset.toUpperCase()}"`, 'charset.unsupported');
  if (!isUtf8(bytes)) throw refusal(NOT_UTF8, 'entity.parse.failed');
  if (bytes.equals(MARK)) throw refusal('Unexpected end of JSON input', 'entity.parse.failed');
  const text = new TextDecoder().decode(bytes);
  if (isJson(text)) refuseRounded(text);
}

/** Refuse a form that is not UTF-8, where it says that it is: its bytes would be stored as replacement characters. */
export function verifyForm(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw refusal(NOT_UTF8, 'encoding.invalid');
}

/** The reason of the error for JSON in another encoding. */
export const NOT_UTF8 = 'the bytes are not UTF-8';

// --- internal ---

/** The byte order mark of UTF-8. */
const MARK = Buffer.from('efbbbf', 'hex');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refusal(message: string, type: string): Error {
  return Object.assign(new Error(message), { type });
}
