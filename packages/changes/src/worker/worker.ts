import { setTimeout as pause } from 'node:timers/promises';
import type { Reporter } from './reporter.ts';

/**
 * Something that a worker does again and again.
 *
 * @see docs/webhooks.md
 */
export interface WorkerTask {
  readonly name: string;
  /** Do what is due. The signal aborts when the worker closes, which waits for the promise. @returns milliseconds until the next time */
  run(signal: AbortSignal): Promise<number>;
}

/**
 * Work that runs beside the requests, until it is closed.
 *
 * @see docs/webhooks.md
 */
export interface Worker {
  /** Begin, when the router is ready. @throws {WebhookError} `E_WEBHOOK` for webhooks without models that record changes */
  start(): Promise<void>;
  /** Do what is due, once, and return: for tests, and for programs that are started by a timer. */
  once(): Promise<void>;
  /**
   * Run a job now, whatever its schedule says: for tests. Rejects with the error of the job.
   *
   * @throws {JobError} `E_JOB` for a name that there is not, and while another process runs it
   */
  run(job: string): Promise<void>;
  /** Begin nothing more, and wait for what is being sent and for jobs, whose signal aborts. */
  close(): Promise<void>;
}

/** Milliseconds after a task has failed. */
const AFTER_FAILURE = 5_000;

/** Run tasks beside each other. @returns ends them, and waits for them */
export function runTasks(tasks: readonly WorkerTask[], reporter: Reporter): () => Promise<void> {
  const stop = new AbortController();
  const loops = tasks.map((task) => loop(task, reporter, stop.signal));
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

/** Run each task until it has nothing to do at the moment. */
export async function runOnce(tasks: readonly WorkerTask[], signal: AbortSignal): Promise<void> {
  for (const task of tasks) while (!signal.aborted && (await task.run(signal)) === 0);
}

// --- internal ---

async function loop(task: WorkerTask, reporter: Reporter, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let wait = AFTER_FAILURE;
    try {
      wait = await task.run(signal);
      reporter.pass(task.name);
    } catch (error) {
      reporter.fail(task.name, error);
    }
    await pause(wait, undefined, { signal }).catch(() => undefined);
  }
}
