import { createHash } from 'node:crypto';

/** `<table>_<columns>_<kind>`; shortened where that is too long, so that names that differ behind the cut stay different. */
export function nameOf(table: string, columns: readonly string[], kind: 'unique' | 'index' | 'foreign'): string {
  const name = `${table}_${columns.join('_')}_${kind}`;
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  // A character that is cut in half becomes U+FFFD, of three bytes.
  return `${Buffer.from(name)
    .subarray(0, LONGEST_NAME - 13)
    .toString()}_${hash}`;
}

// --- internal ---

/** Bytes; PostgreSQL cuts longer names off without a word, MySQL refuses 65 characters. */
const LONGEST_NAME = 63;
