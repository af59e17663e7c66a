import type { Models } from '@rest-gen/model';
import type { Reporter } from '../worker/reporter.ts';
import { checkWebhook, checkWebhooks } from './check-webhook.ts';
import type { Webhooks } from './define-webhooks.ts';
import type { CheckedWebhook } from './types.ts';
import { WebhookError } from './webhook-error.ts';

/** Milliseconds after which a function is asked again. */
const FRESH = 5_000;

/** The webhooks as they are now. */
export class WebhookSource {
  readonly #read: Exclude<Webhooks, readonly unknown[]> | undefined;
  readonly #models: () => Models;
  readonly #reporter: Reporter;
  readonly #now: () => number;
  #known: ReadonlyMap<string, CheckedWebhook>;
  #readAt = Number.NEGATIVE_INFINITY;

  /** @throws {WebhookError} `E_WEBHOOK` for a list with a wrong one */
  constructor(webhooks: Webhooks, models: () => Models, reporter: Reporter, now: () => number) {
    this.#read = typeof webhooks === 'function' ? webhooks : undefined;
    this.#known = byName(typeof webhooks === 'function' ? [] : checkWebhooks(webhooks));
    this.#models = models;
    this.#reporter = reporter;
    this.#now = now;
  }

  /** By name. While the function fails, those that it gave last; wrong ones among them are left out. */
  async current(): Promise<ReadonlyMap<string, CheckedWebhook>> {
    if (this.#read === undefined || this.#now() - this.#readAt < FRESH) return this.#known;
    this.#readAt = this.#now();
    try {
      const read = await this.#read(this.#models());
      if (!Array.isArray(read)) throw new WebhookError('The function of config/webhooks gives no list.');
      this.#known = byName(read.flatMap((webhook) => this.#check(webhook)));
      this.#reporter.pass('config/webhooks');
    } catch (error) {
      this.#reporter.fail('config/webhooks', error);
    }
    return this.#known;
  }

  #check(webhook: Parameters<typeof checkWebhook>[0]): CheckedWebhook[] {
    try {
      return [checkWebhook(webhook)];
    } catch (error) {
      // That of one user must not stop those of others.
      this.#reporter.fail(`webhook ${String(Object(webhook).name)}`, error);
      return [];
    }
  }
}

// --- internal ---

/** Of two with the same name the first one counts. */
function byName(webhooks: readonly CheckedWebhook[]): ReadonlyMap<string, CheckedWebhook> {
  return new Map([...webhooks].reverse().map((webhook) => [webhook.name, webhook]));
}
