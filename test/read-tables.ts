/** A table of a page, its cells without blanks around. */
export interface Table {
  /** The names of the columns, without marks. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Read the tables of a page of Markdown. */
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
