import { readText } from '../workspace.ts';

/** A block of code in a page. */
export interface Program {
  /** Relative to the root: `docs/rules.md`. */
  readonly page: string;
  /** Line number of its first line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The `js` and `ts` blocks of a page, in order. */
export function readPrograms(page: string): Program[] {
  const all = readText(page);
  return [...all.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm)].map(({ 1: text = '', index }) => ({
    page,
    line: all.slice(0, index).split('\n').length + 1,
    text,
  }));
}
