import { randomBytes } from 'node:crypto';
import { isRepeated, RecentTexts } from '../../recent-texts.ts';

/**
 * The prepared statements of one connection: the server parses a statement that has a name once, and keeps it until it is closed.
 *
 * A condition on text gets no name: after five runs the server would plan it without its pattern, and a trigram index would not be used.
 */
export class NamedStatements {
  readonly #names: StatementNames;
  readonly #texts: RecentTexts<string>;
  #generation = 0;

  /** @param close - tells the server that a statement is not used any more */
  constructor(names: StatementNames, close: (name: string) => void) {
    this.#names = names;
    this.#texts = new RecentTexts(MOST_NAMES, close);
  }

  /** @returns `undefined` for a text that is sent as a whole */
  nameOf(text: string, values: number): string | undefined {
    if (this.#names.isOff) return undefined;
    if (this.#generation !== this.#names.generation) {
      this.#generation = this.#names.generation;
      this.#texts.clear();
    }
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (!isRepeated(text, values) || text.includes(' ~ ')) return undefined;
    const name = this.#names.next();
    this.#texts.add(text, name);
    return name;
  }
}

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

const MOST_NAMES = 1_000;

/** SQLSTATE. */
const INVALID_NAME = '26000';
