import { DataError } from '@rest-gen/router/model';

/**
 * A fair queue: whoever asks first holds it first, one at a time.
 *
 * When the holder keeps it for `patience` milliseconds while others wait, these are refused, so that a transaction that never ends cannot
 * collect requests without bound. The time starts anew with every new holder: a long line that moves is no reason to refuse.
 */
export class Queue {
  readonly #patience: number;
  readonly #waiting: Waiter[] = [];
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(patience: number = Number.POSITIVE_INFINITY) {
    this.#patience = patience;
  }

  /**
   * Wait for the turn.
   *
   * @param patient - wait however long it takes: what ends or closes must not be refused
   * @returns the function that hands it on
   * @throws {DataError} `unavailable` when patience runs out
   */
  async acquire(patient = false): Promise<() => void> {
    if (this.#isHeld) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ resolve, reject, patient });
        this.#watch();
      });
    }
    this.#isHeld = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#handOn();
    };
  }

  /** Run `work` in turn. */
  async run<T>(work: () => Promise<T>, patient = false): Promise<T> {
    const release = await this.acquire(patient);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #handOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const next = this.#waiting.shift();
    // The place stays held until the next one wakes up; nobody can slip in between.
    if (next === undefined) this.#isHeld = false;
    else next.resolve();
    this.#watch();
  }

  #watch(): void {
    if (this.#timer !== undefined || this.#patience === Number.POSITIVE_INFINITY) return;
    if (this.#waiting.every(({ patient }) => patient)) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const error = new DataError('unavailable', 'Another transaction has held the database for too long', {
        hint: 'Do not wait for anything but the database inside of transaction(…).',
      });
      const leaving = this.#waiting.filter(({ patient }) => !patient);
      const staying = this.#waiting.filter(({ patient }) => patient);
      this.#waiting.splice(0, this.#waiting.length, ...staying);
      for (const { reject } of leaving) reject(error);
    }, this.#patience);
  }
}

// --- internal ---

interface Waiter {
  resolve(): void;
  reject(error: DataError): void;
  readonly patient: boolean;
}
