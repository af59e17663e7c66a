/** The strings of a list of SQL literals: `'a', 'it''s'` → `a`, `it's`. */
export function readStrings(list: string): string[] {
  return [...list.matchAll(/'([^']*(?:''[^']*)*)'?/g)].map(([, value = '']) => value.replaceAll("''", "'"));
}
