import type { RequestOptions } from '@rest-gen/router/model';
import type { SqlResult } from '../../sql/sql-client.ts';
import type { Host, HostList, Lent } from './host-list.ts';
import type { ServerConnection, ServerDriver } from './server-driver.ts';
import { type Limits, type Outcome, runStatement } from './statement.ts';

/** A connection in use, and its state after errors. */
export class Session {
  readonly #driver: ServerDriver;
  readonly #hosts: HostList;
  readonly #host: Host;
  readonly #connection: ServerConnection;
  readonly #limits: Limits;
  #isSpent = false;
  #isLost = false;
  #isReset = false;
  #isUnfit = false;

  constructor(driver: ServerDriver, hosts: HostList, { connection, host }: Lent, limits: Limits) {
    this.#driver = driver;
    this.#hosts = hosts;
    this.#host = host;
    this.#connection = connection;
    this.#limits = limits;
  }

  /** No further statement can be sent. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The connection was lost before the statement was sent, or may have been. */
  get wasStale(): boolean {
    return this.#isReset && this.#connection.idleSince !== undefined;
  }

  /** The host has refused work that another one may accept. */
  get isUnfit(): boolean {
    return this.#isUnfit;
  }

  async run(text: string, parameters: readonly unknown[], ...requests: readonly RequestOptions[]): Promise<SqlResult> {
    const outcome = await runStatement(this.#connection, text, parameters, this.#limits, ...requests);
    if (outcome.isCancelled) this.#isSpent = true;
    if (outcome.result !== undefined) return outcome.result;
    this.#judge(outcome);
    throw outcome.error;
  }

  /** Roll back. If that fails, the connection is discarded, which has the same effect. */
  async rollback(): Promise<void> {
    if (this.#isLost) return;
    const limits = { timeout: this.#limits.grace, grace: 0 };
    const { result } = await runStatement(this.#connection, 'rollback', [], limits);
    if (result === undefined) this.#isLost = true;
  }

  release(): void {
    this.#connection.release(this.#isSpent || this.#isLost || this.#isUnfit);
  }

  #judge({ error, isCancelled, isStuck }: Outcome): void {
    const verdict = this.#driver.judge(error);
    if (isStuck || verdict === 'lost') this.#isLost = true;
    if (verdict === 'lost') this.#isReset = !isCancelled;
    if (verdict !== 'unfit') return;
    this.#isUnfit = true;
    this.#hosts.avoid(this.#host);
  }
}
