import { chmod, mkdir, readdir, readFile, rename, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import process from 'node:process';
import { outputFile, remove } from 'fs-extra/esm';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';

/** A file to write or to delete. */
export interface Change {
  /** Absolute path, symbolic links resolved. */
  readonly target: string;
  /** The text when the change was planned; absent for a new file. */
  readonly before?: string | undefined;
  /** The text to write; absent to delete the file. */
  readonly after?: string | undefined;
  /** Directories that become empty are deleted up to this one, absolute; by default none is. */
  readonly keep?: string | undefined;
}

/**
 * Write and delete all files or none: when one fails, or the command is interrupted, the others are undone.
 *
 * @param last - what belongs to the files: when it fails, they are undone
 * @throws {CliError} `E_CHANGED` when a file is no longer what it was when the change was planned; `E_INTERRUPTED` after
 *   Ctrl+C; `E_WRITE` when the file system fails
 */
export async function writeFiles(
  changes: readonly Change[],
  last: () => Promise<void> = async () => {},
): Promise<void> {
  const undo: Undo = [];
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    for (const change of changes) await checkUnchanged(change);
    for (const change of changes) {
      if (isInterrupted) throw interrupted();
      await (change.after === undefined ? deleteFile(change, undo) : write(change, undo));
    }
    await last();
  } catch (cause) {
    // Last change first; a step that fails must not stop the others.
    for (const step of undo.reverse()) await step().catch(() => undefined);
    if (cause instanceof CliError) throw cause;
    const message = `Cannot write the files: ${(cause as Error).message}.`;
    throw new CliError('E_WRITE', message, 'Nothing has changed. Fix the cause and run the command again.', { cause });
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

// --- internal ---

type Undo = (() => Promise<unknown>)[];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function interrupted(): CliError {
  return new CliError('E_INTERRUPTED', 'The command was interrupted.', 'Nothing has changed. Run the command again.');
}

async function checkUnchanged({ target, before }: Change): Promise<void> {
  const now = statPath(target) ? await readFile(target, 'utf8') : undefined;
  if (now === before) return;
  throw new CliError('E_CHANGED', `${target} was changed while the command was running.`, 'Run the command again.');
}

async function write({ target, before, after = '' }: Change, undo: Undo): Promise<void> {
  const missing = missingDirectories(dirname(target));
  undo.push(async () => {
    if (before !== undefined) return replaceFile(target, before);
    await remove(target);
    for (const directory of missing) await rmdir(directory).catch(() => undefined);
  });
  // One by one: for a full or read-only disk a recursive `mkdir` reports ENOENT.
  for (const directory of missing.toReversed()) await mkdir(directory);
  await replaceFile(target, after);
}

/** A process that is killed leaves the file as it was, or whole. */
async function replaceFile(target: string, text: string): Promise<void> {
  const temporary = `${target}.${process.pid}.tmp`;
  const { mode } = statPath(target) ?? {};
  try {
    await outputFile(temporary, text);
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await remove(temporary);
    throw error;
  }
}

async function deleteFile({ target, before = '', keep = dirname(target) }: Change, undo: Undo): Promise<void> {
  const { mode } = await stat(target);
  undo.push(() => outputFile(target, before, { mode }));
  await remove(target);
  for (let directory = dirname(target); directory.startsWith(join(keep, sep)); directory = dirname(directory)) {
    if ((await readdir(directory)).length > 0) return;
    await rmdir(directory);
  }
}

/** The directories that writing into one creates, the innermost first. */
function missingDirectories(directory: string): string[] {
  return statPath(directory) ? [] : [directory, ...missingDirectories(dirname(directory))];
}
