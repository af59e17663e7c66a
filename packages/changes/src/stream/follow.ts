import { createHash } from 'node:crypto';
import { changeError } from '../errors.ts';
import type { Batch, Chunk, Reach, Rows, Shown } from '../types.ts';
import type { Feed } from './feed.ts';
import { writeControl, writeDelete, writeRecord } from './merge-changes.ts';
import { writeOffset } from './offset.ts';
import type { Tail } from './tail.ts';

/** Records of a list that is compared as a whole. */
const MOST_COMPARED = 10_000;

/** What a stream is made of. */
export interface StreamSource {
  readonly feed: Feed;
  readonly tail: Tail;
  readonly reach: Reach;
  /** See `Offset`. */
  readonly reader: string;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly heartbeat: number;
}

/** Where a stream begins. */
export interface StreamStart {
  /** Behind this position; `undefined` for the list. */
  readonly position: number | undefined;
  /** There is nothing behind it at the moment. */
  readonly isCurrent?: boolean;
  /** What the client holds may be wrong: the list follows. */
  readonly isReset: boolean;
}

/** What there is, and then whatever comes. Ends with the signal. */
export async function* follow(source: StreamSource, start: StreamStart): AsyncGenerator<Chunk> {
  const { tail, signal, heartbeat, reader } = source;
  const known = isCompared(source.reach) ? new Map<string, string>() : undefined;
  let position = start.position;
  if (position === undefined) {
    position = await tail.catchUp();
    yield* snapshot(source, position, start.isReset, known);
  } else {
    // Only what comes now is asked for.
    if (known) await compare(source, known);
    yield { messages: [], offset: writeOffset({ position, reader }), upToDate: start.isCurrent === true };
  }
  let due = Date.now() + heartbeat;
  while (!signal.aborted) {
    const batch = await tail.next(position, due, signal);
    if (signal.aborted) return;
    let messages: readonly string[] = [];
    if (batch !== undefined) {
      messages = known ? await compareAfter(source, known, batch) : await source.feed.messages(batch);
      position = batch.to;
    } else if (known && source.reach.hasClock) messages = await compare(source, known);
    const isDue = Date.now() >= due;
    // What changes elsewhere does not show: signs of life come when they are due, whatever happens.
    if (messages.length === 0 && !isDue) continue;
    if (isDue) due = Date.now() + heartbeat;
    yield { messages, offset: writeOffset({ position, reader }), upToDate: true };
  }
}

/** The list, between two messages that say so. */
export async function* snapshot(
  source: StreamSource,
  position: number,
  isReset: boolean,
  known?: Map<string, string>,
): AsyncGenerator<Chunk> {
  const { controller } = source.feed.address;
  const first = [...(isReset ? [writeControl('reset')] : []), writeControl('snapshot-start')];
  // Read as a whole before anything is sent: a list that is too long is refused.
  const inserts = known && (await compare(source, known));
  yield { messages: first, offset: undefined, upToDate: false };
  if (inserts === undefined) {
    for await (const records of pages(source)) {
      const messages = records.map((record) => writeRecord(controller, record, 'insert'));
      yield { messages, offset: undefined, upToDate: false };
    }
  } else if (inserts.length > 0) yield { messages: inserts, offset: undefined, upToDate: false };
  const offset = writeOffset({ position, reader: source.reader });
  yield { messages: [writeControl('snapshot-end')], offset, upToDate: true };
}

/** The list depends on more than the rows of its table: it is read again, and compared. */
export function isCompared({ tables, hasClock }: Reach): boolean {
  return tables.size > 0 || hasClock;
}

/** Whether changes are of a table that the list depends on. */
export function concerns({ changes }: Batch, { feed, reach }: Pick<StreamSource, 'feed' | 'reach'>): boolean {
  return changes.some(({ table }) => table === feed.address.table || reach.tables.has(table));
}

/** Whether a list that is compared may have changed behind a position. */
export async function mayDiffer(source: StreamSource, from: number): Promise<boolean> {
  if (source.reach.hasClock) return true;
  for (let after = from; ; ) {
    const batch = await source.tail.read(after);
    if (batch === undefined) return false;
    if (concerns(batch, source)) return true;
    after = batch.to;
  }
}

// --- internal ---

async function* pages({ feed, signal }: StreamSource): AsyncGenerator<readonly Shown[]> {
  let after: Rows['next'];
  do {
    const page = await feed.page(after);
    if (page.records.length > 0) yield page.records;
    after = page.next;
  } while (after !== undefined && !signal.aborted);
}

async function compareAfter(source: StreamSource, known: Map<string, string>, batch: Batch): Promise<string[]> {
  return concerns(batch, source) ? compare(source, known) : [];
}

/** The messages that make of the known list the one that is there now. */
async function compare(source: StreamSource, known: Map<string, string>): Promise<string[]> {
  const { controller } = source.feed.address;
  const messages: string[] = [];
  const gone = new Set(known.keys());
  for await (const records of pages(source)) {
    for (const record of records) {
      const hash = hashOf(record.text);
      const former = known.get(record.key);
      gone.delete(record.key);
      if (former === hash) continue;
      known.set(record.key, hash);
      messages.push(writeRecord(controller, record, former === undefined ? 'insert' : 'update'));
    }
    if (known.size > MOST_COMPARED) throw tooLong();
  }
  // Cut off in the middle: nothing is known of the rest.
  if (source.signal.aborted) return [];
  for (const key of gone) {
    known.delete(key);
    messages.push(writeDelete(controller, key));
  }
  return messages;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

function tooLong(): Error {
  return changeError(
    'E_STREAM',
    `The list depends on other tables and has more than ${MOST_COMPARED} records: narrow it by filters.`,
  );
}
