import { setTimeout as pause } from 'node:timers/promises';
import type { ModelProvider } from '@rest-gen/model/core';
import { ListRefused } from '../list/read-rows.ts';
import { explainRefusal } from './find-list.ts';
import type { WebhookServices } from './make-deliveries.ts';
import type { Resolve } from './public-address.ts';
import { type Answered, send } from './send.ts';
import { sign } from './sign.ts';
import type { CheckedWebhook, Delivery } from './types.ts';
import { writeKey } from './write-key.ts';

/** Milliseconds after the first, second … attempt; at random between half of it and all. About a day together. */
export const RETRIES: readonly number[] = [
  5_000,
  30_000,
  120_000,
  600_000,
  1_800_000,
  3_600_000,
  2 * 3_600_000,
  4 * 3_600_000,
  8 * 3_600_000,
  8 * 3_600_000,
];

/** Attempts that run at the same time, of a webhook and of the process. */
const MOST_OF_WEBHOOK = 10;
const MOST = 100;

/** What the deliverer is given besides the services. */
export interface DelivererOptions {
  readonly models: ModelProvider;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly resolve: Resolve;
  /** Milliseconds between two looks for deliveries that are due, while some are being sent. */
  readonly interval: number;
}

/** Sends deliveries that are due. */
export class Deliverer {
  readonly #services: WebhookServices;
  readonly #options: DelivererOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #byWebhook = new Map<string, number>();

  constructor(services: WebhookServices, options: DelivererOptions) {
    this.#services = services;
    this.#options = options;
  }

  /** Send until nothing is due, or the signal aborts; what is being sent then is waited for. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const started = await this.#startDue();
        if (started === 0 && this.#running.size === 0) return;
        if (started > 0 && this.#running.size < MOST) continue;
        const timer = new AbortController();
        const waited = pause(this.#options.interval, undefined, { signal: timer.signal }).catch(() => undefined);
        await Promise.race([...this.#running, waited]);
        timer.abort();
      }
    } finally {
      await Promise.all(this.#running);
    }
  }

  async #startDue(): Promise<number> {
    const { source, store, now } = this.#services;
    const webhooks = await source.current();
    const rooms = new Map<string, number>();
    for (const name of webhooks.keys()) {
      const room = MOST_OF_WEBHOOK - (this.#byWebhook.get(name) ?? 0);
      if (room > 0) rooms.set(name, room);
    }
    const claimed = await store.claim(rooms, MOST - this.#running.size, now());
    for (const delivery of claimed) {
      const webhook = webhooks.get(delivery.webhook) as CheckedWebhook;
      this.#count(webhook.name, 1);
      const running = this.#deliver(webhook, delivery).finally(() => {
        this.#count(webhook.name, -1);
        this.#running.delete(running);
      });
      this.#running.add(running);
    }
    return claimed.length;
  }

  #count(name: string, by: number): void {
    const count = (this.#byWebhook.get(name) ?? 0) + by;
    if (count > 0) this.#byWebhook.set(name, count);
    else this.#byWebhook.delete(name);
  }

  /** Never rejects: what could not be said of an attempt is tried again later. */
  async #deliver(webhook: CheckedWebhook, delivery: Delivery): Promise<void> {
    const { reporter } = this.#services;
    try {
      const answered = await this.#attempt(webhook, delivery);
      await this.#end(webhook, delivery, answered);
      reporter.pass(`delivery ${webhook.name}`);
    } catch (error) {
      reporter.fail(`delivery ${webhook.name}`, error);
    }
  }

  async #attempt(webhook: CheckedWebhook, delivery: Delivery): Promise<Answered> {
    const { url, secrets, allowPrivate } = webhook;
    let body: string;
    try {
      body = await this.#writeBody(webhook, delivery);
    } catch (error) {
      const shown = error instanceof ListRefused ? explainRefusal(webhook.name, webhook.list, error) : error;
      return { status: undefined, text: (shown as Error).message.slice(0, 200) };
    }
    const headers = sign(delivery.id, this.#services.now(), body, secrets);
    return send({ url, headers, body, allowPrivate }, this.#options.resolve);
  }

  async #writeBody(webhook: CheckedWebhook, { key, type, occurredAt }: Delivery): Promise<string> {
    const feed = await this.#services.lists.of(webhook);
    const record = webhook.isFull && !type.endsWith('.deleted') ? await feed.find(key) : undefined;
    const data = record?.text ?? (await writeKey(this.#options.models, feed.address.table, key));
    return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(occurredAt)},"data":${data}}`;
  }

  async #end({ name }: CheckedWebhook, delivery: Delivery, { status, text }: Answered): Promise<void> {
    const { store, reporter, now } = this.#services;
    const { attempts, type, key } = delivery;
    const isDelivered = status !== undefined && status >= 200 && status < 300;
    const retry = RETRIES[attempts - 1];
    // 410: the receiver wants no more of it.
    const isDead = !isDelivered && (status === 410 || retry === undefined);
    const wait = isDelivered || isDead ? 0 : (retry as number) * (0.5 + 0.5 * this.#options.random());
    const state = isDelivered ? 'delivered' : isDead ? 'dead' : 'pending';
    await store.end(delivery, { state, nextAt: now() + Math.round(wait), status, error: text || undefined });
    if (isDead) reporter.say(`dead: ${type} ${key} of "${name}", attempt ${attempts}: ${status ?? text}`);
  }
}
