import { DataError } from './core/data-error.ts';
import type { RequestOptions } from './core/provider.ts';
import { clock, unwatch, type Watched, watch } from './watch.ts';

/**
 * A fair queue: first come, first served, at most `places` at a time.
 *
 * If no place becomes free for `patience` milliseconds, the waiting requests are refused, so that a transaction that
 * never ends cannot collect requests without limit. The time restarts whenever a request gets a place.
 */
export class Queue implements Watched {
  place = -1;
  readonly #patience: number;
  readonly #refusal: string;
  #waiting: Waiter[] = [];
  readonly #places: number;
  #free: number;
  /** When a request last got a place while others waited, by `clock`. */
  #since = 0;

  /** @param refusal - the message of refused requests */
  constructor(patience: number = Number.POSITIVE_INFINITY, places = 1, refusal: string = heldTooLong) {
    this.#patience = patience;
    this.#places = places;
    this.#free = places;
    this.#refusal = refusal;
  }

  /**
   * Take a place; `leave` gives it back.
   *
   * @param patient - wait without limit, for work that ends or closes something
   * @param request - leaves the queue soon after it is aborted
   * @returns what to wait for, if no place is free
   * @throws {DataError} `unavailable` when patience runs out, or the request is aborted
   */
  enter(patient = false, request?: RequestOptions): Promise<void> | undefined {
    if (isAborted(request)) throw aborted(request);
    if (this.#free === 0) return this.#wait(patient, request);
    this.#free -= 1;
    return undefined;
  }

  leave(): void {
    const next = this.#waiting.shift();
    // The place stays taken until the next waiter resumes, so that no other can take it.
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#since = clock();
    if (this.#waiting.length === 0) unwatch(this);
    next.resolve();
  }

  /** Run `work` when a place is free. */
  async run<T>(work: () => Promise<T>, patient = false, request?: RequestOptions): Promise<T> {
    await this.enter(patient, request);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Wait until all places are free, and take them: nobody enters any more. */
  async empty(): Promise<void> {
    for (let place = 0; place < this.#places; place += 1) await this.enter(true);
  }

  /** Whether a place is free now. */
  get isFree(): boolean {
    return this.#free > 0;
  }

  check(now: number): void {
    const isLate = now - this.#since >= this.#patience;
    const isOut = ({ patient, request }: Waiter): boolean => isAborted(request) || (isLate && !patient);
    const out = this.#waiting.filter(isOut);
    this.#waiting = this.#waiting.filter((waiter) => !out.includes(waiter));
    if (this.#waiting.every(({ patient }) => patient)) unwatch(this);
    for (const { request, reject } of out) reject(isAborted(request) ? aborted(request) : this.#refuse());
  }

  #wait(patient: boolean, request: RequestOptions | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#since = clock();
      this.#waiting.push({ resolve, reject, patient, request });
      if (!patient && this.place === -1) watch(this);
    });
  }

  #refuse(): DataError {
    return new DataError('unavailable', this.#refusal, { hint: 'Inside transaction(…), wait only for the database.' });
  }
}

/** Without making the signal, where the request knows. */
export function isAborted(request?: RequestOptions): boolean {
  return request?.aborted ?? request?.signal?.aborted ?? false;
}

/** The error of work whose request has ended. */
export function aborted(request?: RequestOptions): DataError {
  return new DataError('unavailable', 'The request of this query has ended', { cause: request?.signal?.reason });
}

// --- internal ---

interface Waiter {
  resolve(): void;
  reject(error: DataError): void;
  readonly patient: boolean;
  readonly request: RequestOptions | undefined;
}

const heldTooLong = 'Another transaction is still using the database';
