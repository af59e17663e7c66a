import { DataError } from '@rest-gen/router/model';

/**
 * A fair queue: whoever asks first gets in first, at most `places` at a time.
 *
 * When nobody gets out for `patience` milliseconds while others wait, these are refused, so that a transaction that never ends cannot
 * collect requests without bound. The time starts anew whenever somebody gets in: a long line that moves is no reason to refuse.
 */
export class Queue {
  readonly #patience: number;
  readonly #refusal: string;
  readonly #waiting = new Set<Waiter>();
  #free: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param refusal - the message of those that are refused */
  constructor(patience: number = Number.POSITIVE_INFINITY, places = 1, refusal: string = heldTooLong) {
    this.#patience = patience;
    this.#free = places;
    this.#refusal = refusal;
  }

  /**
   * Wait for the turn.
   *
   * @param patient - wait however long it takes: what ends or closes must not be refused
   * @param signal - leaves the line when it aborts
   * @returns the function that hands the place on
   * @throws {DataError} `unavailable` when patience runs out, or the signal has aborted
   */
  async acquire(patient = false, signal?: AbortSignal): Promise<() => void> {
    const waiting = this.#enter(patient, signal);
    if (waiting !== undefined) await waiting;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#handOn();
    };
  }

  /** Run `work` in turn. */
  async run<T>(work: () => Promise<T>, patient = false, signal?: AbortSignal): Promise<T> {
    const waiting = this.#enter(patient, signal);
    if (waiting !== undefined) await waiting;
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  /** Whoever asks now gets in at once. */
  get isFree(): boolean {
    return this.#free > 0;
  }

  /** @returns what to wait for, where there is no place */
  #enter(patient: boolean, signal: AbortSignal | undefined): Promise<void> | undefined {
    if (signal?.aborted) throw aborted(signal);
    if (this.#free === 0) return this.#wait(patient, signal);
    this.#free -= 1;
    return undefined;
  }

  async #wait(patient: boolean, signal: AbortSignal | undefined): Promise<void> {
    let waiter: Waiter | undefined;
    const leave = (): void => {
      if (waiter && this.#waiting.delete(waiter)) waiter.reject(aborted(signal as AbortSignal));
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

  #handOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [next] = this.#waiting;
    // The place stays taken until the next one wakes up; nobody can slip in between.
    if (next === undefined) {
      this.#free += 1;
    } else {
      this.#waiting.delete(next);
      next.resolve();
    }
    this.#watch();
  }

  /** Without a copy of the line: this is asked whenever somebody gets in. */
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
        hint: 'Do not wait for anything but the database inside of transaction(…).',
      });
      for (const waiter of [...this.#waiting].filter(({ patient }) => !patient)) {
        this.#waiting.delete(waiter);
        waiter.reject(error);
      }
    }, this.#patience);
  }
}

/** The error of what is not begun, or not finished, because nobody waits for it any more. */
export function aborted(signal: AbortSignal): DataError {
  return new DataError('unavailable', 'The request that this was for has ended', { cause: signal.reason });
}

// --- internal ---

interface Waiter {
  resolve(): void;
  reject(error: DataError): void;
  readonly patient: boolean;
}

const heldTooLong = 'Another transaction has held the database for too long';
