import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import type { Feed } from '../stream/feed.ts';
import { feedKey } from '../stream/feed-key.ts';
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
    const key = feedKey({ url: webhook.list, user: webhook.user, headers: {} });
    const known = key === undefined ? undefined : this.#feeds.get(key);
    if (known !== undefined) return known;
    const feed = await findList(this.#router, this.#log, webhook);
    if (this.#feeds.size >= MOST) this.#feeds.clear();
    if (key !== undefined) this.#feeds.set(key, feed);
    return feed;
  }
}

// --- internal ---

const MOST = 10_000;
