import type { Repository, RequestOptions } from '@rest-gen/router/model';
import type { Backend, Runner, Savepoint } from '../backend.ts';
import type { MigrationStore } from '../migrate/migration-store.ts';
import type { Dialect } from './dialect.ts';
import type { SqlClient, SqlQuery } from './sql-client.ts';
import { SqlMigrations } from './sql-migrations.ts';
import { type KnownTables, TableRepository } from './table-repository.ts';

export interface SqlBackendOptions {
  readonly isEmbedded: boolean;
  /** Milliseconds. */
  readonly patience: number;
}

/** The models on an SQL database: any client of a dialect that we know. */
export class SqlBackend implements Backend<SqlQuery> {
  readonly isEmbedded: boolean;
  readonly patience: number;
  readonly errorsEndTransactions: boolean;
  readonly migrations: MigrationStore;
  readonly session: SqlQuery;
  readonly #client: SqlClient;
  readonly #dialect: Dialect;
  readonly #tables: KnownTables = new Map();

  constructor(client: SqlClient, dialect: Dialect, { isEmbedded, patience }: SqlBackendOptions) {
    this.isEmbedded = isEmbedded;
    this.patience = patience;
    this.errorsEndTransactions = dialect.errorsEndTransactions;
    this.migrations = new SqlMigrations(client, dialect, patience);
    this.session = client.query;
    this.#client = client;
    this.#dialect = dialect;
  }

  transaction<T>(work: (query: SqlQuery) => Promise<T>, options: RequestOptions): Promise<T> {
    return this.#client.transaction(work, options);
  }

  async savepoint(query: SqlQuery, number: number): Promise<Savepoint> {
    const name = `savepoint_${number}`;
    const release = async (): Promise<void> => {
      await query(`release savepoint ${name}`, []);
    };
    await query(`savepoint ${name}`, []);
    return {
      release,
      rollback: async () => {
        await query(`rollback to savepoint ${name}`, []);
        await release();
      },
    };
  }

  repository(name: string, run: Runner<SqlQuery>, options: RequestOptions): Repository {
    return new TableRepository(name, this.#dialect, this.#tables, run, options);
  }

  async ping(query: SqlQuery, options: RequestOptions): Promise<void> {
    await query('select 1', [], options);
  }

  forget(): void {
    this.#tables.clear();
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  mapError(error: unknown): unknown {
    return this.#dialect.mapError(error);
  }
}
