import type { ChangeLog, RecordedTable } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import { type Exchange, type Resource, readerOf, userOfRequest } from '@rest-gen/router/part';
import { changeError } from '../errors.ts';
import type { Reach } from '../types.ts';
import { Feed, type FeedAddress } from './feed.ts';
import { feedKey } from './feed-key.ts';
import { shortHash } from './offset.ts';

/** The parameters of a stream, which the list does not have. */
const STREAM_PARAMETERS: ReadonlySet<string> = new Set(['offset', 'live', 'cursor']);

/** A list whose changes are asked for. */
export interface OpenList {
  readonly feed: Feed;
  readonly reach: Reach;
  /** See `Offset`. */
  readonly reader: string;
  readonly source: RecordedTable;
}

/** What lists are opened with. */
export interface ListSources {
  readonly router: RestRouter;
  readonly log: ChangeLog;
  readonly feeds: Map<string, WeakRef<Feed>>;
}

/**
 * Open the list of a request for its changes.
 *
 * @throws {ListRefused} as the list itself is refused
 * @throws {HttpError} 400 `E_STREAM` where its changes cannot be told
 */
export async function openList(exchange: Exchange, resource: Resource, sources: ListSources): Promise<OpenList> {
  const { router, log } = sources;
  const { table } = resource;
  const address: FeedAddress = {
    url: withoutParameters(exchange.req.url, STREAM_PARAMETERS),
    user: userOfRequest(router, exchange.req),
    headers: passedHeaders(exchange.req),
    controller: exchange.controller,
    table: table.name,
    pageSize: exchange.query.include === undefined ? table.maxPageSize : table.pageSize,
  };
  const feed = shareFeed(address, sources);
  const [{ reach }, tables] = [await feed.probe(), await log.tables()];
  const source = tables.find((one) => one.table === table.name);
  if (source === undefined) throw notRecorded(table.name);
  checkReach(reach, source, tables);
  const reader = shortHash(readerOfList(exchange, resource));
  return { feed, reach, reader, source };
}

/** The id of a user, or `sub` of the claims of a token, as text. */
export function idOf(user: unknown): string | undefined {
  const { id, sub } = Object(user) as { id?: unknown; sub?: unknown };
  const name = id ?? sub;
  return name === undefined || name === null ? undefined : String(name);
}

/** Take parameters out of a URL; the others are kept as they are. */
export function withoutParameters(url: string, names: ReadonlySet<string>): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((part) => !names.has(nameOf(part)));
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join('&')}`;
}

/** What a class may read of a request, without what differs with each client or is about this connection. */
export function passedHeaders({
  headers,
  hostname,
}: Exchange['req']): Record<string, string | readonly string[] | undefined> {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CLIENT.test(name)));
  // Behind a proxy that the application trusts, the host is not that of the header field.
  const isOther = hostname !== undefined && hostname !== headers.host?.replace(/:\d+$/, '');
  return isOther ? { ...passed, host: hostname } : passed;
}

/** Check that the changes of all that a list depends on are recorded. @throws {HttpError} 400 `E_STREAM` */
export function checkReach(
  { tables, columns }: Reach,
  { except }: RecordedTable,
  recorded: readonly RecordedTable[],
): void {
  for (const name of tables) if (!recorded.some(({ table }) => table === name)) throw notRecorded(name);
  const hidden = except.find((name) => columns.has(name));
  if (hidden === undefined) return;
  throw changeError('E_STREAM', `The list depends on the column "${hidden}", which its recorded changes do not have.`, {
    hint: `Take "${hidden}" out of except of t.changes, or do not filter by it.`,
  });
}

// --- internal ---

/** Without policies the class may ask who the user is; what else a user has may change with each request. */
function readerOfList({ user }: Exchange, resource: Resource): string {
  return resource.access === undefined ? (idOf(user) ?? '') : readerOf(resource);
}

function notRecorded(table: string): Error {
  return changeError('E_STREAM', `The list depends on the table "${table}", whose changes are not recorded.`, {
    hint: `Write t.changes({ keep: '7 days' }) for "${table}" in a migration.`,
  });
}

/** Streams of the same list for the same user read it once. */
function shareFeed(address: FeedAddress, { router, log, feeds }: ListSources): Feed {
  const key = feedKey(address);
  const known = key === undefined ? undefined : feeds.get(key)?.deref();
  if (known !== undefined) return known;
  const feed = new Feed(router, log, address);
  if (key !== undefined) {
    feeds.set(key, new WeakRef(feed));
    if (feeds.size > 10_000) for (const [name, ref] of feeds) if (ref.deref() === undefined) feeds.delete(name);
  }
  return feed;
}

function nameOf(part: string): string {
  const name = part.split('=', 1)[0] as string;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const OF_CLIENT =
  /^(?:accept|accept-encoding|user-agent|connection|keep-alive|upgrade.*|te|trailer|transfer-encoding|content-.*|expect|cache-control|pragma|last-event-id|if-.*|range|referer|dnt|priority|sec-.*|forwarded|x-forwarded-for|x-real-ip|x-request-id|traceparent|tracestate|proxy-.*)$/;
