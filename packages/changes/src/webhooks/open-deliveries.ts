import type { RestRouter } from '@rest-gen/router';
import { checkWebhook } from './check-webhook.ts';
import type { Webhooks } from './define-webhooks.ts';
import { openModels } from './open-models.ts';
import type { Delivery } from './types.ts';

/**
 * A webhook, and how its deliveries stand.
 *
 * @see docs/webhooks.md
 */
export interface WebhookState {
  readonly name: string;
  /** `undefined` for one that is no more, whose deliveries are still there. */
  readonly list: string | undefined;
  /** The origin of its address: the rest may be secret. */
  readonly to: string | undefined;
  readonly pending: number;
  readonly dead: number;
  /** Why the worker leaves it out. */
  readonly problem: string | undefined;
}

/**
 * What came of the webhooks of a service.
 *
 * @see docs/webhooks.md
 */
export interface Deliveries {
  webhooks(): Promise<WebhookState[]>;
  /** Dead deliveries, the last ones first, 100 at most. @param webhook - of this one */
  dead(webhook?: string): Promise<Delivery[]>;
  /** Send a delivery again, or all dead ones, of one webhook where it is named. @returns how many */
  resend(which: { readonly id: string } | { readonly webhook: string | undefined }): Promise<number>;
}

/**
 * Open the deliveries of a service, for a page or a command that shows them.
 *
 * @throws {WebhookError} `E_WEBHOOK` later, without the tables of the deliveries
 * @see docs/webhooks.md
 */
export function openDeliveries(router: RestRouter, webhooks: Webhooks = []): Deliveries {
  return {
    webhooks: async () => {
      const { models, store } = await openModels(router);
      const counts = await store.counts();
      const given = typeof webhooks === 'function' ? await webhooks(models) : webhooks;
      const known = given.map(describe);
      const names = new Set(known.map(({ name }) => name));
      const gone = [...counts.keys()].filter((name) => !names.has(name));
      return [...known, ...gone.map((name) => ({ name, list: undefined, to: undefined, problem: undefined }))].map(
        (one) => ({ ...one, pending: counts.get(one.name)?.pending ?? 0, dead: counts.get(one.name)?.dead ?? 0 }),
      );
    },
    dead: async (webhook) => (await openModels(router)).store.dead(webhook, MOST),
    resend: async (which) => (await openModels(router)).store.resend(which, Date.now()),
  };
}

// --- internal ---

const MOST = 100;

function describe(webhook: Parameters<typeof checkWebhook>[0]): Omit<WebhookState, 'pending' | 'dead'> {
  try {
    const { name, list, url } = checkWebhook(webhook);
    return { name, list, to: url.origin, problem: undefined };
  } catch (error) {
    const { name } = Object(webhook) as { name?: unknown };
    return { name: String(name), list: undefined, to: undefined, problem: (error as Error).message };
  }
}
