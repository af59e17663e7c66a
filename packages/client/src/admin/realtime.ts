import type { Change } from '../change-types.ts';
import { type Any, type Id, resourceOf } from './panel.ts';

/** An event of ra-realtime. */
export interface RealtimeEvent {
  readonly topic: string;
  readonly type: 'created' | 'updated' | 'deleted';
  /** Without ids: any record may have changed. */
  readonly payload: { readonly ids: readonly Id[] };
  readonly date: Date;
}

export type RealtimeCallback = (event: RealtimeEvent) => void;

/** What ra-realtime calls of a data provider. */
export interface RealtimeMethods {
  /** @param topic - `resource/issue`, or `resource/issue/7`. @throws {Error} for another one, and for a resource that has no changes */
  subscribe(topic: string, callback: RealtimeCallback): Promise<void>;
  unsubscribe(topic: string, callback: RealtimeCallback): Promise<void>;
  /** @throws {Error} always: what users write is an event, for all of them */
  publish(topic: string, event: unknown): Promise<never>;
}

/** Create the realtime methods of a data provider of react-admin: one connection for each resource that has subscriptions. */
export function createRealtime(api: object): RealtimeMethods {
  const feeds = new Map<string, Feed>();

  return {
    async subscribe(topic, callback) {
      const name = resourceIn(api, topic);
      const feed = feeds.get(name) ?? new Feed(api, name, () => feeds.delete(name));
      feeds.set(name, feed);
      feed.add(topic, callback);
    },

    async unsubscribe(topic, callback) {
      for (const feed of [...feeds.values()]) feed.remove(topic, callback);
    },

    async publish(topic) {
      throw new Error(`Nothing can be published to ${topic}: the service tells all panels what was written.`);
    },
  };
}

// --- internal ---

const PREFIX = 'resource/';

/** `resource/issue/7` → `issue` */
function resourceIn(api: object, topic: string): string {
  const text = topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : '';
  const name = [text, text.slice(0, Math.max(text.lastIndexOf('/'), 0))].find((one) => one !== '' && has(api, one));
  if (name === undefined) {
    throw new Error(`There are no changes for "${topic}": a topic is resource/<name>, of a class with static changes.`);
  }
  return name;
}

function has(api: object, name: string): boolean {
  try {
    return resourceOf(api, name).changes !== undefined;
  } catch {
    return false;
  }
}

const TYPES = { insert: 'created', update: 'updated', delete: 'deleted' } as const;

/** The later changes of a resource, as long as somebody listens. */
class Feed {
  readonly #name: string;
  readonly #callbacks = new Map<string, Set<RealtimeCallback>>();
  readonly #controller = new AbortController();
  readonly #onEnd: () => void;
  /** Where the list comes again, its records are no events. */
  #isListing = false;

  constructor(api: object, name: string, onEnd: () => void) {
    this.#name = name;
    this.#onEnd = onEnd;
    void this.#read(resourceOf(api, name));
  }

  add(topic: string, callback: RealtimeCallback): void {
    const callbacks = this.#callbacks.get(topic) ?? new Set();
    this.#callbacks.set(topic, callbacks.add(callback));
  }

  remove(topic: string, callback: RealtimeCallback): void {
    const callbacks = this.#callbacks.get(topic);
    callbacks?.delete(callback);
    if (callbacks?.size === 0) this.#callbacks.delete(topic);
    if (this.#callbacks.size === 0) this.#end();
  }

  #end(): void {
    this.#controller.abort();
    this.#onEnd();
  }

  async #read(resource: Any): Promise<void> {
    try {
      const { signal } = this.#controller;
      for await (const change of resource.changes({ from: 'now', signal })) this.#tell(change);
    } catch (error) {
      // A panel without events still works.
      console.warn(`There are no more events of ${this.#name}.`, error);
      this.#end();
    }
  }

  #tell(change: Change<{ readonly id: Id }>): void {
    const all = PREFIX + this.#name;
    if (change.type === 'ready') this.#isListing = false;
    if (change.type === 'reset') {
      this.#isListing = true;
      for (const topic of [...this.#callbacks.keys()]) {
        this.#publish(topic, 'updated', topic === all ? [] : [idOf(topic.slice(all.length + 1))]);
      }
    }
    if (this.#isListing || !('key' in change)) return;
    const id = 'record' in change ? change.record.id : idOf(change.key);
    for (const topic of [all, `${all}/${id}`]) this.#publish(topic, TYPES[change.type], [id]);
  }

  #publish(topic: string, type: RealtimeEvent['type'], ids: readonly Id[]): void {
    for (const callback of [...(this.#callbacks.get(topic) ?? [])]) {
      callback({ topic, type, payload: { ids }, date: new Date() });
    }
  }
}

/** `7` is a number, as in records. */
function idOf(key: string): Id {
  const number = Number(key);
  return Number.isSafeInteger(number) && String(number) === key ? number : key;
}
