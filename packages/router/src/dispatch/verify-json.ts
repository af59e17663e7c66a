import { Buffer } from 'node:buffer';

/**
 * Refuse what `body-parser` would take for JSON: text in a character set that JSON never had, such as UTF-7 (RFC 8259 section 8.1), text that ends inside
 * of a character, and a byte order mark alone. No bytes at all are no body.
 *
 * @param charset - as the request names it, in lower case
 * @throws {Error} with a `type` that `refuseBody` knows
 */
export function verifyJson(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  const form = FORMS.get(charset);
  if (form === undefined) throw refusal(`unsupported charset "${charset.toUpperCase()}"`, 'charset.unsupported');
  const isCut = bytes.length % form.unit > 0 || form.marks.some((mark) => bytes.equals(mark));
  if (isCut) throw refusal('Unexpected end of JSON input', 'entity.parse.failed');
}

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

function marks(...hex: string[]): Buffer[] {
  return hex.map((one) => Buffer.from(one, 'hex'));
}

function refusal(message: string, type: string): Error {
  return Object.assign(new Error(message), { type });
}
