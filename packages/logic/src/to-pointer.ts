/** JSON Pointer (RFC 6901) of keys and positions: `['a/b', 0]` → `/a~1b/0`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
