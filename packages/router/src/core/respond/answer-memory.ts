import type { ServerResponse } from 'node:http';
import { type HttpError, requestError } from '../errors.ts';

/** Bytes from which an answer is counted and sent as bytes. The operating system takes a smaller one at once. */
export const LARGE = 16_384;

/**
 * Refuse a request while clients of this process have left `limit` bytes of answers unread.
 *
 * @throws {HttpError} 503 `E_BUSY`
 */
export function checkMemory(limit: number): void {
  if (unread >= limit) throw busy(limit);
}

/** Count an answer until its client has read it, or has left. */
export function countUnread(res: ServerResponse, bytes: number): void {
  unread += bytes;
  res.once('close', () => {
    unread -= bytes;
    admit();
  });
}

/**
 * Wait until there is memory for an answer that will be read from the store.
 *
 * @param bytes - that the answer can have
 * @param limit - bytes of all answers of this process; an answer that needs more is made while there is no other
 * @returns a function that ends the reservation; call it once
 * @throws {HttpError} 503 `E_BUSY` when no memory becomes free for two seconds
 */
export async function reserveMemory(bytes: number, limit: number): Promise<() => void> {
  const needed = Math.min(COPIES * bytes, limit);
  await new Promise<void>((begin, refuse) => {
    waiting.push({ needed, limit, begin, refuse });
    if (waiting.length === 1) admit();
  });
  return () => {
    reserved -= needed;
    admit();
  };
}

// --- internal ---

/** Rows, text and bytes of an answer are in memory together. */
const COPIES = 3;
/** Milliseconds. */
const PATIENCE = 2_000;

interface Waiting {
  readonly needed: number;
  readonly limit: number;
  readonly begin: () => void;
  readonly refuse: (error: HttpError) => void;
}

/** Bytes of sent answers. All routers of a process share its memory. */
let unread = 0;
/** Bytes for answers that are being made. */
let reserved = 0;
/** In the order of arrival. */
const waiting: Waiting[] = [];
/** Runs while some wait, from the time when memory became free last. */
let timer: NodeJS.Timeout | undefined;

function admit(): void {
  clearTimeout(timer);
  for (let first = waiting[0]; first && fits(first); first = waiting[0]) {
    waiting.shift();
    reserved += first.needed;
    first.begin();
  }
  if (waiting.length > 0) timer = setTimeout(refuseAll, PATIENCE);
}

/** What is being made is in the heap of JavaScript, and gets half of the limit; bytes that are sent are outside of the heap. */
function fits({ needed, limit }: Waiting): boolean {
  const isInHeap = reserved === 0 || reserved + needed <= limit / 2;
  return isInHeap && unread + reserved + needed <= limit;
}

function refuseAll(): void {
  for (const { limit, refuse } of waiting.splice(0)) refuse(busy(limit));
}

function busy(limit: number): HttpError {
  return requestError('E_BUSY', undefined, {
    headers: { 'Retry-After': '1' },
    hint: `Clients have not read ${unread} bytes, answers that are being made may need ${reserved}, and limits.memory is ${limit}.`,
  });
}
