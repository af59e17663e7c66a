import { constants, promises } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CliError } from './errors.ts';

/** Name of the lock, in the root of a project, or in its `src` where nothing may be written into the root. */
export const LOCK = '.rest-gen.lock';

/**
 * Do some work while no other run writes in the same project.
 *
 * The lock is a file that only one run can create, and that names it. Another run waits for it, since writing takes milliseconds. A lock
 * whose run was stopped, on this machine, is removed by the next one.
 *
 * @param root - absolute path of the project
 * @param patience - how long to wait, in milliseconds
 * @throws {CliError} `E_LOCKED` when the lock is still there after that
 */
export async function withLock<T>(root: string, work: () => Promise<T>, patience = 2000): Promise<T> {
  const lock = join((await isWritable(root)) ? root : join(root, 'src'), LOCK);
  await create(lock, Date.now() + patience);
  try {
    return await work();
  } finally {
    // What was written is written: a lock that stays is one of a run that has ended.
    await promises.unlink(lock).catch(() => undefined);
  }
}

/**
 * Plan and write; and once more from the beginning when a file has changed in between, as when two runs add a rule to one file.
 *
 * @throws {CliError} `E_CHANGED` when that happens every time
 */
export async function untilUnchanged<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !(error instanceof CliError) || error.code !== 'E_CHANGED') throw error;
    }
  }
}

// --- internal ---

/** Most attempts; each one that fails means that another run came through. */
const ATTEMPTS = 50;

const PAUSE = 10;

/** Who holds a lock: this process of this machine. */
const HOLDER = `${process.pid} ${hostname()}\n`;

function isWritable(directory: string): Promise<boolean> {
  return promises.access(directory, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function create(lock: string, end: number): Promise<void> {
  while (!(await isCreated(lock))) {
    if (await removeAbandoned(lock)) continue;
    if (Date.now() >= end) {
      throw new CliError(
        'E_LOCKED',
        `Another run writes in this project: ${lock} is there.`,
        'Run the command again. When no other one is running, it was left by one that was stopped: remove the file.',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function isCreated(lock: string): Promise<boolean> {
  const file = await promises.open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(HOLDER);
    return true;
  } catch (error) {
    // On a full disk there is room for its name only: one without a holder would stop all others.
    await promises.unlink(lock);
    throw error;
  } finally {
    await file.close();
  }
}

/** Milliseconds after which a lock that names nobody was left by a run that was stopped while it wrote the name. */
const TIME_TO_WRITE = 1000;

/** The holder was a process of this machine, and there is no such process any more. */
async function isAbandoned(lock: string): Promise<boolean> {
  const entry = await promises.lstat(lock).catch(() => undefined);
  if (!entry?.isFile()) return false;
  const text = await promises.readFile(lock, 'utf8').catch(() => '');
  if (!text.endsWith('\n')) return Date.now() - entry.mtimeMs > TIME_TO_WRITE;
  const [, pid, host] = /^(\d+) (.+)\n$/.exec(text) ?? [];
  return pid !== undefined && host === hostname() && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** One run at a time looks and removes: of two, the slower one would remove the lock that the faster one has made in its place. */
async function removeAbandoned(lock: string): Promise<boolean> {
  const guard = `${lock}.old`;
  if (!(await isAbandoned(lock))) return false;
  // A run can be stopped here, too.
  if (!(await isCreated(guard))) return removeAbandoned(guard);
  try {
    const isStill = await isAbandoned(lock);
    if (isStill) await promises.unlink(lock);
    return isStill;
  } finally {
    await promises.unlink(guard);
  }
}
