/** Split a list into parts for one statement each: databases limit the parameters of a statement. */
export function* inParts<T>(list: readonly T[], size = 500): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
