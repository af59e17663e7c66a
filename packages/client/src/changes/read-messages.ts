import type { Change } from '../change-types.ts';
import type { ServerEvent } from './parse-events.ts';

/** Reads the messages of events as changes: `reset`, a list, `ready`, and what changes. */
export class MessageReader {
  /** What was last between `reset` and `ready`; `start`: nothing has come. */
  #state: 'start' | 'reset' | 'listing' | 'ready' = 'start';
  readonly #isLater: boolean;

  /** @param isLater - only later changes are asked for: nothing has to come before `ready` */
  constructor(isLater: boolean) {
    this.#isLater = isLater;
  }

  read({ event, data, id }: ServerEvent): Change<unknown>[] {
    // A service may say that nothing more is there without having sent a list.
    if (event === 'control') {
      return this.#isWaiting() && (this.#isLater || isUpToDate(data)) ? [this.#ready(id)] : [];
    }
    if (event !== 'data') return [];
    const changes = (JSON.parse(data) as Message[]).flatMap((message) => this.#read(message));
    return changes.map((change, index) => (index === changes.length - 1 ? { ...change, offset: id } : change));
  }

  /** What was read before may be wrong. */
  reset(): Change<unknown>[] {
    if (this.#state === 'reset') return [];
    this.#state = 'reset';
    return [{ type: 'reset', offset: undefined }];
  }

  #read({ key = '', value, headers: { operation, control } }: Message): Change<unknown>[] {
    if (control === 'reset') return this.reset();
    if (control === 'snapshot-start') {
      const changes = this.reset();
      this.#state = 'listing';
      return changes;
    }
    if (control === 'snapshot-end') return [this.#ready()];
    if (operation === 'delete') return [{ type: operation, key, offset: undefined }];
    if (operation === 'insert' || operation === 'update') {
      return [{ type: operation, key, record: value, offset: undefined }];
    }
    return [];
  }

  #isWaiting(): boolean {
    return this.#state === 'start' || this.#state === 'reset';
  }

  #ready(offset?: string): Change<unknown> {
    this.#state = 'ready';
    return { type: 'ready', offset };
  }
}

// --- internal ---

/** A message of the Durable Streams State Protocol. */
interface Message {
  readonly key?: string;
  readonly value?: unknown;
  readonly headers: { readonly operation?: string; readonly control?: string };
}

function isUpToDate(data: string): boolean {
  return (JSON.parse(data) as { readonly upToDate?: boolean }).upToDate === true;
}
