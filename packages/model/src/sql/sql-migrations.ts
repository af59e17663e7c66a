import { DataError } from '@rest-gen/router/model';
import { sql } from 'kysely';
import type { Journal, MigrationRecord, MigrationStore } from '../migrate/migration-store.ts';
import type { Schema } from '../migrate/schema.ts';
import { execute } from './compile.ts';
import type { Dialect } from './dialect.ts';
import type { SqlClient, SqlQuery, SqlResult } from './sql-client.ts';

/** Migrations of an SQL database, remembered in two tables of their own. */
export class SqlMigrations implements MigrationStore {
  readonly isTransactional: boolean;
  readonly patience: number;
  readonly #client: SqlClient;
  readonly #dialect: Dialect;

  constructor(client: SqlClient, dialect: Dialect, patience: number) {
    this.isTransactional = dialect.hasTransactionalSchema;
    this.patience = patience;
    this.#client = client;
    this.#dialect = dialect;
  }

  async prepare(): Promise<void> {
    await this.#create(sql`create table if not exists ${RECORDS} (
      name varchar(255) not null primary key, checksum varchar(80) not null, state varchar(10) not null,
      steps integer not null, at bigint not null)`);
    await this.#create(sql`create table if not exists ${LEASE} (
      id integer not null primary key, owner varchar(36) not null, until bigint not null)`);
    try {
      await this.#run(sql`insert into ${LEASE} (id, owner, until) values (1, '', 0)`);
    } catch (error) {
      if (!isA('conflict', error)) throw error;
    }
  }

  async records(): Promise<MigrationRecord[]> {
    let rows: SqlResult['rows'];
    try {
      ({ rows } = await this.#run(sql`select name, checksum, state, steps, at from ${RECORDS} order by name`));
    } catch (error) {
      if (isA('no_table', error)) return [];
      throw error;
    }
    return rows.map(({ name, checksum, state, steps, at }) => ({
      name: String(name),
      checksum: String(checksum),
      state: state as MigrationRecord['state'],
      steps: Number(steps),
      at: new Date(Number(at)),
    }));
  }

  async claim(owner: string, until: number): Promise<boolean> {
    const { affected } = await this.#run(
      sql`update ${LEASE} set owner = ${owner}, until = ${until} where id = 1 and (owner = ${owner} or until < ${Date.now()})`,
    );
    return Number(affected) > 0;
  }

  async release(owner: string): Promise<void> {
    await this.#run(sql`update ${LEASE} set owner = '', until = 0 where id = 1 and owner = ${owner}`);
  }

  perform(work: (schema: Schema, journal: Journal) => Promise<void>): Promise<void> {
    const run = (query: SqlQuery): Promise<void> => work(this.#dialect.schema(query), this.#journal(query));
    return this.isTransactional ? this.#client.transaction(run) : run(this.#client.query);
  }

  wipe(): Promise<void> {
    return this.#dialect.wipe(this.#client.query);
  }

  mapError(error: unknown): unknown {
    return this.#dialect.mapError(error);
  }

  #journal(query: SqlQuery): Journal {
    const run = (statement: ReturnType<typeof sql>): Promise<SqlResult> => this.#run(statement, query);
    return {
      write: async ({ name, checksum, state, steps, at }) => {
        await run(sql`delete from ${RECORDS} where name = ${name}`);
        await run(sql`insert into ${RECORDS} (name, checksum, state, steps, at)
          values (${name}, ${checksum}, ${state}, ${steps}, ${at.getTime()})`);
      },
      erase: async (name) => {
        await run(sql`delete from ${RECORDS} where name = ${name}`);
      },
    };
  }

  /** Even with `if not exists`, two processes that create the same table can collide. */
  async #create(statement: ReturnType<typeof sql>): Promise<void> {
    try {
      await this.#run(statement);
    } catch (error) {
      if (!isA('conflict', error) && !isA('retry', error)) throw error;
      await this.#run(statement);
    }
  }

  async #run(statement: ReturnType<typeof sql>, query: SqlQuery = this.#client.query): Promise<SqlResult> {
    try {
      return await execute(this.#dialect.compiler, query, statement);
    } catch (error) {
      throw this.#dialect.mapError(error);
    }
  }
}

// --- internal ---

const RECORDS = sql.id('rest_gen_migrations');
const LEASE = sql.id('rest_gen_migration_lease');

function isA(code: DataError['code'], error: unknown): boolean {
  return error instanceof DataError && error.code === code;
}
