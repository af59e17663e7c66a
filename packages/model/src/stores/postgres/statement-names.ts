/**
 * The names of prepared statements, the same on all connections: a server parses a named statement once for each connection.
 *
 * A server keeps every statement that has a name: the first 1,000 texts get one, later ones none. A condition on text gets none: after five runs the server
 * would plan it without its pattern, and a trigram index would not be used.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;
  #isOff = false;

  /** @returns `undefined` for a text that is sent as a whole */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#isOff || this.#names.size >= MOST_NAMES || text.length > LONGEST_TEXT)
      return known;
    if (text.includes(' ~ ')) return undefined;
    const name = `rest_gen_${this.#generation}_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /**
   * Give other names after an error that comes from a name: the statement has not begun then.
   *
   * After a change of a table the server refuses to run what it has prepared (`RevalidateCachedQuery`). A pooler that hands each transaction to another
   * connection loses statements and meets them again: then no text gets a name any more.
   */
  isMistaken({ code, routine }: { readonly code?: unknown; readonly routine?: unknown }): boolean {
    if (code === '0A000' && routine === 'RevalidateCachedQuery') this.#generation += 1;
    else if (code === INVALID_NAME || code === DUPLICATE_NAME) this.#isOff = true;
    else return false;
    this.#names.clear();
    return true;
  }
}

// --- internal ---

const MOST_NAMES = 1_000;
/** Characters. */
const LONGEST_TEXT = 10_000;
/** SQLSTATE. */
const INVALID_NAME = '26000';
const DUPLICATE_NAME = '42P05';
