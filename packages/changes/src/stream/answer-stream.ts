import { Readable } from 'node:stream';
import type { Exchange, ReadyAnswer, Resource } from '@rest-gen/router/part';
import { ListRefused } from '../list/read-rows.ts';
import type { Chunk } from '../types.ts';
import { endRefused, pollList, readList } from './answer-list.ts';
import { findStart } from './find-start.ts';
import { follow, type StreamSource } from './follow.ts';
import { idOf, type ListSources, openList } from './open-list.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Tail } from './tail.ts';
import { writeEvents } from './write-events.ts';

/** What a request says of the changes it wants. */
export interface StreamRequest {
  readonly offset: string;
  readonly live: 'sse' | 'long-poll' | undefined;
}

/** What answers with changes needs. */
export interface StreamServices extends ListSources {
  readonly tail: Tail;
  readonly streams: OpenStreams;
  readonly heartbeat: number;
}

/** Answer a list request with its changes. */
export async function answerStream(
  exchange: Exchange,
  resource: Resource,
  asked: StreamRequest,
  services: StreamServices,
): Promise<ReadyAnswer> {
  const { req, user } = exchange;
  const id = idOf(user);
  const isFollowed = asked.live !== undefined && req.method !== 'HEAD';
  // Without Express there is no `ip`.
  const requester = id === undefined ? `at ${req.ip ?? req.socket.remoteAddress}` : `user ${id}`;
  const stream = services.streams.open(requester, req);
  const closeTail = isFollowed ? services.tail.open() : () => {};
  // The answer is sent, or its client has left.
  exchange.res.once('close', () => {
    stream.release();
    closeTail();
  });
  try {
    const list = await openList(exchange, resource, services);
    const { heartbeat, tail } = services;
    const source: StreamSource = { ...list, tail, heartbeat, signal: stream.signal };
    const resumed = asked.live === 'sse' ? lastEventId(req.headers['last-event-id']) : undefined;
    const start = await findStart(resumed ?? asked.offset, asked.live === 'sse', resumed !== undefined, list, tail);
    if (asked.live === 'sse' && isFollowed) return await openEvents(follow(source, start));
    if (asked.live === 'long-poll' && isFollowed) return await pollList(source, start, exchange);
    return await readList(source, start);
  } catch (error) {
    if (error instanceof ListRefused) return passOn(error);
    throw error;
  }
}

/** Answer as the list itself was answered. */
export function passOn({ answer: { status, headers, body } }: ListRefused): ReadyAnswer {
  const passed = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  const text =
    typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  return { status, headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])), body: text };
}

// --- internal ---

/** What `EventSource` sends when it connects again; without a value it has none. */
function lastEventId(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/** Answer with events. What fails before the first one is answered as an error. */
async function openEvents(chunks: AsyncGenerator<Chunk>): Promise<ReadyAnswer> {
  const first = await chunks.next();
  const body = Readable.from(writeEvents(endRefused(first, chunks)), { objectMode: false });
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Middleware that compresses would hold events back.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  };
  return { status: 200, headers, body };
}

const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'etag'],
]);
