import type { Repository, RequestOptions } from '@rest-gen/router/model';
import type { MigrationStore } from './migrate/migration-store.ts';

/** Runs work where it belongs: in the open transaction of the running context, or in none. */
export type Runner<Session> = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/** Part of a transaction that can be taken back alone. */
export interface Savepoint {
  release(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * What one kind of store does for the models.
 *
 * A session is what statements run in: a connection, or whatever lends one. All errors are those of the driver; `mapError` says what they mean.
 */
export interface Backend<Session> {
  /** Runs inside of this process, on a file or in memory. */
  readonly isEmbedded: boolean;
  /** Milliseconds for which work that met a conflict is tried again. */
  readonly patience: number;
  /** After any error of a statement, the transaction takes no further ones. */
  readonly errorsEndTransactions: boolean;
  /** How migrations are applied and remembered. */
  readonly migrations: MigrationStore;
  /** A session outside of transactions: each of its statements stands alone. */
  readonly session: Session;
  /** Run `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (session: Session) => Promise<T>, options: RequestOptions): Promise<T>;
  savepoint(session: Session, number: number): Promise<Savepoint>;
  /** One table or collection. */
  repository(name: string, run: Runner<Session>, options: RequestOptions): Repository;
  ping(session: Session, options: RequestOptions): Promise<void>;
  /** Forget what has been learnt of the tables. */
  forget(): void;
  close(): Promise<void>;
  /** The `DataError` for an error of the driver; the error itself when it has no such meaning. */
  mapError(error: unknown): unknown;
}
