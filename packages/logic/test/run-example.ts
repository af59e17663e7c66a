import { readFile } from 'node:fs/promises';
import { formatWithOptions } from 'node:util';

/** What a module prints, a line for each call of `console.log`, and what its comments (`// → 7`) say that it prints. */
export interface Printed {
  readonly lines: readonly string[];
  readonly promised: readonly string[];
}

/** Run a module, and hold what it prints against its own comments. */
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
