import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter, RouterAnswer } from '@rest-gen/router';
import type { Rows, Selection, Shown } from '../types.ts';
import type { ListRead } from './narrow-models.ts';

/** The read that the running request of the program itself makes. */
export const READ: AsyncLocalStorage<ListRead> = new AsyncLocalStorage<ListRead>();

/** Whose list it is. */
export interface ListAddress {
  /** Below the mount path. */
  readonly url: string;
  readonly user: object | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Records of a list, and what the list depends on. */
export interface ShownRows extends Rows {
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

/**
 * Read other rows than a page of a list, by a request to the router: rules, logic, policies and `show` are those of every request.
 *
 * @throws {ListRefused}
 */
export async function readRows(
  router: Pick<RestRouter, 'request'>,
  log: ChangeLog,
  address: ListAddress,
  selection: Selection,
): Promise<ShownRows> {
  const {
    answer,
    read: { rows },
  } = await requestList(router, log, address, selection);
  const lines = String(answer.body).split('\n').slice(0, -1);
  if (rows === undefined || rows.keys.length !== lines.length)
    throw new Error(`The action of ${address.url} does not answer with this.list(): its changes cannot be read.`);
  return { ...rows, records: lines.map((text, at) => ({ key: rows.keys[at] as string, text })) };
}

/** Send the request of {@link readRows}. @returns also what is no list: without `rows` @throws {ListRefused} */
export async function requestList(
  router: Pick<RestRouter, 'request'>,
  log: ChangeLog,
  { url, user, headers }: ListAddress,
  selection: Selection,
): Promise<{ readonly answer: RouterAnswer; readonly read: ListRead }> {
  const read: ListRead = { selection, log, answeredBy: undefined, rows: undefined };
  const answer = await READ.run(read, () =>
    router.request('GET', url, {
      ...(user && { user }),
      headers: { ...headers, accept: 'application/x-ndjson' },
    }),
  );
  if (answer.status !== 200) throw new ListRefused(answer);
  return { answer, read };
}
