import { Readable } from 'node:stream';
import type { Exchange, ReadyAnswer } from '@rest-gen/router/part';
import { ListRefused } from '../list/read-rows.ts';
import type { Chunk } from '../types.ts';
import { concerns, isCompared, mayDiffer, type StreamSource, type StreamStart, snapshot } from './follow.ts';
import { writeOffset } from './offset.ts';
import { writeList } from './write-events.ts';

/** Milliseconds that `live=long-poll` waits. */
const LONGEST_POLL = 20_000;

/** Batches of one answer. */
const MOST_BATCHES = 10;

/** The list, or the changes so far. */
export async function readList(source: StreamSource, start: StreamStart): Promise<ReadyAnswer> {
  if (start.position === undefined) return sendSnapshot(source, start.isReset);
  if (isCompared(source.reach)) {
    const isChanged = await mayDiffer(source, start.position);
    return isChanged ? sendSnapshot(source, true) : sendMessages(source, start.position, [], true);
  }
  const messages: string[] = [];
  let { position } = start;
  for (let batches = 0; batches < MOST_BATCHES; batches++) {
    const batch = await source.tail.read(position);
    if (batch === undefined) return sendMessages(source, position, messages, true);
    messages.push(...(await source.feed.messages(batch)));
    position = batch.to;
  }
  return sendMessages(source, position, messages, false);
}

/** As {@link readList}, and waits where there is nothing. */
export async function pollList(source: StreamSource, start: StreamStart, { timeout }: Exchange): Promise<ReadyAnswer> {
  if (start.position === undefined) return sendSnapshot(source, start.isReset);
  const { tail, feed, reach, signal } = source;
  const deadline = Date.now() + Math.min(LONGEST_POLL, timeout > 0 ? timeout * 0.8 : LONGEST_POLL);
  let { position } = start;
  while (Date.now() < deadline && !signal.aborted) {
    const batch = await tail.next(position, deadline, signal);
    if (batch === undefined) break;
    position = batch.to;
    if (isCompared(reach)) {
      if (concerns(batch, source)) return sendSnapshot(source, true);
      continue;
    }
    const messages = await feed.messages(batch);
    if (messages.length > 0) return sendMessages(source, position, messages, true);
  }
  return reach.hasClock ? sendSnapshot(source, true) : sendMessages(source, position, undefined, true);
}

/** A list that is refused later ends its stream: the client connects again and gets the error. */
export async function* endRefused(first: IteratorResult<Chunk>, rest: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
  }
}

// --- internal ---

async function sendSnapshot(source: StreamSource, isReset: boolean): Promise<ReadyAnswer> {
  const position = await source.tail.catchUp();
  const chunks = snapshot(source, position, isReset);
  const first = await chunks.next();
  const body = Readable.from(writeList(endRefused(first, chunks)), { objectMode: false });
  return { status: 200, headers: headersOf(source, position, true), body };
}

/** @param messages - `undefined` where none came in time */
function sendMessages(
  source: StreamSource,
  position: number,
  messages: readonly string[] | undefined,
  isUpToDate: boolean,
): ReadyAnswer {
  const headers = headersOf(source, position, isUpToDate);
  if (messages !== undefined) return { status: 200, headers, body: `[${messages.join()}]` };
  const { 'Content-Type': _type, ...others } = headers;
  return { status: 204, headers: others, body: undefined };
}

function headersOf({ reader }: StreamSource, position: number, isUpToDate: boolean): Record<string, string> {
  const offset = writeOffset({ position, reader });
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Stream-Next-Offset': offset,
    'Stream-Cursor': offset,
    ...(isUpToDate && { 'Stream-Up-To-Date': 'true' }),
  };
}
