/**
 * Keeps what belongs to the texts of statements that were used last: at most `most` of them, and 250,000 characters altogether.
 *
 * Clients shape the texts, with their filters, orders and fields: what is kept of them must not grow with what they send, in number or in length.
 */
export class RecentTexts<Kept> {
  readonly #most: number;
  readonly #drop: (kept: Kept) => void;
  /** In order of their last use, once it is half full: a `Map` keeps the order of insertion. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  /** @param drop - called for what is kept no longer */
  constructor(most: number, drop: (kept: Kept) => void = () => {}) {
    this.#most = most;
    this.#drop = drop;
  }

  get(text: string): Kept | undefined {
    const kept = this.#kept.get(text);
    // While half of the room is free, their order does not matter.
    const isHalfFull = 2 * this.#kept.size > this.#most || 2 * this.#characters > MOST_CHARACTERS;
    if (kept === undefined || !isHalfFull) return kept;
    this.#kept.delete(text);
    this.#kept.set(text, kept);
    return kept;
  }

  /** @param text - one that is not kept yet, of 10,000 characters at most (see {@link isLong}) */
  add(text: string, kept: Kept): void {
    this.#kept.set(text, kept);
    this.#characters += text.length;
    while (this.#kept.size > this.#most || this.#characters > MOST_CHARACTERS) {
      this.#remove(this.#kept.keys().next().value as string);
    }
  }

  clear(): void {
    for (const text of this.#kept.keys()) this.#remove(text);
  }

  get size(): number {
    return this.#kept.size;
  }

  #remove(text: string): void {
    const kept = this.#kept.get(text) as Kept;
    this.#kept.delete(text);
    this.#characters -= text.length;
    this.#drop(kept);
  }
}

/** Texts that are not worth keeping: one of them would take the place of many. */
export function isLong(text: string): boolean {
  return text.length > LONGEST_TEXT;
}

/** Whether a statement is likely to be sent again: one with more values hardly ever is. */
export function isRepeated(text: string, values: number): boolean {
  return values <= MOST_VALUES && !isLong(text);
}

// --- internal ---

const MOST_CHARACTERS = 250_000;
const LONGEST_TEXT = 10_000;
const MOST_VALUES = 50;
