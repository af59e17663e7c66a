import { DataError } from '@rest-gen/router/model';
import { type RawBuilder, sql } from 'kysely';
import { leaseLost } from '../migrate/lease.ts';
import type {
  Journal,
  Lease,
  MigrationRecord,
  MigrationStore,
  MigrationTools,
  RunStatement,
} from '../migrate/migration-store.ts';
import { retry } from '../retry.ts';
import { execute } from './compile.ts';
import { type Batch, type Dialect, MIGRATION_MARK } from './dialect.ts';
import type { SqlClient, SqlQuery, SqlResult } from './sql-client.ts';

const RECORDS_NAME = 'rest_gen_migrations';
const LEASE_NAME = 'rest_gen_migration_lease';

/** The tables that remember migrations. */
export const MIGRATION_TABLES: readonly string[] = [RECORDS_NAME, LEASE_NAME];

/** Migrations of an SQL database, remembered in two tables of their own. */
export class SqlMigrations implements MigrationStore {
  readonly isTransactional: boolean;
  readonly canSplit: boolean;
  readonly patience: number;
  readonly #client: SqlClient;
  readonly #dialect: Dialect;

  constructor(client: SqlClient, dialect: Dialect, patience: number) {
    this.isTransactional = dialect.hasTransactionalSchema;
    // One process at a time writes to SQLite anyway.
    this.canSplit = client.dialect !== 'sqlite';
    this.patience = patience;
    this.#client = client;
    this.#dialect = dialect;
  }

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

  async claim({ owner, length }: Lease): Promise<boolean> {
    const now = Date.now();
    return isOne(
      await this.#run(
        sql`update ${LEASE} set owner = ${owner}, until = ${now + length} where id = 1 and (until < ${now} or owner = ${owner})`,
      ),
    );
  }

  async extend(lease: Lease): Promise<boolean> {
    return isOne(await this.#run(extension(lease)));
  }

  async release({ owner }: Lease): Promise<void> {
    await this.#run(sql`update ${LEASE} set owner = '', until = 0 where id = 1 and owner = ${owner}`);
  }

  async perform(lease: Lease, work: (tools: MigrationTools) => Promise<void>, isSplit = false): Promise<void> {
    if (this.isTransactional && !(isSplit && this.canSplit)) {
      return this.#owned(lease, (query) => {
        const inTransaction = (step: (query: SqlQuery) => Promise<void>) => step(query);
        return work(this.#tools(inTransaction, inTransaction, (run) => counted(query, run)));
      });
    }
    await this.#dialect.endOrphans?.(this.#client.query);
    // The transaction of a statement that writes rows, while there is one.
    let open: SqlQuery | undefined;
    const together = (statement: () => Promise<void>): Promise<void> =>
      this.#client.transaction(async (query) => {
        open = query;
        await statement().finally(() => {
          open = undefined;
        });
      });
    const query: SqlQuery = (text, ...rest) => (open ?? this.#client.query)(`${text} ${MIGRATION_MARK}`, ...rest);
    const inBatch = (batch: (query: SqlQuery) => Promise<void>) => this.#again(() => this.#owned(lease, batch));
    const inNote = (note: (query: SqlQuery) => Promise<void>): Promise<void> =>
      open === undefined ? inBatch(note) : this.#extended(lease, open, note);
    const isJoined = this.isTransactional ? canRollBack : isWrite;
    return work(this.#tools(inNote, inBatch, (run) => counted(query, run, together, isJoined)));
  }

  wipe(lease: Lease): Promise<void> {
    return this.#owned(lease, async (query) => {
      await this.#dialect.wipe(query, MIGRATION_TABLES);
      await this.#run(sql`delete from ${RECORDS}`, query);
    });
  }

  mapError(error: unknown): unknown {
    return this.#dialect.mapError(error);
  }

  #tools(inNote: Batch, inBatch: Batch, queryOf: (run: RunStatement) => SqlQuery): MigrationTools {
    const erase = (name: string, inside: SqlQuery) =>
      this.#run(sql`delete from ${RECORDS} where name = ${name}`, inside);
    const journal: Journal = {
      write: ({ name, checksum, state, steps, at }) =>
        inNote(async (inside) => {
          await erase(name, inside);
          await this.#run(
            sql`insert into ${RECORDS} (name, checksum, state, steps, at)
              values (${name}, ${checksum}, ${state}, ${steps}, ${at.getTime()})`,
            inside,
          );
        }),
      erase: (name) =>
        inNote(async (inside) => {
          await erase(name, inside);
        }),
    };
    return { schema: (run) => this.#dialect.schema(queryOf(run), inBatch), journal };
  }

  /** Run `work` in a transaction that only the owner of the lease can commit. */
  #owned(lease: Lease, work: (query: SqlQuery) => Promise<void>): Promise<void> {
    return this.#client.transaction((query) => this.#extended(lease, query, work));
  }

  /** Writing the lease locks it, so that no other process can take it before the end; the second time because it has not been extended meanwhile. */
  async #extended(lease: Lease, query: SqlQuery, work: (query: SqlQuery) => Promise<void>): Promise<void> {
    const extend = async (): Promise<void> => {
      if (!isOne(await this.#run(extension(lease), query))) throw leaseLost();
    };
    await extend();
    await work(query);
    await extend();
  }

  async #isPrepared(): Promise<boolean> {
    const [leases, records] = [
      await this.#read(sql`select id from ${LEASE}`),
      await this.#read(sql`select name from ${RECORDS} where 1 = 0`),
    ];
    return leases?.length === 1 && records !== undefined;
  }

  async #createTables(): Promise<void> {
    const { tableOptions = sql`` } = this.#dialect;
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
    const run = async (query: SqlQuery): Promise<SqlResult> => {
      try {
        return await execute(this.#dialect.compiler, query, statement);
      } catch (error) {
        throw this.#dialect.mapError(error);
      }
    };
    return inside === undefined ? this.#again(() => run(this.#client.query)) : run(inside);
  }

  /** Try what met a conflict again: it has changed nothing. */
  #again<T>(work: () => Promise<T>): Promise<T> {
    return retry(work, (error) => isA('retry', this.#dialect.mapError(error)), this.patience);
  }
}

// --- internal ---

const RECORDS = sql.id(RECORDS_NAME);
const LEASE = sql.id(LEASE_NAME);
const ATTEMPTS = 5;

function extension({ owner, length }: Lease): RawBuilder<unknown> {
  return sql`update ${LEASE} set until = ${Date.now() + length} where id = 1 and owner = ${owner}`;
}

function isOne({ affected }: SqlResult): boolean {
  return Number(affected) === 1;
}

function isA(code: DataError['code'], error: unknown): boolean {
  return error instanceof DataError && error.code === code;
}

const isWrite = /^\s*(?:insert|update|delete|replace|with)\b/i;
/** What PostgreSQL does not do inside of a transaction. */
const canRollBack = /^(?!\s*(?:vacuum|reindex|alter\s+system)\b|.*\bconcurrently\b)/is;

/**
 * What only reads is always run; a statement that is skipped has no result.
 *
 * @param isJoined - statements that are stored together with their record
 */
function counted(
  query: SqlQuery,
  run: RunStatement,
  together?: Parameters<RunStatement>[1],
  isJoined = isWrite,
): SqlQuery {
  return async (text, parameters, options) => {
    let result: SqlResult = { rows: [] };
    const statement = async (): Promise<void> => {
      result = await query(text, parameters, options);
    };
    if (/^\s*(?:select|show)\b/i.test(text)) await statement();
    else await run(statement, isJoined.test(text) ? together : undefined);
    return result;
  };
}
