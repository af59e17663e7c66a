import type { Models, TransactionModels } from '@rest-gen/model';
import type { CurrentUser, Id, Row } from '@rest-gen/router';
import { digest, isSecret, newSecret } from './secret.ts';
import { HOUR } from './time.ts';
import type { SignedIn } from './types.ts';

/** What a row of the table `token` is for. */
export type Kind = 'session' | 'api' | 'reset' | 'verify';

/** The table `token`. */
export class Tokens {
  readonly #models: Models;
  readonly #idle: number;
  readonly #most: number;
  readonly #isActive: (user: Row) => boolean;
  #lookup: ReturnType<Models['lookup']> | undefined;

  /**
   * @param idle - milliseconds after which a session ends without a request
   * @param most - milliseconds after which it ends in any case
   */
  constructor(models: Models, idle: number, most: number, isActive: (user: Row) => boolean) {
    this.#models = models;
    this.#idle = idle;
    this.#most = most;
    this.#isActive = isActive;
  }

  /** Store a new token. @returns its secret, which is not stored, and its row */
  async create(tx: TransactionModels, user: Id, kind: Kind, values: Row): Promise<{ secret: string; row: Row }> {
    const secret = newSecret();
    const { row } = await tx.model('token').insert({ ...values, user_id: user, kind, hash: digest(secret) });
    return { secret, row };
  }

  async createSession(user: Id, name: string | undefined): Promise<{ secret: string; row: Row }> {
    const now = Date.now();
    const expires = new Date(now + Math.min(this.#idle, this.#most));
    const values = { name: name?.slice(0, 255), used_at: new Date(now), expires_at: expires };
    return this.create(this.#models, user, 'session', values);
  }

  /**
   * Find the user of a session or an API token, in one statement. That it was used is written at most once an hour.
   *
   * @returns `undefined` for one that is unknown or over
   */
  async find(secret: string, byCookie: boolean): Promise<SignedIn | undefined> {
    if (!isSecret(secret)) return undefined;
    this.#lookup ??= this.#models.lookup(TOKEN);
    const found = await this.#lookup.find(digest(secret));
    if (found === undefined) return undefined;
    const { row, owner: user } = found;
    const { id, kind } = row as { id: Id; kind: Kind };
    if ((kind !== 'session' && kind !== 'api') || isOver(row) || !this.#isActive(user)) return undefined;
    if (Date.now() - timeOf(row.used_at) > HOUR) await this.#use(row);
    const abilities = kind === 'api' ? ((row.abilities ?? []) as string[]) : undefined;
    const token = { id, kind, abilities, expires_at: row.expires_at as string | null };
    return { user: user as CurrentUser, token, byCookie };
  }

  /** Find a token that was mailed, without taking it. */
  async findMailed(kind: 'reset' | 'verify', secret: string): Promise<Row | undefined> {
    if (!isSecret(secret)) return undefined;
    const row = await this.#models
      .model('token')
      .where({ hash: digest(secret), kind })
      .find();
    return row && !isOver(row) ? row : undefined;
  }

  /**
   * Take a token that {@link findMailed} has found, once, and do in the same transaction what it allows.
   *
   * @returns `false` for one that is not there any more
   */
  async take(found: Row | undefined, work: (tx: TransactionModels, user: Id) => Promise<unknown>): Promise<boolean> {
    if (found === undefined) return false;
    return this.#models.transaction(async (tx) => {
      if ((await this.end({ id: found.id as Id }, tx)) === 0) return false;
      await work(tx, found.user_id as Id);
      return true;
    });
  }

  /** Delete tokens. @returns how many there were */
  async end(
    where: { id?: Id; user_id?: Id; kind?: Kind[] },
    models: TransactionModels = this.#models,
  ): Promise<number> {
    return models.model('token').where(where).delete();
  }

  /** Delete what is over. */
  async clean(): Promise<void> {
    await this.#models
      .model('token')
      .where({ expires_at: { lte: new Date() } })
      .delete();
  }

  async #use({ id, kind, created_at, expires_at }: Row): Promise<void> {
    const now = Date.now();
    const end = Math.min(now + this.#idle, timeOf(created_at) + this.#most);
    const values = { used_at: new Date(now), expires_at: kind === 'session' ? new Date(end) : expires_at };
    // A store that takes no writes at this moment still shows who somebody is.
    await this.#models
      .model('token')
      .byId(id as Id)
      .update(values)
      .catch(() => undefined);
  }
}

// --- internal ---

/** What a request needs to know of its token. */
const TOKEN = {
  table: 'token',
  by: 'hash',
  fields: ['id', 'kind', 'abilities', 'used_at', 'expires_at', 'created_at'],
  owner: { table: 'user', key: 'user_id', without: ['password'] },
};

function isOver({ expires_at }: Row): boolean {
  return expires_at !== null && timeOf(expires_at) <= Date.now();
}

/** Milliseconds; 0 for a time that is not set. */
function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : 0;
}
