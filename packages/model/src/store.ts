import type { Dialect } from './sql/dialect.ts';
import type { KnownStore, KnownTable } from './sql/known-table.ts';
import type { SqlClient } from './sql/sql-client.ts';

/** An open database: the way to it, and what it speaks. */
export class Store implements KnownStore {
  readonly client: SqlClient;
  readonly dialect: Dialect;
  /** Runs in this process, on a file or in memory. */
  readonly isEmbedded: boolean;
  /** Milliseconds to wait for a lock, and to retry after a conflict. */
  readonly patience: number;
  /** The file, or the name of the database and its server; unknown for the client of an ORM. */
  readonly database: string | undefined;
  readonly tables: Map<string, KnownTable> = new Map();
  readonly namedKeys: Map<string, string> = new Map();
  /** The tables that were opened as tables between two others. */
  readonly linkTables: Map<string, KnownTable> = new Map();

  constructor(
    client: SqlClient,
    dialect: Dialect,
    {
      isEmbedded,
      patience,
      database,
    }: Pick<Store, 'isEmbedded' | 'patience'> & { readonly database?: string | undefined },
  ) {
    this.client = client;
    this.dialect = dialect;
    this.isEmbedded = isEmbedded;
    this.patience = patience;
    this.database = database;
  }
}

/** Settings of the connection to a store. */
export interface StoreOptions {
  /** Milliseconds to wait for a lock, a free connection or a server. */
  readonly patience: number;
  /** Connections at most. */
  readonly connections: number;
  /** Milliseconds after which a statement is cancelled; 0 for none. */
  readonly statementTimeout: number;
}
