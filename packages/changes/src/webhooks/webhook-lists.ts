import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import type { Feed } from '../feed.ts';
import { findList } from './find-list.ts';
import type { CheckedWebhook } from './types.ts';

/** The lists of webhooks; those that follow the same list for the same user share it. */
export class WebhookLists {
  readonly #router: Pick<RestRouter, 'request'>;
  readonly #log: ChangeLog;
  readonly #feeds = new Map<string, Feed>();

  constructor(router: Pick<RestRouter, 'request'>, log: ChangeLog) {
    this.#router = router;
    this.#log = log;
  }

  /** @throws {WebhookError} `E_WEBHOOK` for a list whose changes cannot be told */
  async of(webhook: CheckedWebhook): Promise<Feed> {
    const key = JSON.stringify([webhook.list, webhook.user]);
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      feed = await findList(this.#router, this.#log, webhook);
      if (this.#feeds.size >= MOST) this.#feeds.clear();
      this.#feeds.set(key, feed);
    }
    return feed;
  }
}

// --- internal ---

const MOST = 10_000;
