import type { Models } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import type { Reporter } from '../worker/reporter.ts';
import { requireTable } from '../worker/tables.ts';
import type { WorkerTask } from '../worker/worker.ts';
import { hasWebhooks, type Webhooks } from './define-webhooks.ts';
import { Deliverer } from './deliverer.ts';
import { DeliveryMaker } from './make-deliveries.ts';
import { openModels } from './open-models.ts';
import type { Resolve } from './public-address.ts';
import { WebhookError } from './webhook-error.ts';
import { WebhookLists } from './webhook-lists.ts';
import { WebhookSource } from './webhook-source.ts';

/** What is followed, and how often. */
export interface FollowOptions {
  readonly webhooks?: Webhooks;
  readonly pollInterval?: number;
}

/** What tests put in the place of the world. */
export interface World {
  readonly now: () => number;
  readonly random: () => number;
  readonly resolve: Resolve;
}

/** Check the webhooks. @returns makes the tasks, when the router is ready */
export function prepareTasks(
  router: RestRouter,
  { webhooks = [], pollInterval = 500 }: FollowOptions,
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
      ...(hasWebhooks(webhooks) ? served : []),
      {
        name: 'retention',
        run: async (signal) => {
          while (!signal.aborted && (await log.prune()) > 0);
          if (hasWebhooks(webhooks)) await store.clean(now());
          return RETENTION;
        },
      },
    ];
    return tasks.map(({ name, run }) => ({ name, run: (signal) => requireTable(run(signal), noTable) }));
  };
}

// --- internal ---

/** Say how the tables are made. */
function noTable(cause: unknown): WebhookError {
  const hint = "Write t.changes({ keep: '7 days' }) for a table in a migration, then npx rest-gen migrate";
  return new WebhookError('No table records its changes.', hint, cause);
}

/** Milliseconds between two deletions of what is old. */
const RETENTION = 60_000;
