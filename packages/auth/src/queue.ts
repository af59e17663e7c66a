/** Runs a few works at a time; the others wait in order, up to a limit. */
export class Queue {
  readonly #atOnce: number;
  readonly #most: number;
  readonly #refuse: () => Error;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * @param atOnce - works that run at the same time
   * @param most - works that run or wait; more are refused
   * @param refuse - makes the error of those
   */
  constructor(atOnce: number, most: number, refuse: () => Error) {
    this.#atOnce = atOnce;
    this.#most = most;
    this.#refuse = refuse;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running + this.#waiting.length >= this.#most) throw this.#refuse();
    // Who is woken takes the place of the one that has ended, so that no newcomer can be faster.
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
