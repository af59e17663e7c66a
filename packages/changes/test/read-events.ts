import { EventSource } from 'eventsource';

/** A message of a stream. */
export interface Message {
  readonly type?: string;
  readonly key?: string;
  readonly value?: Record<string, unknown>;
  readonly headers: { readonly operation?: string; readonly control?: string };
}

/** What npm `eventsource` receives, and the list that follows from it. */
export class Follower {
  readonly source: EventSource;
  readonly messages: Message[] = [];
  readonly records = new Map<string, Record<string, unknown>>();
  offset = '';
  #waiting: (() => void)[] = [];

  constructor(url: string, headers: Record<string, string> = {}) {
    this.source = new EventSource(url, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
    });
    this.source.addEventListener('data', ({ data, lastEventId }) => this.#take(JSON.parse(data), lastEventId));
    this.source.addEventListener('control', ({ lastEventId }) => this.#take([], lastEventId));
  }

  /** Wait until what was received fulfils a condition. */
  async until(isMet: (follower: this) => boolean): Promise<void> {
    while (!isMet(this)) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** The list has arrived. */
  ready(): Promise<void> {
    return this.until(({ messages }) => messages.some(({ headers }) => headers.control === 'snapshot-end'));
  }

  close(): void {
    this.source.close();
  }

  #take(messages: readonly Message[], offset: string): void {
    for (const { key = '', value, headers } of messages) {
      if (headers.control === 'snapshot-start') this.records.clear();
      if (headers.operation === 'delete') this.records.delete(key);
      else if (value !== undefined) this.records.set(key, value);
    }
    this.messages.push(...messages);
    this.offset = offset;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
