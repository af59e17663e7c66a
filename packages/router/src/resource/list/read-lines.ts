import { AsyncLocalStorage } from 'node:async_hooks';
import type { Row } from '@rest-gen/model/core';
import { toJson } from '../../core/respond/write-body.ts';

/** How to read a list as lines. */
export interface LineOptions {
  /** The row that the first line follows. */
  readonly after: Row | undefined;
  /** The maximum number of rows. */
  readonly most: number;
  /** The maximum number of rows of a batch. */
  readonly batch: number;
  /** Read only the first batch: HEAD sends no lines. */
  readonly once: boolean;
  /** Maps a row to the value that is written. */
  readonly show: (row: Row) => unknown;
  /** Called when there is no row. */
  readonly whenEmpty: () => Promise<void>;
}

/** Reads so many rows that follow a row, or the first ones. */
export type ReadRows = (after: Row | undefined, limit: number) => Promise<Row[]>;

/** Whether the rows of a list of lines are being read: whoever changes what is read tells them from what else an action reads. */
export const LISTING: AsyncLocalStorage<true> = new AsyncLocalStorage<true>();

/**
 * Read rows in batches by key, and write each as a line of JSON. The next batch is read when the client has consumed the last one.
 *
 * A batch aims at 256 KB of rows: its number of rows follows from the bytes of the batch before it.
 *
 * @param read - the rows that follow one, in their order
 */
export async function* readLines(read: ReadRows, options: LineOptions): AsyncGenerator<string> {
  const { after, most, batch, once, show, whenEmpty } = options;
  let last = after;
  let left = most;
  let size = Math.min(FIRST_BATCH, batch);
  while (left > 0) {
    size = Math.min(size, left);
    const rows = await read(last, size);
    if (rows.length === 0 && last === after) await whenEmpty();
    if (rows.length > 0) yield await toLines(rows, show);
    if (once || rows.length < size) return;
    left -= rows.length;
    last = rows.at(-1);
    size = Math.min(batch, Math.max(1, Math.floor((BATCH_BYTES * rows.length) / sizeOf(rows))));
  }
}

/** Write rows as lines of JSON. */
export async function toLines(rows: readonly Row[], show: LineOptions['show']): Promise<string> {
  let lines = '';
  for (const row of rows) lines += `${toJson(await show(row))}\n`;
  return lines;
}

// --- internal ---

/** Rows of the first batch, before the size of a row is known. */
const FIRST_BATCH = 10;
const BATCH_BYTES = 262_144;

/** Approximate size of the rows read, which may have more fields than are shown. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, item) => sum + sizeOf(item), 8);
}
