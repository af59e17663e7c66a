import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { CliError } from './errors.ts';

/** A file to be written. */
export interface Change {
  /** Absolute path, symbolic links followed. */
  readonly target: string;
  /** Text that was there when the change was planned; absent for a new file. */
  readonly before?: string;
  readonly after: string;
}

/** The part of `fs-extra` that writing needs. */
export interface FileSystem {
  mkdir(path: string): Promise<void>;
  readFile(path: string): Promise<Buffer>;
  writeFile(path: string, contents: string | Buffer, options: { flag: string; mode?: number }): Promise<void>;
  stat(path: string): Promise<{ mode: number }>;
  chmod(path: string, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  pathExists(path: string): Promise<boolean>;
}

/**
 * Write all files or none.
 *
 * Every text goes into a file of its own beside its target first, so that a full disk or a missing right shows before any target is
 * touched; then the files are renamed into place. What fails takes everything back: files, their texts, and new directories.
 *
 * @param fs - `fs-extra` by default
 * @throws {CliError} `E_CHANGED` when a target is not any more what it was; `E_WRITE` with the cause when the file system refuses
 */
export async function writeFiles(changes: readonly Change[], fs?: FileSystem): Promise<void> {
  const disk = fs ?? ((await import('fs-extra')).default as FileSystem);
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const staged: (Change & { temporary: string; original: Buffer | undefined })[] = [];
    for (const change of changes) {
      await makeDirectory(disk, dirname(change.target), undo);
      staged.push({ ...change, ...(await stage(disk, change, undo)) });
    }
    for (const { target, temporary, original } of staged) {
      await disk.rename(temporary, target);
      undo.push(() => (original ? disk.writeFile(target, original, { flag: 'w' }) : disk.unlink(target)));
    }
  } catch (cause) {
    // Backwards, and each step on its own: one that fails must not keep the others.
    for (const step of undo.reverse()) await step().catch(() => undefined);
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

async function makeDirectory(disk: FileSystem, path: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  if (await disk.pathExists(path)) return;
  await makeDirectory(disk, dirname(path), undo);
  await disk.mkdir(path);
  undo.push(() => disk.rmdir(path));
}

async function stage(
  disk: FileSystem,
  { target, before, after }: Change,
  undo: (() => Promise<unknown>)[],
): Promise<{ temporary: string; original: Buffer | undefined }> {
  const original = (await disk.pathExists(target)) ? await disk.readFile(target) : undefined;
  if (original?.toString('utf8') !== before) {
    throw new CliError('E_CHANGED', `${target} has changed in the meantime.`, 'Run the command again.');
  }
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  // After the rename there is nothing left to remove, which is what the undo ignores.
  undo.push(() => disk.unlink(temporary));
  await disk.writeFile(temporary, after, { flag: 'wx' });
  if (original) await disk.chmod(temporary, (await disk.stat(target)).mode);
  return { temporary, original };
}
