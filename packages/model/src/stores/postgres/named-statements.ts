import { isRepeated, RecentTexts } from '../../recent-texts.ts';
import type { StatementNames } from './statement-names.ts';

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

// --- internal ---

const MOST_NAMES = 1_000;
