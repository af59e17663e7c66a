import type { Repository, RequestOptions } from '@rest-gen/router/model';
import type { ClientSession } from 'mongodb';
import type { Backend, Runner } from '../../backend.ts';
import type { MigrationStore } from '../../migrate/migration-store.ts';
import { type Describe, describeCollection } from './describe-collection.ts';
import { mapMongoError } from './map-error.ts';
import type { MongoConnection } from './mongo-connection.ts';
import { MongoMigrations } from './mongo-migrations.ts';
import { type Descriptions, MongoRepository } from './mongo-repository.ts';
import type { MongoSource } from './mongo-source.ts';
import { runTransaction } from './run-transaction.ts';

/** The models on a replica set or a sharded cluster of MongoDB. */
export class MongoBackend implements Backend<ClientSession | undefined> {
  readonly isEmbedded = false;
  readonly errorsEndTransactions = true;
  readonly session = undefined;
  readonly patience: number;
  readonly migrations: MigrationStore;
  readonly #connection: MongoConnection;
  readonly #describe: Describe;
  readonly #descriptions: Descriptions = new Map();

  /** @param describe - knows collections that do not describe themselves */
  constructor(connection: MongoConnection, patience: number, describe?: MongoSource['describe']) {
    this.patience = patience;
    this.migrations = new MongoMigrations(connection, patience);
    this.#connection = connection;
    this.#describe = async (name) => {
      const described = await describe?.(name);
      // Collections cannot be listed in a transaction: this runs beside it.
      return described ?? connection.run(({ database, driver }) => describeCollection(database, name, driver));
    };
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>, _options: RequestOptions): Promise<T> {
    return runTransaction(this.#connection, work, this.patience);
  }

  /** MongoDB can only take back the whole. */
  async savepoint(): Promise<undefined> {
    return undefined;
  }

  repository(name: string, run: Runner<ClientSession | undefined>, { signal }: RequestOptions): Repository {
    return new MongoRepository(name, {
      connection: this.#connection,
      describe: this.#describe,
      descriptions: this.#descriptions,
      patience: this.patience,
      run,
      signal,
    });
  }

  /** Beside the transaction that may be open: a ping is no part of one. */
  async ping(_session: ClientSession | undefined, { signal }: RequestOptions): Promise<void> {
    await this.#connection.run(({ database }, options) => database.command({ ping: 1 }, options), undefined, signal);
  }

  forget(): void {
    this.#descriptions.clear();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  mapError(error: unknown): unknown {
    return mapMongoError(error);
  }
}
