import { DataError } from '@rest-gen/router/model';
import type { ClientSession, Db, MongoClient } from 'mongodb';
import { aborted } from '../../queue.ts';
import type { MongoDriver } from './load-driver.ts';

/** What is open: the client, its database and the module that both come from. */
export interface OpenMongo {
  readonly driver: MongoDriver;
  readonly client: MongoClient;
  readonly database: Db;
}

/** Passed with every operation. */
export interface OperationOptions {
  session?: ClientSession;
  signal?: AbortSignal;
  maxTimeMS?: number;
}

/** Runs one operation of the driver. */
export type Operate<T> = (mongo: OpenMongo, options: OperationOptions) => Promise<T>;

/** A client of MongoDB, opened at its first use. */
export class MongoConnection {
  readonly #statementTimeout: number;
  readonly #open: () => Promise<OpenMongo>;
  readonly #end: (mongo: OpenMongo) => Promise<void>;
  #opened: Promise<OpenMongo> | undefined;
  #isClosed = false;

  /** @param statementTimeout - milliseconds; 0 for none */
  constructor(statementTimeout: number, open: () => Promise<OpenMongo>, end: (mongo: OpenMongo) => Promise<void>) {
    this.#statementTimeout = statementTimeout;
    this.#open = open;
    this.#end = end;
  }

  /** Concurrent first uses wait for the same opening; after a failure the next use tries again. */
  async open(): Promise<OpenMongo> {
    if (this.#isClosed) throw new DataError('unavailable', 'The store has been closed');
    this.#opened ??= this.#open();
    const opened = this.#opened;
    try {
      return await opened;
    } catch (error) {
      if (this.#opened === opened) this.#opened = undefined;
      throw error;
    }
  }

  /** @param signal - once it aborts, the operation is given up; MongoDB ends what it reads when the connection is closed, and what it writes at the timeout */
  async run<T>(operate: Operate<T>, session?: ClientSession, signal?: AbortSignal): Promise<T> {
    const mongo = await this.open();
    const options: OperationOptions = {
      ...(session && { session }),
      ...(signal && { signal }),
      ...(this.#statementTimeout > 0 && { maxTimeMS: this.#statementTimeout }),
    };
    try {
      return await operate(mongo, options);
    } catch (error) {
      // The driver throws the reason of the signal, whatever that is.
      if (signal?.aborted) throw aborted(signal);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened?.then(this.#end, () => {});
  }
}
