import {
  DataError,
  type Filter,
  type Id,
  type Query,
  type Repository,
  type Row,
  readFilter,
  readQuery,
  readValues,
} from '@rest-gen/router/model';
import type { ClientSession, Collection, Document } from 'mongodb';
import type { Runner } from '../../backend.ts';
import { readChanges } from '../../fit.ts';
import { buildFilter, isOne } from './build-filter.ts';
import { buildDocument, buildUpdate } from './build-write.ts';
import type { Describe } from './describe-collection.ts';
import { findDocuments, readRow } from './find-documents.ts';
import { mapMongoError } from './map-error.ts';
import type { MongoConnection, OpenMongo, OperationOptions } from './mongo-connection.ts';
import type { MongoColumn, MongoDescription } from './mongo-source.ts';
import { runTransaction } from './run-transaction.ts';

/** Descriptions by collection; shared by all repositories of a store. */
export type Descriptions = Map<string, MongoDescription>;

/** What a repository needs of its store. */
export interface RepositoryParts {
  readonly connection: MongoConnection;
  readonly describe: Describe;
  readonly descriptions: Descriptions;
  /** Milliseconds. */
  readonly patience: number;
  readonly run: Runner<ClientSession | undefined>;
  readonly signal: AbortSignal | undefined;
}

/** One collection of MongoDB. */
export class MongoRepository implements Repository {
  readonly #name: string;
  readonly #parts: RepositoryParts;

  constructor(name: string, parts: RepositoryParts) {
    this.#name = name;
    this.#parts = parts;
  }

  async describe(): Promise<MongoDescription> {
    const { descriptions, describe, run } = this.#parts;
    const known = descriptions.get(this.#name);
    if (known !== undefined) return known;
    const description = await run(() => describe(this.#name));
    descriptions.set(this.#name, description);
    return description;
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#described(async (table, { driver }) => {
      const checked = readQuery(query, table);
      if (checked.limit === 0) return [];
      const find = findDocuments(checked, table, driver);
      const columns = checked.fields.map((field) => table.columns.get(field) as MongoColumn);
      const documents = await this.#run(table, find);
      return documents.map((document) => readRow(document, columns));
    });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const [row] = await this.findMany({ ...query, limit: Math.min(query.limit ?? 1, 1) });
    return row;
  }

  count(where: Filter = {}): Promise<number> {
    return this.#described(async (table, { driver }) => {
      const filter = buildFilter(readFilter(where, table), table, driver);
      return this.#run(table, (collection, options) => collection.countDocuments(filter, options));
    });
  }

  insert(values: Row): Promise<Id> {
    return this.#described(async (table, { driver }) => {
      const document = buildDocument(readValues(values, table), table, driver);
      await this.#run(table, (collection, options) => collection.insertOne(document, options));
      return readRow(document, [table.columns.get(table.primaryKey) as MongoColumn])[table.primaryKey] as Id;
    });
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#described(async (table, { driver }) => {
      const conditions = readFilter(where, table);
      const read = readChanges(values, table);
      if (read.length === 0) return this.count(where);
      const filter = buildFilter(conditions, table, driver);
      const update = buildUpdate(read, table, driver);
      const { matchedCount } = isOne(conditions, table)
        ? await this.#run(table, (collection, options) => collection.updateOne(filter, update, options))
        : await this.#runWhole(table, (collection, options) => collection.updateMany(filter, update, options));
      return matchedCount;
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#described(async (table, { driver }) => {
      const conditions = readFilter(where, table);
      const filter = buildFilter(conditions, table, driver);
      const { deletedCount } = isOne(conditions, table)
        ? await this.#run(table, (collection, options) => collection.deleteOne(filter, options))
        : await this.#runWhole(table, (collection, options) => collection.deleteMany(filter, options));
      return deletedCount;
    });
  }

  /** Run one operation in the session of the running context. */
  #run<T>(table: MongoDescription, operate: OperateOn<T>): Promise<T> {
    const { run, signal } = this.#parts;
    return run((session) => this.#operate(table, operate, session, signal));
  }

  /** As `#run`; what changes many documents is all or nothing, in a transaction of its own where there is none. */
  #runWhole<T>(table: MongoDescription, operate: OperateOn<T>): Promise<T> {
    const { connection, patience, run, signal } = this.#parts;
    return run((session) => {
      if (session !== undefined) return this.#operate(table, operate, session, signal);
      return runTransaction(connection, (own) => this.#operate(table, operate, own, signal), patience);
    });
  }

  async #operate<T>(
    table: MongoDescription,
    operate: OperateOn<T>,
    session: ClientSession | undefined,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    try {
      return await this.#parts.connection.run(
        ({ database }, options) => operate(database.collection(table.name), options),
        session,
        signal,
      );
    } catch (error) {
      throw named(mapMongoError(error), table);
    }
  }

  /** Run `work` with the description; once more with a fresh one when the collection turns out to have other fields. */
  async #described<T>(work: (table: MongoDescription, mongo: OpenMongo) => Promise<T>): Promise<T> {
    const table = await this.describe();
    const mongo = await this.#parts.connection.open();
    try {
      return await work(table, mongo);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      this.#parts.descriptions.delete(this.#name);
      const fresh = await this.describe();
      if (fresh.columns.size === table.columns.size && [...fresh.columns.keys()].every((key) => table.columns.has(key)))
        throw error;
      return work(fresh, mongo);
    }
  }
}

// --- internal ---

// A field that the validator misses, and not we, is one that another process has added since: we do not know its default.
function isOutdated(error: unknown): boolean {
  if (!(error instanceof DataError)) return false;
  return error.code === 'unknown_field' || (error.code === 'not_null' && error.cause !== undefined);
}

type OperateOn<T> = (collection: Collection<Document>, options: OperationOptions) => Promise<T>;

/** Errors know the fields by their names in the documents. */
function named(error: unknown, { columns }: MongoDescription): unknown {
  if (!(error instanceof DataError) || error.field === undefined) return error;
  const column = [...columns.values()].find(({ path }) => path === error.field);
  if (column === undefined || column.name === column.path) return error;
  return new DataError(error.code, error.message.replace(`"${column.path}"`, `"${column.name}"`), {
    field: column.name,
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error.cause,
  });
}
