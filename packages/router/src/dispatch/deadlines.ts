/** A request with a deadline; `Deadlines` sets what it knows about it. */
export interface Deadlined {
  /** By `performance.now()`; `undefined` while it is not in the list. */
  deadline: number | undefined;
  earlier: Deadlined | undefined;
  later: Deadlined | undefined;
  expire(): void;
}

/**
 * The deadlines of the requests of a router, as a linked list in the order of time: all have the same timeout.
 *
 * One timer for all that wait: a timer of each, or an entry of a `Map`, would keep requests in the memory of Node 20 long after their answer.
 */
export class Deadlines {
  /** Milliseconds that each request has; 0 for no deadline. */
  readonly #timeout: number;
  #first: Deadlined | undefined;
  #last: Deadlined | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  add(request: Deadlined): void {
    if (this.#timeout === 0) return;
    request.deadline = Math.ceil(performance.now()) + this.#timeout;
    request.earlier = this.#last;
    if (this.#last) this.#last.later = request;
    else this.#first = request;
    this.#last = request;
    this.#timer ??= setTimeout(() => this.#look(), this.#timeout).unref();
  }

  delete(request: Deadlined): void {
    if (request.deadline === undefined) return;
    const { earlier, later } = request;
    if (earlier) earlier.later = later;
    else this.#first = later;
    if (later) later.earlier = earlier;
    else this.#last = earlier;
    request.deadline = request.earlier = request.later = undefined;
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (let request = this.#first; request?.deadline !== undefined; request = this.#first) {
      // A timer may come up to a millisecond early.
      if (request.deadline > now + 2) {
        this.#timer = setTimeout(() => this.#look(), request.deadline - now).unref();
        return;
      }
      this.delete(request);
      request.expire();
    }
  }
}
