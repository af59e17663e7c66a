import type { ChangeLog, RecordedChange } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import { type ListAddress, readRows, type ShownRows } from '../list/read-rows.ts';
import { Turns } from '../list/turns.ts';
import type { Batch, Selection, Shown } from '../types.ts';
import { type FormerRow, type ListEvent, mergeChanges, mergeEvents } from './merge-changes.ts';

/** Lists of a process that are read at a time: more would need more memory, and wait for connections. */
const READS = new Turns(10);

/** Keys of one query. */
const MOST_KEYS = 200;

/** Characters of former rows in one query: databases take no parameters of any size. */
const MOST_TEXT = 4_000_000;

/** Whose list it is. */
export interface FeedAddress extends ListAddress {
  /** The name of the controller. */
  readonly controller: string;
  readonly table: string;
  readonly pageSize: number;
}

/** The list of one request as it is now, read by requests to the router: rules, logic, policies and `show` are those of every request. */
export class Feed {
  readonly address: FeedAddress;
  readonly #router: Pick<RestRouter, 'request'>;
  readonly #log: ChangeLog;
  /** By the batch: streams of the same list share what is read for it. */
  readonly #read = new WeakMap<Batch, Promise<string[]>>();
  readonly #events = new WeakMap<Batch, Promise<ListEvent[]>>();

  constructor(router: Pick<RestRouter, 'request'>, log: ChangeLog, address: FeedAddress) {
    this.#router = router;
    this.#log = log;
    this.address = address;
  }

  /** @throws {ListRefused} */
  page(after: readonly unknown[] | undefined): Promise<ShownRows> {
    return this.#select({ kind: 'page', after, limit: this.address.pageSize });
  }

  /** What the list depends on, without reading any of it. @throws {ListRefused} */
  probe(): Promise<ShownRows> {
    return this.#select({ kind: 'keys', keys: [] });
  }

  /** The messages that changes make of the list. @throws {ListRefused} */
  messages(batch: Batch): Promise<string[]> {
    return readOnce(this.#read, batch, async () => {
      const { own, now, former } = await this.#states(batch);
      return mergeChanges(this.address.controller, own, now, former);
    });
  }

  /** What changes do to the records of the list: exactly when there are messages. @throws {ListRefused} */
  events(batch: Batch): Promise<ListEvent[]> {
    return readOnce(this.#events, batch, async () => {
      const { own, now, former } = await this.#states(batch);
      return mergeEvents(own, now, former);
    });
  }

  /** A record as the list shows it; `undefined` when it does not. @throws {ListRefused} */
  async find(key: string): Promise<Shown | undefined> {
    const { records } = await this.#select({ kind: 'keys', keys: [key] });
    return records[0];
  }

  async #states({ changes }: Batch): Promise<States> {
    const own = changes.filter(({ table }) => table === this.address.table);
    if (own.length === 0) return { own, now: [], former: [] };
    const keys = [...new Set(own.map(({ key }) => key))];
    const now: Shown[] = [];
    for (let at = 0; at < keys.length; at += MOST_KEYS) {
      const { records } = await this.#select({ kind: 'keys', keys: keys.slice(at, at + MOST_KEYS) });
      now.push(...records);
    }
    const former: FormerRow[] = [];
    for (const changed of inParts(own)) {
      const images = changed.map(({ before }) => before as string);
      const { records, places } = await this.#select({ kind: 'images', images });
      former.push(...records.map(({ key, text }, at) => ({ key, text, change: changed[places[at] as number] })));
    }
    return { own, now, former };
  }

  #select(selection: Selection): Promise<ShownRows> {
    return READS.run(() => readRows(this.#router, this.#log, this.address, selection));
  }
}

// --- internal ---

interface States {
  /** The changes of the table. */
  readonly own: readonly RecordedChange[];
  /** The records of these changes that belong to the list. */
  readonly now: readonly Shown[];
  /** The rows before the changes that belonged to it. */
  readonly former: readonly FormerRow[];
}

/** A failure is not kept: who connects again reads again. */
function readOnce<T>(known: WeakMap<Batch, Promise<T>>, batch: Batch, read: () => Promise<T>): Promise<T> {
  let reading = known.get(batch);
  if (reading === undefined) {
    reading = read();
    known.set(batch, reading);
    reading.catch(() => known.delete(batch));
  }
  return reading;
}

/** Changes with former rows, in parts of a size that one query takes. */
function inParts(changes: readonly RecordedChange[]): RecordedChange[][] {
  const parts: RecordedChange[][] = [];
  let left = 0;
  for (const change of changes) {
    if (change.before === undefined) continue;
    left -= change.before.length;
    if (left < 0) {
      parts.push([]);
      left = MOST_TEXT - change.before.length;
    }
    parts.at(-1)?.push(change);
  }
  return parts;
}
