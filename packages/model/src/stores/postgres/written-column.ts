/**
 * The column that an `insert` or `update` writes a parameter to: PostgreSQL says only which parameter it refuses.
 *
 * @param parameter - `$2`
 * @returns `undefined` for a parameter of a condition
 */
export function writtenColumn(text: string, parameter: string): string | undefined {
  const tokens = text.match(TOKENS) ?? [];
  const [verb] = tokens;
  if (verb !== 'insert' && verb !== 'update') return undefined;
  const columns: string[] = [];
  let isValues = false;
  let place = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token === parameter) return verb === 'insert' ? columns[place] : columns.at(-1);
    if (token === 'where' || token === 'returning') return undefined;
    if (token === 'values') isValues = true;
    if (token === '(') {
      depth += 1;
      if (depth === 1) place = 0;
    } else if (token === ')') depth -= 1;
    else if (token === ',' && depth === 1) place += 1;
    else if (token.startsWith('"') && !isValues && (depth === 1 || verb === 'update')) columns.push(unquote(token));
  }
  return undefined;
}

// --- internal ---

const TOKENS = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$\d+|\w+|\S/g;

function unquote(name: string): string {
  return name.slice(1, -1).replaceAll('""', '"');
}
