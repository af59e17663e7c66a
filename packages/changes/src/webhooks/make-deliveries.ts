import type { ChangeLog, RecordedTable } from '@rest-gen/model';
import { ListRefused } from '../list/read-rows.ts';
import type { Batch } from '../types.ts';
import type { Reporter } from '../worker/reporter.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { explainRefusal } from './find-list.ts';
import type { CheckedWebhook } from './types.ts';
import type { WebhookLists } from './webhook-lists.ts';
import type { WebhookSource } from './webhook-source.ts';

/** What webhooks are served with. */
export interface WebhookServices {
  readonly log: ChangeLog;
  readonly store: DeliveryStore;
  readonly source: WebhookSource;
  readonly lists: WebhookLists;
  readonly reporter: Reporter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds until a webhook whose list could not be read is tried again. */
const PAUSE = 10_000;

/** Makes deliveries of changes. */
export class DeliveryMaker {
  readonly #services: WebhookServices;
  /** When webhooks that have failed are tried again. */
  readonly #paused = new Map<string, number>();

  constructor(services: WebhookServices) {
    this.#services = services;
  }

  /** Make those of the next changes of each webhook. @returns whether there may be more */
  async round(signal: AbortSignal): Promise<boolean> {
    const { source, store, log, reporter, now } = this.#services;
    const webhooks = await source.current();
    if (webhooks.size === 0) return false;
    const cursors = await store.cursors();
    const round: Round = { tables: await log.tables(), batches: new Map() };
    let isMore = false;
    for (const [name, webhook] of webhooks) {
      if (signal.aborted) return false;
      if ((this.#paused.get(name) ?? 0) > now()) continue;
      const cursor = cursors.get(name);
      try {
        if (await this.#follow(webhook, cursor ?? (await this.#begin(name)), round)) isMore = true;
        this.#paused.delete(name);
        reporter.pass(`webhook ${name}`);
      } catch (error) {
        this.#paused.set(name, now() + PAUSE);
        const shown = error instanceof ListRefused ? explainRefusal(name, webhook.list, error) : error;
        reporter.fail(`webhook ${name}`, shown);
      }
    }
    return isMore;
  }

  /** A new webhook begins with what changes from now on. */
  async #begin(name: string): Promise<number> {
    const { store, log } = this.#services;
    const position = await log.position();
    await store.begin(name, position);
    return position;
  }

  /** @returns whether there were changes */
  async #follow(webhook: CheckedWebhook, cursor: number, { tables, batches }: Round): Promise<boolean> {
    const { lists, store, log, reporter, now } = this.#services;
    const { name, actions } = webhook;
    const feed = await lists.of(webhook);
    const { table, controller } = feed.address;
    const pruned = tables.find((one) => one.table === table)?.pruned ?? 0;
    if (cursor < pruned) {
      reporter.say(`error: "${name}" has lost changes of ${table}: they were not kept long enough.`);
      return store.move(name, cursor, pruned, [], now());
    }
    const key = `${cursor} ${table}`;
    let read = batches.get(key);
    if (read === undefined) {
      read = readBatch(log, table, cursor);
      batches.set(key, read);
    }
    const batch = await read;
    if (batch === undefined) return false;
    const made = (await feed.events(batch))
      .filter(({ action }) => actions.has(action))
      .map(({ key: record, action, change }) => ({
        key: record,
        type: `${controller.replaceAll('/', '.')}.${action}`,
        occurredAt: change.at,
      }));
    await store.move(name, cursor, batch.to, made, now());
    return true;
  }
}

// --- internal ---

/** What webhooks share in a round. */
interface Round {
  readonly tables: readonly RecordedTable[];
  /** By position and table. */
  readonly batches: Map<string, Promise<Batch | undefined>>;
}

async function readBatch(log: ChangeLog, table: string, after: number): Promise<Batch | undefined> {
  const changes = await log.read({ after, table });
  const last = changes.at(-1);
  return last && { from: after, to: last.position, changes };
}
