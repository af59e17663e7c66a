import { randomBytes } from 'node:crypto';

/**
 * Names for prepared statements, and when there are none: what all connections of a store share.
 *
 * No name is given twice, by this process or another one: behind a pooler that hands each transaction to another connection, it could stand for another text.
 */
export class StatementNames {
  readonly #prefix = `rest_gen_${randomBytes(6).toString('hex')}_`;
  #count = 0;
  /** What was prepared in an earlier one is not used any more. */
  generation = 0;
  /** No text gets a name any more. */
  isOff = false;

  next(): string {
    this.#count += 1;
    return `${this.#prefix}${this.#count}`;
  }

  /**
   * Prepare everything again after an error that comes from a name: the statement has not begun then.
   *
   * After a change of a table the server refuses to run what it has prepared (`RevalidateCachedQuery`). A pooler that hands each transaction to another
   * connection loses statements: then no text gets a name any more.
   */
  isMistaken({ code, routine }: { readonly code?: unknown; readonly routine?: unknown }): boolean {
    if (code === '0A000' && routine === 'RevalidateCachedQuery') this.generation += 1;
    else if (code === INVALID_NAME) this.isOff = true;
    else return false;
    return true;
  }
}

// --- internal ---

/** SQLSTATE. */
const INVALID_NAME = '26000';
