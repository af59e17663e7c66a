import type { Models } from '@rest-gen/model';
import { authError } from './errors.ts';
import { isConflict } from './is-conflict.ts';
import { digest } from './secret.ts';

/** What is counted. */
export type Counted = 'account' | 'network' | 'mail';

/** Attempts in a quarter of an hour. */
export type Limits = Readonly<Record<Counted, number>>;

/** Counts attempts in the table `attempt`, so that all processes count together. */
export class Attempts {
  readonly #models: Models;
  readonly #limits: Limits;

  constructor(models: Models, limits: Limits) {
    this.#models = models;
    this.#limits = limits;
  }

  /**
   * Count an attempt before it is made: of many at once, no more than the limit are.
   *
   * @throws {HttpError} 429 `E_ATTEMPTS` with `Retry-After`
   */
  async count(counted: Counted, value: string): Promise<void> {
    const until = await this.#add(keyOf(counted, value), this.#limits[counted]);
    if (until === undefined) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000));
    throw authError('E_ATTEMPTS', { headers: { 'Retry-After': String(seconds) } });
  }

  /** Take back an attempt that has succeeded. */
  async forget(counted: Counted, value: string): Promise<void> {
    const attempt = this.#models.model('attempt').where({ id: keyOf(counted, value), count: { gt: 0 } });
    await attempt.decrement('count');
  }

  /** Delete what is over. */
  async clean(): Promise<void> {
    await this.#models
      .model('attempt')
      .where({ expires_at: { lte: new Date() } })
      .delete();
  }

  /** @returns until when there are too many; `undefined` for one that was counted */
  async #add(id: string, limit: number): Promise<string | undefined> {
    const model = this.#models.model('attempt');
    for (;;) {
      const now = new Date();
      const begun = model.where({ id, expires_at: { gt: now } });
      if (await begun.where({ count: { lt: limit } }).increment('count')) return undefined;
      const full = await begun.find();
      if (full && Number(full.count) >= limit) return String(full.expires_at);
      const values = { count: 1, expires_at: new Date(now.getTime() + QUARTER_OF_AN_HOUR) };
      if (await model.where({ id, expires_at: { lte: now } }).update(values)) return undefined;
      try {
        // In a transaction, which a test may have around everything, PostgreSQL goes on after an error of an inner one only.
        await this.#models.transaction((tx) => tx.model('attempt').add({ id, ...values }));
        return undefined;
      } catch (error) {
        // Another one has added it at the same moment.
        if (!isConflict(error)) throw error;
      }
    }
  }
}

// --- internal ---

const QUARTER_OF_AN_HOUR = 15 * 60_000;

/** Neither addresses of mail nor of networks are stored. */
function keyOf(counted: Counted, value: string): string {
  return digest(`${counted} ${value}`);
}
