/** A request with a deadline; `Deadlines` sets what it knows about it. */
export interface Deadlined {
  /** By `performance.now()`; `undefined` while it is not in the list. */
  deadline: number | undefined;
  earlier: Deadlined | undefined;
  later: Deadlined | undefined;
  /** The time is up. It may add itself again. */
  expire(): void;
}

/**
 * The deadlines of requests that have the same timeout, as a linked list in the order of time.
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

  /** Give a request its whole time again, if it is in the list. */
  renew(request: Deadlined): void {
    if (request.deadline === undefined) return;
    this.delete(request);
    this.add(request);
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    const expired: Deadlined[] = [];
    for (let request = this.#first; request?.deadline !== undefined; request = this.#first) {
      // A timer may come up to a millisecond early.
      if (request.deadline > now + 2) {
        this.#timer = setTimeout(() => this.#look(), request.deadline - now).unref();
        break;
      }
      this.delete(request);
      expired.push(request);
    }
    for (const request of expired) request.expire();
  }
}

/** Return the list of a timeout, the same one for all classes that have it. */
export type FindDeadlines = (timeout: number) => Deadlines;

export function createDeadlines(): FindDeadlines {
  const lists = new Map<number, Deadlines>();
  return (timeout) => {
    const known = lists.get(timeout);
    if (known !== undefined) return known;
    const made = new Deadlines(timeout);
    lists.set(timeout, made);
    return made;
  };
}
