import { type RawBuilder, sql } from 'kysely';
import { DataError } from '../core/data-error.ts';
import { ModelsError } from '../models-error.ts';
import { retry } from '../retry.ts';
import { execute } from '../sql/compile.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { SqlClient, SqlQuery, SqlResult } from '../sql/sql-client.ts';

/** The record of a migration in the store. */
export interface MigrationRecord {
  readonly name: string;
  /** The checksum of the applied file; while the state is not `applied`, that of the completed steps. */
  readonly checksum: string;
  /** `applying` and `reverting` remain only where the statements before a failed one are kept. */
  readonly state: 'applied' | 'applying' | 'reverting';
  /** Number of completed statements, while the state is not `applied`. */
  readonly steps: number;
  readonly at: Date;
}

/** The lease of one process for migrating a store. */
export interface Lease {
  /** A random id. */
  readonly owner: string;
  /** Milliseconds until the lease expires, from when it was acquired or renewed. */
  readonly length: number;
}

const RECORDS_NAME = 'rest_gen_migrations';
const LEASE_NAME = 'rest_gen_migration_lease';

/** The tables that remember migrations. */
export const MIGRATION_TABLES: readonly string[] = [RECORDS_NAME, LEASE_NAME];

/** What a database remembers of migrations, in two tables: the records, and who migrates now. */
export class MigrationStore {
  readonly client: SqlClient;
  readonly dialect: Dialect;
  readonly #patience: number;

  /** @param patience - milliseconds to try again after conflicts */
  constructor(client: SqlClient, dialect: Dialect, patience: number) {
    this.client = client;
    this.dialect = dialect;
    this.#patience = patience;
  }

  /** Create the tables if they do not exist; several processes may do so at the same time. */
  async prepare(): Promise<void> {
    for (let attempt = 1; !(await this.#isPrepared()); attempt += 1) {
      try {
        await this.#createTables();
      } catch (error) {
        // Even with `if not exists`, processes that create the same table can collide; then the table exists.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** All records; none if nothing was ever prepared. Writes nothing. */
  async records(): Promise<MigrationRecord[]> {
    const rows = await this.#read(sql`select name, checksum, state, steps, at from ${RECORDS} order by name`);
    return (rows ?? []).map(({ name, checksum, state, steps, at }) => ({
      name: String(name),
      checksum: String(checksum),
      state: state as MigrationRecord['state'],
      steps: Number(steps),
      at: new Date(Number(at)),
    }));
  }

  /** Replace a record, on the connection of a transaction. */
  async write({ name, checksum, state, steps, at }: MigrationRecord, query: SqlQuery): Promise<void> {
    await this.erase(name, query);
    await this.#run(
      sql`insert into ${RECORDS} (name, checksum, state, steps, at)
        values (${name}, ${checksum}, ${state}, ${steps}, ${at.getTime()})`,
      query,
    );
  }

  async erase(name: string, query: SqlQuery): Promise<void> {
    await this.#run(sql`delete from ${RECORDS} where name = ${name}`, query);
  }

  /** Acquire the lease if it is free or expired. @returns whether the owner has it */
  async claim({ owner, length }: Lease): Promise<boolean> {
    const now = Date.now();
    return isOne(
      await this.#run(
        sql`update ${LEASE} set owner = ${owner}, until = ${now + length} where id = 1 and (until < ${now} or owner = ${owner})`,
      ),
    );
  }

  /**
   * Renew the lease. An expired lease may have had another owner since, so only `claim` acquires it. @returns whether
   * the owner still has it
   */
  async extend({ owner, length }: Lease, query?: SqlQuery): Promise<boolean> {
    const until = Date.now() + length;
    return isOne(await this.#run(sql`update ${LEASE} set until = ${until} where id = 1 and owner = ${owner}`, query));
  }

  async release({ owner }: Lease): Promise<void> {
    await this.#run(sql`update ${LEASE} set owner = '', until = 0 where id = 1 and owner = ${owner}`);
  }

  /**
   * Run `work` in a transaction that only the owner of the lease can commit.
   *
   * @throws {ModelsError} `E_MIGRATION` when the lease has been lost
   */
  owned(lease: Lease, work: (query: SqlQuery) => Promise<void>): Promise<void> {
    return this.client.transaction(async (query) => {
      // Writing the lease locks it, so that no other process can take it before the end; the second time because it has not been extended meanwhile.
      await this.hold(lease, query);
      await work(query);
      await this.hold(lease, query);
    });
  }

  /** @throws {ModelsError} `E_MIGRATION` when the lease has been lost: this process was suspended for longer than it */
  async hold(lease: Lease, query?: SqlQuery): Promise<void> {
    if (await this.extend(lease, query)) return;
    throw new ModelsError(
      'E_MIGRATION',
      'Another process has taken over the migration, because this one did not renew its lease',
      { hint: 'No action needed: the other process will finish. `rest-gen migrate --status` shows its progress.' },
    );
  }

  /** Drop every table and the records of migrations. */
  wipe(lease: Lease): Promise<void> {
    const wipe = () =>
      this.owned(lease, async (query) => {
        await this.dialect.wipe(query, MIGRATION_TABLES);
        await this.#run(sql`delete from ${RECORDS}`, query);
      });
    return this.dialect.hasTransactionalSchema ? this.again(wipe) : wipe();
  }

  /** Try what met a conflict again: it has changed nothing. */
  again<T>(work: () => Promise<T>): Promise<T> {
    const isConflict = (error: unknown): boolean => {
      const cause = error instanceof ModelsError && error.step !== undefined ? error.cause : error;
      return isA('retry', this.dialect.mapError(cause));
    };
    return retry(work, isConflict, this.#patience);
  }

  async #isPrepared(): Promise<boolean> {
    const [leases, records] = [
      await this.#read(sql`select id from ${LEASE}`),
      await this.#read(sql`select name from ${RECORDS} where 1 = 0`),
    ];
    return leases?.length === 1 && records !== undefined;
  }

  async #createTables(): Promise<void> {
    const { tableOptions = sql`` } = this.dialect;
    await this.#run(sql`create table if not exists ${RECORDS} (
      name varchar(255) not null primary key, checksum varchar(80) not null, state varchar(10) not null,
      steps integer not null, at bigint not null)${tableOptions}`);
    await this.#run(sql`create table if not exists ${LEASE} (
      id integer not null primary key, owner varchar(36) not null, until bigint not null)${tableOptions}`);
    await this.#run(sql`insert into ${LEASE} (id, owner, until) values (1, '', 0)`);
  }

  /** @returns `undefined` when there is no such table */
  async #read(statement: RawBuilder<unknown>): Promise<SqlResult['rows'] | undefined> {
    try {
      return (await this.#run(statement)).rows;
    } catch (error) {
      if (isA('no_table', error)) return undefined;
      throw error;
    }
  }

  /** Outside of transactions, a statement that met a conflict is tried again. */
  #run(statement: RawBuilder<unknown>, inside?: SqlQuery): Promise<SqlResult> {
    const run = async (): Promise<SqlResult> => {
      try {
        return await execute(this.dialect.compiler, inside ?? this.client.query, statement);
      } catch (error) {
        throw this.dialect.mapError(error);
      }
    };
    return inside === undefined ? this.again(run) : run();
  }
}

// --- internal ---

const RECORDS = sql.id(RECORDS_NAME);
const LEASE = sql.id(LEASE_NAME);
const ATTEMPTS = 5;

function isOne({ affected }: SqlResult): boolean {
  return Number(affected) === 1;
}

function isA(code: DataError['code'], error: unknown): boolean {
  return error instanceof DataError && error.code === code;
}
