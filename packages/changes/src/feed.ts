import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import { mergeChanges } from './merge-changes.ts';
import { type ListAddress, readRows, type ShownRows } from './read-rows.ts';
import { Turns } from './turns.ts';
import type { Batch, Selection, Shown } from './types.ts';

/** Lists of a process that are read at a time: more would need more memory, and wait for connections. */
const READS = new Turns(10);

/** Keys of one query. */
const MOST_KEYS = 200;

/** Whose list it is. */
export interface FeedAddress extends ListAddress {
  /** The name of the controller. */
  readonly controller: string;
  readonly pageSize: number;
}

/** The list of one request as it is now, read by requests to the router: rules, logic, policies and `show` are those of every request. */
export class Feed {
  readonly address: FeedAddress;
  readonly #router: Pick<RestRouter, 'request'>;
  readonly #log: ChangeLog;
  /** By the batch: streams of the same list share what is read for it. */
  readonly #read = new WeakMap<Batch, Promise<string[]>>();

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
    let read = this.#read.get(batch);
    if (read === undefined) {
      read = this.#messages(batch);
      this.#read.set(batch, read);
    }
    return read;
  }

  async #messages({ changes }: Batch): Promise<string[]> {
    const own = changes.filter(({ table }) => table === this.address.table);
    if (own.length === 0) return [];
    const keys = [...new Set(own.map(({ key }) => key))];
    const now: Shown[] = [];
    for (let at = 0; at < keys.length; at += MOST_KEYS) {
      const { records } = await this.#select({ kind: 'keys', keys: keys.slice(at, at + MOST_KEYS) });
      now.push(...records);
    }
    const images = own.flatMap(({ before }) => before ?? []);
    const former: readonly Shown[] =
      images.length === 0 ? [] : (await this.#select({ kind: 'images', images })).records;
    return mergeChanges(this.address.controller, own, now, former);
  }

  #select(selection: Selection): Promise<ShownRows> {
    return READS.run(() => readRows(this.#router, this.#log, this.address, selection));
  }
}
