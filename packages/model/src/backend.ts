import type { Repository, RequestOptions } from '@rest-gen/router/model';
import type { MigrationStore } from './migrate/migration-store.ts';

/** Runs work in the open transaction of the current context, or outside of transactions. */
export type Runner<Session> = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/** A part of a transaction that can be rolled back alone. */
export interface Savepoint {
  release(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * The implementation of one kind of store.
 *
 * Statements run in a session: a connection, or an object that lends one. All errors are those of the driver;
 * `mapError` translates them.
 */
export interface Backend<Session> {
  /** Runs in this process, on a file or in memory. */
  readonly isEmbedded: boolean;
  /** Milliseconds during which work is retried after a conflict. */
  readonly patience: number;
  /** After any error of a statement, the transaction accepts no further statements. */
  readonly errorsEndTransactions: boolean;
  /** Applies and records migrations. */
  readonly migrations: MigrationStore;
  /** A session outside of transactions; its statements are independent. */
  readonly session: Session;
  /** Run `work` in one transaction: commit when it resolves, roll back when it rejects. */
  transaction<T>(work: (session: Session) => Promise<T>, options: RequestOptions): Promise<T>;
  savepoint(session: Session, number: number): Promise<Savepoint>;
  /** One table or collection. */
  repository(name: string, run: Runner<Session>, options: RequestOptions): Repository;
  ping(session: Session, options: RequestOptions): Promise<void>;
  /** Drop the cached descriptions of tables. */
  forget(): void;
  close(): Promise<void>;
  /** The `DataError` for an error of the driver, or the error itself if it has no such meaning. */
  mapError(error: unknown): unknown;
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
