import { MigrationStore } from '../../src/migrate/migration-store.ts';
import { MIGRATION_MARK } from '../../src/sql/dialect.ts';
import type { SqlQuery } from '../../src/sql/sql-client.ts';
import { SqliteClient } from '../../src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/stores/sqlite/sqlite-dialect.ts';

/** A database without transactions for definitions: what was done stays. Tests look into it, and make it fail; statements of migrations are not run. */
export class FakeDatabase {
  /** What was done, in order: `create a`, `index a`, `drop a`, or text of `raw`. */
  readonly done: string[] = [];
  /** A statement that fails. */
  broken: string | undefined;
  /** Runs before each statement. */
  before: (statement: string) => Promise<void> | void = () => {};
  readonly store: MigrationStore;
  readonly #client = new SqliteClient(':memory:', 50);

  constructor() {
    const client = {
      dialect: 'sqlite' as const,
      query: this.#watch(this.#client.query),
      transaction: <T>(work: (query: SqlQuery) => Promise<T>) =>
        this.#client.transaction((query) => work(this.#watch(query))),
      close: () => this.#client.close(),
    };
    const wipe = async (): Promise<void> => {
      this.done.push('wipe');
    };
    this.store = new MigrationStore(client, { ...sqliteDialect, hasTransactionalSchema: false, wipe }, 50);
  }

  /** Give the lease to another process, or to nobody. */
  async setLease(owner: string, until: number): Promise<void> {
    await this.#client.query('update rest_gen_migration_lease set owner = ?, until = ?', [owner, until]);
  }

  async leaseOwner(): Promise<unknown> {
    return (await this.#client.query('select owner from rest_gen_migration_lease', [])).rows[0]?.owner;
  }

  #watch(query: SqlQuery): SqlQuery {
    return async (text, parameters, options) => {
      if (text.includes('rest_gen_')) return query(text, parameters, options);
      const [, verb, what, table] = /^(create|drop) (table|index)(?: "\w+"\s+on)? "(\w+)"/.exec(text) ?? [];
      const statement = verb ? `${what === 'index' ? what : verb} ${table}` : text.replace(MIGRATION_MARK, '').trim();
      await this.before(statement);
      if (statement === this.broken) throw new Error(`cannot ${statement}`);
      this.done.push(statement);
      return { rows: [] };
    };
  }
}
