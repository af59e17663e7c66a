import { promises } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { entryAt } from './entry.ts';
import { CliError } from './errors.ts';
import { withLock } from './lock.ts';

/** A file to be written or removed. */
export interface Change {
  /** Absolute path, symbolic links followed. */
  readonly target: string;
  /** Text that was there when the change was planned; absent for a new file. */
  readonly before?: string;
  /** Text to be there; absent for a file that goes. Directories that are empty then go with it, up to `keep`. */
  readonly after?: string;
  /** Absolute path of a directory above the target that stays, though it be empty; by default the one that the file is in. */
  readonly keep?: string;
}

/** The part of `node:fs` that writing needs. */
export interface FileSystem {
  mkdir(path: string): Promise<unknown>;
  readFile(path: string): Promise<Buffer>;
  writeFile(path: string, contents: string | Buffer, options: { flag: string; mode?: number }): Promise<void>;
  stat(path: string): Promise<{ mode: number }>;
  chmod(path: string, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
}

/**
 * Write and remove all files or none.
 *
 * Every text goes into a file of its own beside its target first, so that a full disk or a missing right shows before any target is
 * touched; then the files are renamed into place, and those that go are removed. What fails takes everything back: files, their texts, and directories. One run
 * writes in a project at a time, so that nothing changes between the comparison and the renaming.
 *
 * @param root - absolute path of the project
 * @param disk - `node:fs` by default
 * @throws {CliError} `E_CHANGED` when a target is not any more what it was; `E_LOCKED`; `E_WRITE` with the cause when the file system
 *   refuses
 */
export async function writeFiles(
  root: string,
  changes: readonly Change[],
  disk: FileSystem = promises as FileSystem,
): Promise<void> {
  if (changes.length === 0) return;
  try {
    await withLock(root, () => writeAll(changes, disk));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const message = `The files could not be written: ${(cause as Error).message}.`;
    throw new CliError(
      'E_WRITE',
      message,
      'Everything is as it was before. Remove the cause and run the command again.',
      { cause },
    );
  }
}

// --- internal ---

type Undo = (() => Promise<unknown>)[];

async function writeAll(changes: readonly Change[], disk: FileSystem): Promise<void> {
  const undo: Undo = [];
  const kept: string[] = [];
  try {
    const steps: (() => Promise<void>)[] = [];
    for (const { after, ...change } of changes) {
      steps.push(
        after === undefined
          ? await stageRemoval(disk, change, undo)
          : await stage(disk, { ...change, after }, undo, kept),
      );
    }
    for (const step of steps) await step();
  } catch (cause) {
    // Backwards, and each step on its own: one that fails must not keep the others.
    for (const step of undo.reverse()) await step().catch(() => undefined);
    throw cause;
  }
  // Everything is done: a copy that stays is a hidden file, and no harm.
  for (const copy of kept) await disk.unlink(copy).catch(() => undefined);
}

async function makeDirectory(disk: FileSystem, path: string, undo: Undo): Promise<void> {
  if (entryAt(path)) return;
  await makeDirectory(disk, dirname(path), undo);
  await disk.mkdir(path);
  undo.push(() => disk.rmdir(path));
}

/**
 * Write a text beside its target, and a copy of what is there; the step that is given back puts it in its place.
 *
 * @param kept - gets the path of the copy: what takes everything back needs no room on the disk, and leaves no half of a file when it is stopped
 */
async function stage(
  disk: FileSystem,
  { target, before, after }: Change & { readonly after: string },
  undo: Undo,
  kept: string[],
): Promise<() => Promise<void>> {
  await makeDirectory(disk, dirname(target), undo);
  const original = await readUnchanged(disk, target, before);
  const temporary = temporaryFor(target, 'new');
  const copy = temporaryFor(target, 'old');
  // After the rename there is nothing left to remove, which is what the undo ignores.
  undo.push(() => disk.unlink(temporary));
  await disk.writeFile(temporary, after, { flag: 'wx' });
  if (original) {
    const { mode } = await disk.stat(target);
    await disk.chmod(temporary, mode);
    await writeCopy(disk, copy, original, mode, undo);
    kept.push(copy);
  }
  return async () => {
    await disk.rename(temporary, target);
    undo.push(() => (original ? disk.rename(copy, target) : disk.unlink(target)));
  };
}

function temporaryFor(target: string, what: 'new' | 'old'): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}-${Date.now()}.${what}.tmp`);
}

async function writeCopy(disk: FileSystem, copy: string, text: Buffer, mode: number, undo: Undo): Promise<void> {
  undo.push(() => disk.unlink(copy));
  await disk.writeFile(copy, text, { flag: 'wx', mode });
  await disk.chmod(copy, mode);
}

/** Make sure that a file can go; the step that is given back removes it. */
async function stageRemoval(
  disk: FileSystem,
  { target, before, keep = dirname(target) }: Change,
  undo: Undo,
): Promise<() => Promise<void>> {
  const original = await readUnchanged(disk, target, before);
  if (!original) return async () => undefined;
  const { mode } = await disk.stat(target);
  const copy = temporaryFor(target, 'old');
  return async () => {
    await disk.rename(target, copy);
    undo.push(() => disk.rename(copy, target));
    await disk.unlink(copy);
    undo.push(() => writeCopy(disk, copy, original, mode, []));
    await removeEmpty(disk, dirname(target), keep, undo);
  };
}

async function removeEmpty(disk: FileSystem, directory: string, keep: string, undo: Undo): Promise<void> {
  if (!directory.startsWith(join(keep, sep))) return;
  try {
    await disk.rmdir(directory);
  } catch {
    // Something is in it, or it may not go: an empty directory is no harm.
    return;
  }
  undo.push(() => disk.mkdir(directory));
  await removeEmpty(disk, dirname(directory), keep, undo);
}

async function readUnchanged(disk: FileSystem, target: string, before?: string): Promise<Buffer | undefined> {
  const original = entryAt(target) ? await disk.readFile(target) : undefined;
  if (original?.toString('utf8') === before) return original;
  throw new CliError('E_CHANGED', `${target} has changed in the meantime.`, 'Run the command again.');
}
