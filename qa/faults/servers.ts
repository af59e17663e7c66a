import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Example, startExample } from '../../examples/blog/test/start-example.ts';

/** Where a store is, and how it is made and thrown away. */
export interface FaultStore {
  readonly name: string;
  /** @returns the address of an empty database */
  create(): Promise<string>;
  remove(): Promise<void>;
}

/** An SQLite file in a directory of its own. */
export function sqliteStore(): FaultStore {
  let directory = '';
  return {
    name: 'SQLite',
    create: async () => {
      directory = mkdtempSync(join(tmpdir(), 'rest-gen-faults-'));
      return `sqlite:${join(directory, 'app.sqlite3')}`;
    },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Start the blog, as a process of its own, on a store. */
export function startBlog(address: string): Promise<Example> {
  return startExample('blog', 'dist/app.js', address);
}

/** Ask until an answer is there; a server that is being killed gives none. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
