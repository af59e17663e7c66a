import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter, RouterAnswer } from '@rest-gen/router';
import { mergeChanges } from './merge-changes.ts';
import type { ListRead } from './narrow-models.ts';
import { Turns } from './turns.ts';
import type { Batch, Rows, Selection, Shown } from './types.ts';

/** The read that the running request of the program itself makes. */
export const READ: AsyncLocalStorage<ListRead> = new AsyncLocalStorage<ListRead>();

/** Lists of a process that are read at a time: more would need more memory, and wait for connections. */
const READS = new Turns(10);

/** Keys of one query. */
const MOST_KEYS = 200;

/** Whose list it is. */
export interface FeedAddress {
  /** Below the mount path, without the parameters of the stream. */
  readonly url: string;
  readonly user: object | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The name of the controller. */
  readonly controller: string;
  readonly table: string;
  readonly pageSize: number;
}

/** A page of a list, and what the list depends on. */
export interface FeedPage extends Rows {
  readonly records: readonly Shown[];
}

/** The list of a request was refused: with this answer. */
export class ListRefused extends Error {
  readonly answer: RouterAnswer;

  constructor(answer: RouterAnswer) {
    super(`The list was answered with ${answer.status}`);
    this.answer = answer;
  }
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
  page(after: readonly unknown[] | undefined): Promise<FeedPage> {
    return this.#select({ kind: 'page', after, limit: this.address.pageSize });
  }

  /** What the list depends on, without reading any of it. @throws {ListRefused} */
  probe(): Promise<FeedPage> {
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

  async #select(selection: Selection): Promise<FeedPage> {
    const { url, user, headers, table } = this.address;
    const read: ListRead = { table, selection, log: this.#log, isTaken: false, rows: undefined };
    const request = () =>
      this.#router.request('GET', url, {
        ...(user && { user }),
        headers: { ...headers, accept: 'application/x-ndjson' },
      });
    const answer = await READS.run(() => READ.run(read, request));
    if (answer.status !== 200) throw new ListRefused(answer);
    const { rows } = read;
    const lines = String(answer.body).split('\n').slice(0, -1);
    if (rows === undefined || rows.keys.length !== lines.length)
      throw new Error(`The action of ${url} does not answer with this.list(): its changes cannot be read.`);
    return { ...rows, records: lines.map((text, at) => ({ key: rows.keys[at] as string, text })) };
  }
}
