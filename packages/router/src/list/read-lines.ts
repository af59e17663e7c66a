import type { Model } from '../model/model.ts';
import type { Row } from '../model/types.ts';
import { toJson } from '../respond/to-json.ts';

/** How to read a list as lines. */
export interface LineOptions {
  /** The row to go on behind. */
  readonly after: Row | undefined;
  /** Rows in all. */
  readonly most: number;
  /** One batch is enough: nobody reads more. */
  readonly once: boolean;
  /** What is written of a row. */
  readonly show: (row: Row) => unknown;
}

/**
 * Read the rows of a model in batches by key, and write each as a line of JSON; a batch is read when the one before it was taken.
 *
 * @param model - in its order, without a limit
 */
export async function* readLines(model: Model, { after, most, once, show }: LineOptions): AsyncGenerator<string> {
  let last = after;
  let left = most;
  while (left > 0) {
    const size = Math.min(BATCH, left);
    const rows = await (last ? model.after(last) : model).limit(size).select();
    if (rows.length > 0) yield await toLines(rows, show);
    if (once || rows.length < size) return;
    left -= rows.length;
    last = rows.at(-1);
  }
}

/** Write rows as lines of JSON. */
export async function toLines(rows: readonly Row[], show: LineOptions['show']): Promise<string> {
  let lines = '';
  for (const row of rows) lines += `${toJson(await show(row))}\n`;
  return lines;
}

// --- internal ---

const BATCH = 200;
