import { readFile } from 'node:fs/promises';
import { formatWithOptions } from 'node:util';

/** The output of a module, a line for each call of `console.log`, and the output in its comments (`// → 7`). */
export interface Printed {
  readonly lines: readonly string[];
  readonly promised: readonly string[];
}

/** Run a module and read the expected output from its comments. */
export async function runExample(url: URL): Promise<Printed> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (...values: unknown[]) => lines.push(formatWithOptions(ON_ONE_LINE, ...values));
  try {
    await import(url.href);
  } finally {
    console.log = log;
  }
  const source = await readFile(url, 'utf8');
  return { lines, promised: [...source.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text as string) };
}

// --- internal ---

const ON_ONE_LINE = { breakLength: Number.POSITIVE_INFINITY, compact: 100, depth: 10 };
