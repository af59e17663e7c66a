import type { Models } from '@rest-gen/model';
import { isDataError } from '@rest-gen/model/core';
import type { RestRouter } from '@rest-gen/router';
import type { Webhooks } from './define-webhooks.ts';
import { Deliverer } from './deliverer.ts';
import { DeliveryMaker } from './make-deliveries.ts';
import { openModels } from './open-models.ts';
import { type Resolve, resolveName } from './public-address.ts';
import { Reporter } from './reporter.ts';
import { WebhookError } from './webhook-error.ts';
import { WebhookLists } from './webhook-lists.ts';
import { WebhookSource } from './webhook-source.ts';
import { runOnce, runTasks, type Worker, type WorkerTask } from './worker.ts';

/**
 * Options of `createWorker`.
 *
 * @see docs/webhooks.md
 */
export interface WorkerOptions {
  /** What `config/webhooks` exports. Default: none. */
  webhooks?: Webhooks;
  /** Tasks of the application. */
  tasks?: readonly WorkerTask[];
  /** Milliseconds between two looks for changes and deliveries. Default 500. */
  pollInterval?: number;
  /** Takes a line for each thing worth knowing; `false` for none. Default: stderr. */
  log?: false | ((line: string) => void);
}

/** What tests put in the place of the world. */
export interface World {
  readonly now: () => number;
  readonly random: () => number;
  readonly resolve: Resolve;
}

/**
 * Create the worker of a service: it gives positions to changes, sends webhooks, and deletes old changes. Any number of processes may run one.
 *
 * @param router - with `createChanges()` among its parts
 * @throws {WebhookError} `E_WEBHOOK` for a webhook that is written wrong
 * @see docs/webhooks.md
 */
export function createWorker(router: RestRouter, options: WorkerOptions = {}): Worker {
  const { log = (line: string) => void process.stderr.write(`${line}\n`), tasks: own = [] } = options;
  const reporter = new Reporter(log || (() => {}), Date.now);
  const open = prepareTasks(router, options, reporter, WORLD);
  let starting: Promise<() => Promise<void>> | undefined;
  const closing = new AbortController();
  return {
    start: async () => {
      starting ??= open().then((tasks) =>
        closing.signal.aborted ? async () => {} : runTasks([...tasks, ...own], reporter),
      );
      await starting;
    },
    once: async () => runOnce([...(await open()), ...own], closing.signal),
    close: async () => {
      closing.abort();
      await (await starting?.catch(() => undefined))?.();
    },
  };
}

/** Check the webhooks. @returns makes the tasks, when the router is ready */
export function prepareTasks(
  router: RestRouter,
  { webhooks = [], pollInterval = 500 }: WorkerOptions,
  reporter: Reporter,
  world: World,
): () => Promise<WorkerTask[]> {
  let models: Models | undefined;
  const { now, random, resolve } = world;
  const source = new WebhookSource(webhooks, () => models as Models, reporter, now);
  return async () => {
    const opened = await openModels(router);
    const { log, store } = opened;
    models = opened.models;
    const services = { log, store, source, lists: new WebhookLists(router, log), reporter, now };
    const maker = new DeliveryMaker(services);
    const deliverer = new Deliverer(services, { models, random, resolve, interval: pollInterval });
    const hasWebhooks = typeof webhooks === 'function' || webhooks.length > 0;
    const served: WorkerTask[] = [
      { name: 'webhooks', run: async (signal) => ((await maker.round(signal)) ? 0 : pollInterval) },
      {
        name: 'deliveries',
        run: async (signal) => {
          await deliverer.run(signal);
          return pollInterval;
        },
      },
    ];
    const tasks: WorkerTask[] = [
      { name: 'positions', run: async () => ((await log.number()) > 0 ? 0 : pollInterval) },
      ...(hasWebhooks ? served : []),
      {
        name: 'retention',
        run: async (signal) => {
          while (!signal.aborted && (await log.prune()) > 0);
          if (hasWebhooks) await store.clean(now());
          return RETENTION;
        },
      },
    ];
    return tasks.map(({ name, run }) => ({ name, run: (signal) => run(signal).catch(explainTables) }));
  };
}

// --- internal ---

const WORLD: World = { now: Date.now, random: Math.random, resolve: resolveName };

/** Say how the tables are made. */
function explainTables(error: unknown): never {
  if (!isDataError(error) || error.code !== 'no_table') throw error;
  const hint = "Write t.changes({ keep: '7 days' }) for a table in a migration, then npx rest-gen migrate";
  throw new WebhookError('No table records its changes.', hint, error);
}

/** Milliseconds between two deletions of what is old. */
const RETENTION = 60_000;
