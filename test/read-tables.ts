/** A table of a page, with trimmed cells. */
export interface Table {
  /** The column heads without markup. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Read the tables of a Markdown page. */
export function readTables(page: string): Table[] {
  return [...page.matchAll(/^\|.+\|\n\| ?-.+\|\n((?:\|.+\|\n)*)/gm)].map(([text]) => {
    const [head = [], , ...rows] = text.trim().split('\n').map(readCells);
    return { head: head.map((name) => name.replaceAll('`', '')), rows };
  });
}

// --- internal ---

function readCells(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}
