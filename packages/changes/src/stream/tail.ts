import type { ChangeLog } from '@rest-gen/model';
import type { Batch } from '../types.ts';

/** Batches that are kept for streams that are not quite as fast as the others. */
const RECENT = 50;
/** Characters of former rows in them. */
const RECENT_TEXT = 16_000_000;
/** Changes that a stream gets at once. */
const MOST_MERGED = 1_000;
/** Characters of former rows in them. */
const MERGED_TEXT = 4_000_000;
/** Milliseconds between two deletions of old changes, and the statements of one. */
const BETWEEN_PRUNES = 60_000;
const MOST_PRUNES = 10;
/** Milliseconds to wait after the store has failed. */
const PAUSE = 1_000;

/**
 * The end of the changes, which all streams of a process wait for: while there is one, new changes get their positions and are read here, once.
 */
export class Tail {
  readonly #log: ChangeLog;
  readonly #interval: number;
  readonly #recent: Batch[] = [];
  /** By `from`, until there is another batch. */
  readonly #merged = new Map<number, Batch>();
  readonly #waiting = new Set<() => void>();
  #head: number | undefined;
  #users = 0;
  #prunedAt = Date.now();
  #polling: Promise<void> | undefined;

  constructor(log: ChangeLog, interval: number) {
    this.#log = log;
    this.#interval = interval;
  }

  /** Begin to look for changes. @returns ends it */
  open(): () => void {
    this.#users += 1;
    this.#polling ??= this.#poll();
    return () => {
      this.#users -= 1;
    };
  }

  /** Give positions to everything that is committed. @returns the last position */
  async catchUp(): Promise<number> {
    while ((await this.#log.number()) > 0);
    return this.#log.position();
  }

  /** The changes behind a position; waits for them. @returns `undefined` when the time is up, or the signal has aborted */
  async next(after: number, deadline: number, signal: AbortSignal): Promise<Batch | undefined> {
    let place = after;
    while (!signal.aborted) {
      const at = this.#recent.findIndex(({ from }) => from === place);
      if (at !== -1) return this.#merge(at);
      const head = this.#head;
      if (head !== undefined && place < head) {
        const old = await this.read(place);
        if (old !== undefined) return old;
        // What was between is deleted with its table, or a table was added.
        place = head;
      } else {
        if (Date.now() >= deadline) return undefined;
        // Nothing is between the look above and the wait.
        await this.#arrival(deadline, signal);
      }
    }
    return undefined;
  }

  /** The changes behind a position that have one already; `undefined` for none. */
  async read(after: number): Promise<Batch | undefined> {
    const changes = await this.#log.read({ after });
    const last = changes.at(-1);
    return last && { from: after, to: last.position, changes };
  }

  /** All batches from one on: a stream that is behind reads less often. Streams at the same place get the same object. */
  #merge(at: number): Batch {
    const [first, ...others] = this.#recent.slice(at) as [Batch, ...Batch[]];
    const known = this.#merged.get(first.from);
    if (known !== undefined) return known;
    let merged = first;
    let size = sizeOf(first);
    for (const batch of others) {
      const { to, changes } = batch;
      size += sizeOf(batch);
      if (merged.changes.length + changes.length > MOST_MERGED || size > MERGED_TEXT) break;
      merged = { from: first.from, to, changes: [...merged.changes, ...changes] };
    }
    this.#merged.set(first.from, merged);
    return merged;
  }

  #arrival(deadline: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(0, deadline - Date.now()), 2 ** 31 - 1));
      signal.addEventListener('abort', done);
      this.#waiting.add(done);
    });
  }

  async #poll(): Promise<void> {
    while (this.#users > 0) {
      let pause = this.#interval;
      try {
        if (await this.#look()) pause = 0;
        else await this.#prune();
      } catch {
        // The store answers again, or the streams end.
        pause = PAUSE;
      }
      if (pause > 0) await new Promise((resolve) => void setTimeout(resolve, pause));
    }
    this.#polling = undefined;
    this.#head = undefined;
    this.#recent.length = 0;
    this.#merged.clear();
  }

  /** Where no worker runs, streams delete what is older than it is kept. */
  async #prune(): Promise<void> {
    if (Date.now() - this.#prunedAt < BETWEEN_PRUNES) return;
    this.#prunedAt = Date.now();
    for (let rounds = 0; rounds < MOST_PRUNES && (await this.#log.prune()) > 0; rounds++);
  }

  /** @returns whether there may be more */
  async #look(): Promise<boolean> {
    await this.#log.number();
    if (this.#head === undefined) {
      this.#head = await this.#log.position();
      this.#wake();
    }
    const batch = await this.read(this.#head);
    if (batch === undefined) return false;
    this.#head = batch.to;
    this.#recent.push(batch);
    this.#merged.clear();
    this.#forget();
    this.#wake();
    return true;
  }

  /** Who is that far behind reads again. */
  #forget(): void {
    const recent = this.#recent;
    let size = recent.reduce((sum, batch) => sum + sizeOf(batch), 0);
    while (recent.length > RECENT || (recent.length > 1 && size > RECENT_TEXT)) size -= sizeOf(recent.shift() as Batch);
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

// --- internal ---

function sizeOf({ changes }: Batch): number {
  return changes.reduce((sum, { before }) => sum + (before?.length ?? 0), 0);
}
