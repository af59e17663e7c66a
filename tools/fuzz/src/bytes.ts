/** Reads an input as a sequence of choices; behind its end everything is zero. */
export class Bytes {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#data.length;
  }

  byte(): number {
    return this.#data[this.#at++] ?? 0;
  }

  /** One of a list. */
  pick<T>(list: readonly T[]): T {
    return list[this.byte() % list.length] as T;
  }

  /** Some bytes, at most `most`. */
  take(most: number): Uint8Array {
    const end = this.#at + (most > 0 ? this.byte() % (most + 1) : 0);
    const taken = this.#data.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** All that is left. */
  rest(): Uint8Array {
    const rest = this.#data.subarray(this.#at);
    this.#at = this.#data.length;
    return rest;
  }
}

/** As Node gives what stands in the head of a request: each byte is a character. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
