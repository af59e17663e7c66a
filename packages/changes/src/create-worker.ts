import { isDataError } from '@rest-gen/model/core';
import type { RestRouter } from '@rest-gen/router';
import { openJobs } from './jobs/open-jobs.ts';
import type { Jobs } from './jobs/types.ts';
import { hasWebhooks, type Webhooks } from './webhooks/define-webhooks.ts';
import { openModels } from './webhooks/open-models.ts';
import { resolveName } from './webhooks/public-address.ts';
import { prepareTasks, type World } from './webhooks/webhook-tasks.ts';
import { Reporter } from './worker/reporter.ts';
import { runOnce, runTasks, type Worker, type WorkerTask } from './worker/worker.ts';

/**
 * Options of `createWorker`.
 *
 * @see docs/webhooks.md
 */
export interface WorkerOptions {
  /** What `config/webhooks` exports. Default: none. */
  webhooks?: Webhooks;
  /** Jobs by name: `{ remind }`. Default: none. */
  jobs?: Jobs;
  /** Tasks of the application. */
  tasks?: readonly WorkerTask[];
  /** Milliseconds between two looks for changes and deliveries. Default 500. */
  pollInterval?: number;
  /** Takes a line for each thing worth knowing; `false` for none. Default: stderr. */
  log?: false | ((line: string) => void);
}

/**
 * Create the worker of a service: it gives positions to changes, sends webhooks, runs jobs on their schedules, and deletes old changes. Any number of processes
 * may run one.
 *
 * @param router - with `createChanges()` among its parts where there are changes
 * @throws {WebhookError} `E_WEBHOOK` for a webhook that is written wrong
 * @throws {JobError} `E_JOB` for a job that is written wrong
 * @see docs/webhooks.md
 * @see docs/jobs.md
 */
export function createWorker(router: RestRouter, options: WorkerOptions = {}): Worker {
  const { log = (line: string) => void process.stderr.write(`${line}\n`), tasks: own = [], jobs: given = {} } = options;
  const reporter = new Reporter(log || (() => {}), Date.now);
  const jobs = openJobs(router, given, reporter, Date.now);
  const follow = prepareTasks(router, options, reporter, WORLD);
  const open = async () => {
    const followed = (await followsChanges(router, options)) ? await follow() : [];
    return [...followed, ...jobs.tasks, ...own];
  };
  let starting: Promise<() => Promise<void>> | undefined;
  const closing = new AbortController();
  const runs = new Set<Promise<void>>();
  return {
    start: async () => {
      starting ??= open().then((tasks) => (closing.signal.aborted ? async () => {} : runTasks(tasks, reporter)));
      await starting;
    },
    once: async () => runOnce(await open(), closing.signal),
    run: async (name) => {
      const run = jobs.run(name, closing.signal);
      runs.add(run);
      await run.finally(() => runs.delete(run));
    },
    close: async () => {
      closing.abort();
      await (await starting?.catch(() => undefined))?.();
      await Promise.allSettled(runs);
    },
  };
}

// --- internal ---

const WORLD: World = { now: Date.now, random: Math.random, resolve: resolveName };

/** A worker that has jobs alone needs no changes. */
async function followsChanges(router: RestRouter, { webhooks = [], jobs = {} }: WorkerOptions): Promise<boolean> {
  if (Object.keys(jobs).length === 0 || hasWebhooks(webhooks)) return true;
  try {
    return (await (await openModels(router)).log.tables()).length > 0;
  } catch (error) {
    if (isDataError(error) && error.code === 'no_table') return false;
    throw error;
  }
}
