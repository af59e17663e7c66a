/** The column that must be JSON: `json` of MariaDB is text with such a check. */
export function checkedAsJson(clause: string, isMariaDb: boolean): string | undefined {
  const text = toExpression(clause, isMariaDb);
  return /^\(?json_valid\(`((?:[^`]|``)+)`\)\)?$/i.exec(text)?.[1]?.replaceAll('``', '`');
}

/** The columns that a check names. */
export function checkedColumns(clause: string, isMariaDb: boolean): string[] {
  const tokens = toExpression(clause, isMariaDb).match(/'(?:[^'\\]|''|\\.)*'?|`(?:[^`]|``)+`?/gs) ?? [];
  const names = tokens.filter((token) => token.startsWith('`'));
  return [...new Set(names.map((name) => name.slice(1, -1).replaceAll('``', '`')))];
}

// --- internal ---

/** MySQL gives checks as in a string literal, with backslashes. */
function toExpression(clause: string, isMariaDb: boolean): string {
  return isMariaDb ? clause : clause.replace(/\\(.)/gs, '$1');
}
