import type { SqlResult } from '../../sql/sql-client.ts';
import type { Lent } from './host-list.ts';
import { type Limits, runStatement } from './run-statement.ts';
import type { ServerDriver } from './server-driver.ts';

/** A connection in use, and its state after errors. */
export class Session {
  readonly #driver: ServerDriver;
  readonly #lent: Lent;
  readonly #limits: Pick<Limits, 'timeout' | 'grace'>;
  #isSpent = false;
  #isLost = false;
  #isReset = false;
  #isUnfit = false;

  constructor(driver: ServerDriver, lent: Lent, limits: Pick<Limits, 'timeout' | 'grace'>) {
    this.#driver = driver;
    this.#lent = lent;
    this.#limits = limits;
  }

  /** No further statement can be sent. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The connection was lost before the statement was sent, or may have been. */
  get wasStale(): boolean {
    return this.#isReset && this.#lent.connection.idleSince !== undefined;
  }

  /** The host has refused work that another one may accept. */
  get isUnfit(): boolean {
    return this.#isUnfit;
  }

  async run(text: string, parameters: readonly unknown[], signal?: AbortSignal): Promise<SqlResult> {
    const outcome = await runStatement(this.#lent.connection, text, parameters, { ...this.#limits, signal });
    if (outcome.isCancelled) this.#isSpent = true;
    if (outcome.isStuck) this.#isLost = true;
    if (outcome.result !== undefined) return outcome.result;
    const verdict = this.#driver.judge(outcome.error);
    if (verdict === 'lost') {
      this.#isLost = true;
      this.#isReset = !outcome.isCancelled;
    }
    if (verdict === 'unfit') {
      this.#isUnfit = true;
      this.#lent.avoid();
    }
    throw outcome.error;
  }

  /** Roll back. If that fails, the connection is discarded, which has the same effect. */
  async rollback(): Promise<void> {
    if (this.#isLost) return;
    const { result } = await runStatement(this.#lent.connection, 'rollback', [], {
      timeout: this.#limits.grace,
      grace: 0,
    });
    if (result === undefined) this.#isLost = true;
  }

  release(): void {
    this.#lent.connection.release(this.#isSpent || this.#isLost || this.#isUnfit);
  }
}
