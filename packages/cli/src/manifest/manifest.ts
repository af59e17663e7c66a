import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ComparedFile } from '../compare.ts';
import { entryAt } from '../entry.ts';
import { CliError } from '../errors.ts';
import { realPathInside } from '../inside.ts';
import type { Change } from '../write.ts';

/** Where it is written which files were generated, and with which contents. Users commit it. */
export const MANIFEST = '.rest-gen/manifest.json';

/** Path → hash of what was generated there. */
export type Manifest = ReadonlyMap<string, string>;

/**
 * Read what was generated in a project.
 *
 * @returns empty where nothing is written down
 * @throws {CliError} `E_MANIFEST` when the file is not as it was written; `E_OUTSIDE`
 */
export function readManifest(root: string): Manifest {
  const text = readText(root);
  return text === undefined ? new Map() : parse(text);
}

/** Whether a text is the one that was generated; line ends are those of the checkout, and do not matter. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64url')}`;
}

/** Write down the files of a plan that are made or overwritten; not those that only get a rule. */
export function recordFiles(root: string, files: readonly ComparedFile[]): Change[] {
  const made = files.filter(
    ({ status, after }) => after !== undefined && (status === 'create' || status === 'overwrite'),
  );
  const own = made.filter(({ rule }) => rule === undefined);
  return changeManifest(root, (entries) => {
    for (const { path, after } of own) entries.set(path, hashOf(after as string));
  });
}

/** Take files out that are removed. */
export function forgetFiles(root: string, paths: readonly string[]): Change[] {
  return changeManifest(root, (entries) => {
    for (const path of paths) entries.delete(path);
  });
}

// --- internal ---

function changeManifest(root: string, edit: (entries: Map<string, string>) => void): Change[] {
  const before = readText(root);
  const old = before === undefined ? new Map<string, string>() : parse(before);
  const entries = new Map(old);
  edit(entries);
  if (toText(entries) === toText(old)) return [];
  const target = realPathInside(root, MANIFEST);
  return [
    {
      target,
      ...(before !== undefined && { before }),
      ...(entries.size > 0 ? { after: toText(entries) } : { keep: dirname(dirname(target)) }),
    },
  ];
}

function readText(root: string): string | undefined {
  const target = realPathInside(root, MANIFEST);
  const entry = entryAt(target);
  if (entry === undefined) return undefined;
  return entry.isFile() ? readFileSync(target, 'utf8') : '';
}

/** Sorted, one line a file: so that two branches that generate do not meet in one line. */
function toText(entries: Manifest): string {
  const files = Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: 1, files }, null, 2)}\n`;
}

function parse(text: string): Manifest {
  try {
    const { version, files } = JSON.parse(text) as { version?: unknown; files?: unknown };
    const entries = Object.entries(files as Record<string, unknown>);
    const isObject = typeof files === 'object' && !Array.isArray(files);
    if (version === 1 && isObject && entries.every(([, hash]) => typeof hash === 'string')) {
      return new Map(entries as [string, string][]);
    }
  } catch {
    // Not JSON, or not of this shape: one and the same for who reads the message.
  }
  throw new CliError(
    'E_MANIFEST',
    `${MANIFEST} is not as rest-gen writes it.`,
    'Resolve its conflicts, or remove it: files then count as generated when they are what would be generated now.',
  );
}
