/** A `Content-Type`, as far as the reading of a body depends on it. */
export interface MediaType {
  /** In lower case and without parameters, `application/json`; empty where the header is missing. */
  readonly type: string;
  /** The text is UTF-8 for certain: there is no parameter at all, or `charset=utf-8` alone. */
  readonly isUtf8: boolean;
}

/** Read a `Content-Type`; what clients repeat is read once. */
export function mediaType(header: string | undefined): MediaType {
  if (header === undefined) return MISSING;
  const known = KNOWN.get(header);
  if (known) return known;
  const read = readHeader(header);
  if (header.length > LONGEST) return read;
  // The headers are the clients' choice: who sends many different ones must not fill the memory.
  if (KNOWN.size >= MOST) KNOWN.clear();
  KNOWN.set(header, read);
  return read;
}

// --- internal ---

const MISSING: MediaType = { type: '', isUtf8: true };

/** Entries, and characters of one, that are kept. */
const MOST = 100;
const LONGEST = 100;
const KNOWN = new Map<string, MediaType>();

const UTF8_ALONE = /^[^;]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

function readHeader(header: string): MediaType {
  return { type: (header.split(';', 1)[0] as string).trim().toLowerCase(), isUtf8: UTF8_ALONE.test(header) };
}
