import { readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { realPathInside } from './inside.ts';
import type { PlannedFile } from './plan.ts';
import { type AddedRule, addRule, ruleText } from './route.ts';

/** A planned file with its text. */
export interface RenderedFile extends PlannedFile {
  readonly contents: string;
}

/** What becomes of a file. Written are `create`, `overwrite` and `route`; for a `route` by hand there is nothing to write. */
export type Status = 'create' | 'identical' | 'exists' | 'route' | 'overwrite' | 'skip' | 'conflict';

/** A planned file beside what is on the disk. */
export interface ComparedFile {
  readonly path: string;
  readonly status: Status;
  /** Why, where the status alone does not say it; for a route, its rule. */
  readonly detail?: string;
  /** The user has to add the rule. */
  readonly byHand?: boolean;
  /** Text on the disk, and text to be there; only where they differ. */
  readonly before?: string;
  readonly after?: string;
  /** Absolute, symbolic links followed. */
  readonly target: string;
}

/** What to do with a file that is there with other contents. By default it is a conflict. */
export type OnConflict = 'force' | 'skip' | undefined;

/**
 * Compare a planned file with the disk. Writes nothing.
 *
 * @param root - absolute path of the project
 * @throws {CliError} `E_OUTSIDE`
 */
export async function compareFile(root: string, file: RenderedFile, onConflict?: OnConflict): Promise<ComparedFile> {
  const { path, contents, policy } = file;
  if (policy === 'once' && exists(root, path)) return { path, status: 'exists', target: posix.join(root, path) };
  const target = realPathInside(root, path);
  const before = readText(target);
  // Two files for one name, or no file at all: force cannot know what is meant.
  const stuck = onConflict === 'skip' ? 'skip' : 'conflict';
  const rule = file.pattern === undefined ? {} : { detail: ruleText(file.pattern) };
  if (before === 'absent') {
    const twin = policy === 'own' ? findTwin(root, path) : undefined;
    if (twin === undefined) return { path, status: 'create', ...rule, after: contents, target };
    return { path, status: stuck, detail: `${twin} is there already`, target };
  }
  if (before === 'not text') return { path, status: stuck, detail: 'what is there is not a text file', target };
  if (file.pattern !== undefined)
    return compareRule(file, before.text, await addRule(before.text, path, file.pattern), target);
  if (withoutReturns(before.text) === withoutReturns(contents)) return { path, status: 'identical', target };
  const status = onConflict === undefined ? 'conflict' : onConflict === 'force' ? 'overwrite' : 'skip';
  return { path, status, before: before.text, after: contents, target };
}

// --- internal ---

function compareRule(
  { path, pattern = '' }: RenderedFile,
  before: string,
  added: AddedRule,
  target: string,
): ComparedFile {
  const detail = ruleText(pattern);
  if (added === 'present') return { path, status: 'identical', detail, target };
  if (added === 'not found') return { path, status: 'route', detail, byHand: true, target };
  return { path, status: 'route', detail, before, after: added.source, target };
}

function exists(root: string, path: string): boolean {
  return statSync(posix.join(root, path), { throwIfNoEntry: false }) !== undefined;
}

function readText(target: string): { text: string } | 'absent' | 'not text' {
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) return 'absent';
  if (!entry.isFile()) return 'not text';
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(target)) };
  } catch {
    return 'not text';
  }
}

function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Find what answers to the same name: another extension, or other case (one file on macOS and Windows, two on Linux). */
function findTwin(root: string, path: string): string | undefined {
  const parts = path.split('/');
  for (const [depth, part] of parts.entries()) {
    const directory = parts.slice(0, depth);
    const entries = list(posix.join(root, ...directory));
    const isDirectory = depth < parts.length - 1;
    if (isDirectory && entries.includes(part)) continue;
    const twin = entries.find((entry) => (isDirectory ? fold(entry) === fold(part) : stem(entry) === stem(part)));
    if (twin !== undefined || isDirectory) return twin && [...directory, twin].join('/');
  }
  return undefined;
}

function list(directory: string): string[] {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(directory) : [];
}

function stem(name: string): string {
  return fold(name.replace(/\.[cm]?[jt]sx?$/, ''));
}

function fold(name: string): string {
  return name.toLowerCase();
}
