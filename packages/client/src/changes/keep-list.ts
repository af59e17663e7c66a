import type { Live } from '../change-types.ts';
import type { Entry } from './compare.ts';
import type { Batch } from './read-batches.ts';

/** Reads changes until the signal is aborted. */
export type ReadChanges = (signal: AbortSignal, onConnection: (isConnected: boolean) => void) => AsyncIterable<Batch>;

/**
 * Keep a list as its changes say. A list that comes again replaces the old one when it is complete.
 *
 * @param signal - ends it, as `close` does
 */
export function keepList(
  read: ReadChanges,
  order: (a: Entry, b: Entry) => number,
  signal?: AbortSignal,
): Live<unknown> {
  const controller = new AbortController();
  const listeners = new Set<{ readonly call: () => void }>();
  let state: Pick<Live<unknown>, 'records' | 'isConnected' | 'error'> = {
    records: [],
    isConnected: false,
    error: undefined,
  };
  const set = (change: Partial<typeof state>) => {
    state = { ...state, ...change };
    for (const { call } of listeners) call();
  };
  const close = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', close, { once: true });
  if (signal?.aborted) close();

  const ready = new Promise<void>((resolve, reject) => void run(resolve).then(reject));
  // Who does not wait for it looks at `error`.
  ready.catch(() => {});
  return {
    get records() {
      return state.records;
    },
    get isConnected() {
      return state.isConnected;
    },
    get error() {
      return state.error;
    },
    ready,
    subscribe: (call) => {
      const listener = { call };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close,
  };

  /** @returns why it has ended */
  async function run(onReady: () => void): Promise<unknown> {
    const onConnection = (isConnected: boolean) => isConnected !== state.isConnected && set({ isConnected });
    const entries = new Entries(order);
    try {
      for await (const batch of read(controller.signal, onConnection)) {
        if (controller.signal.aborted) break;
        if (!entries.apply(batch)) continue;
        set({ records: entries.records });
        onReady();
      }
      return controller.signal.reason;
    } catch (error) {
      set({ error });
      return error;
    } finally {
      onConnection(false);
      signal?.removeEventListener('abort', close);
      listeners.clear();
    }
  }
}

// --- internal ---

class Entries {
  readonly #order: (a: Entry, b: Entry) => number;
  #entries: readonly Entry[] = [];
  /** The list that is coming. */
  #next: Map<string, unknown> | undefined;

  constructor(order: (a: Entry, b: Entry) => number) {
    this.#order = order;
  }

  get records(): readonly unknown[] {
    return this.#entries.map(([, record]) => record);
  }

  /** @returns whether the records are others than before */
  apply(batch: Batch): boolean {
    let isReplaced = false;
    const changed = new Map<string, unknown>();
    for (const change of batch) {
      if (change.type === 'reset') this.#next = new Map();
      else if (change.type === 'ready') {
        if (this.#next === undefined) continue;
        isReplaced = true;
        this.#entries = [...this.#next];
        this.#next = undefined;
        changed.clear();
      } else if (change.type !== 'delete') (this.#next ?? changed).set(change.key, change.record);
      else if (this.#next) this.#next.delete(change.key);
      else changed.set(change.key, undefined);
    }
    if (!isReplaced && changed.size === 0) return false;
    const written = [...changed].filter(([, record]) => record !== undefined);
    // Most of it is sorted already, which takes the sort of JavaScript linear time.
    this.#entries = this.#entries
      .filter(([key]) => !changed.has(key))
      .concat(written)
      .sort(this.#order);
    return true;
  }
}
