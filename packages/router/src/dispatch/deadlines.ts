/** A request that has a deadline. */
export interface Deadlined {
  expire(): void;
}

/**
 * The deadlines of the requests of a router, in the order in which they come.
 *
 * One timer for all of them: most requests are answered long before their deadline, and a timer for each costs Node more than a `Map` does.
 */
export class Deadlines {
  /** Milliseconds that each request has; 0 for no deadline. */
  readonly #timeout: number;
  /** Request → its deadline by `performance.now()`. */
  readonly #ends = new Map<Deadlined, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  add(request: Deadlined): void {
    if (this.#timeout === 0) return;
    this.#ends.set(request, performance.now() + this.#timeout);
    this.#timer ??= setTimeout(() => this.#look(), this.#timeout).unref();
  }

  delete(request: Deadlined): void {
    this.#ends.delete(request);
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [request, end] of this.#ends) {
      // A timer may come up to a millisecond early.
      if (end > now + 1) {
        this.#timer = setTimeout(() => this.#look(), end - now).unref();
        return;
      }
      this.#ends.delete(request);
      request.expire();
    }
  }
}
