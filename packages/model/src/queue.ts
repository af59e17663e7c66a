import { setMaxListeners } from 'node:events';
import { DataError, type RequestOptions } from '@rest-gen/router/model';

/**
 * A fair queue: first come, first served, at most `places` at a time.
 *
 * If no place becomes free for `patience` milliseconds, the waiting requests are refused, so that a transaction that
 * never ends cannot collect requests without limit. The time restarts whenever a request gets a place.
 */
export class Queue {
  readonly #patience: number;
  readonly #refusal: string;
  readonly #waiting = new Set<Waiter>();
  readonly #places: number;
  #free: number;
  #timer: NodeJS.Timeout | undefined;

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
   * @param request - leaves the queue when it is aborted
   * @returns what to wait for, if no place is free
   * @throws {DataError} `unavailable` when patience runs out, or the request is aborted
   */
  enter(patient = false, request?: RequestOptions): Promise<void> | undefined {
    if (isAborted(request)) throw aborted(request);
    if (this.#free === 0) return this.#wait(patient, request?.signal);
    this.#free -= 1;
    return undefined;
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [next] = this.#waiting;
    // The place stays taken until the next waiter resumes, so that no other can take it.
    if (next === undefined) {
      this.#free += 1;
    } else {
      this.#waiting.delete(next);
      next.resolve();
      this.#watch();
    }
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

  async #wait(patient: boolean, signal: AbortSignal | undefined): Promise<void> {
    // Node warns of a leak from the eleventh listener on.
    if (signal !== undefined) setMaxListeners(0, signal);
    let waiter: Waiter | undefined;
    const leave = (): void => {
      if (waiter && this.#waiting.delete(waiter)) waiter.reject(aborted({ signal: signal as AbortSignal }));
    };
    try {
      await new Promise<void>((resolve, reject) => {
        waiter = { resolve, reject, patient };
        this.#waiting.add(waiter);
        signal?.addEventListener('abort', leave, { once: true });
        this.#watch();
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Without copying the queue, because this runs for every place. */
  #hasImpatient(): boolean {
    for (const { patient } of this.#waiting) if (!patient) return true;
    return false;
  }

  #watch(): void {
    if (this.#timer !== undefined || this.#patience === Number.POSITIVE_INFINITY) return;
    if (!this.#hasImpatient()) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const error = new DataError('unavailable', this.#refusal, {
        hint: 'Inside transaction(…), wait only for the database.',
      });
      for (const waiter of [...this.#waiting].filter(({ patient }) => !patient)) {
        this.#waiting.delete(waiter);
        waiter.reject(error);
      }
    }, this.#patience);
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
}

const heldTooLong = 'Another transaction is still using the database';
