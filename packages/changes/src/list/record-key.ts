import { type Id, keyValues } from '@rest-gen/model/core';

/** Between the values of a composite key in recorded changes. */
export const SEPARATOR = '\u001f';

/** The key of a record as recorded changes have it. */
export function recordKey(id: Id): string {
  return keyValues(id).map(String).join(SEPARATOR);
}

/** The values of such a key, as text. @param count - of the columns: a key of one column is not split */
export function splitKey(key: string, count: number): string[] {
  return count === 1 ? [key] : key.split(SEPARATOR);
}
