import type { MongoClient, MongoClientOptions } from 'mongodb';
import { ModelsError } from '../../models-error.ts';
import { loadDriver, type MongoDriver } from './load-driver.ts';
import { MongoBackend } from './mongo-backend.ts';
import { MongoConnection, type OpenMongo } from './mongo-connection.ts';
import type { MongoSource } from './mongo-source.ts';

export interface MongoOptions {
  /** Milliseconds to wait for a server, a connection, or the end of a conflict. */
  readonly patience: number;
  readonly connections: number;
  /** Milliseconds; 0 for none. */
  readonly statementTimeout: number;
}

/**
 * Open the database that a connection string names; nothing is connected to before the first query.
 *
 * What the string says itself (`maxPoolSize`, `serverSelectionTimeoutMS`, …) counts before our options.
 *
 * @throws {ModelsError} `E_STORE_URL` when it names no database
 */
export function openMongoUrl(url: string, options: MongoOptions): MongoBackend {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^/?]+)(?:\?|$)/i.exec(url)?.[1];
  if (name === undefined) {
    throw new ModelsError('E_STORE_URL', 'The address of the store names no host, or no database', {
      hint: 'Write it as mongodb://user:password@host:27017/database?replicaSet=rs0.',
    });
  }
  const connection = new MongoConnection(
    options.statementTimeout,
    async () => {
      const driver = await loadDriver();
      return opened(driver, createClient(driver, url, options), undefined, options);
    },
    ({ client }) => client.close(),
  );
  return new MongoBackend(connection, options.patience);
}

/**
 * Use a client that the application has made.
 *
 * @throws {ModelsError} `E_STORE_URL` for what is no client
 */
export function openMongoSource(source: MongoSource, options: MongoOptions): MongoBackend {
  const client = source.client as MongoClient;
  if (typeof client?.db !== 'function' || typeof client.startSession !== 'function') {
    throw new ModelsError('E_STORE_URL', 'The source for MongoDB has no client', {
      hint: "Write it as { dialect: 'mongodb', client: new MongoClient(url) }.",
    });
  }
  const connection = new MongoConnection(
    options.statementTimeout,
    async () => opened((source.driver as MongoDriver) ?? (await loadDriver()), client, source.database, options),
    async () => source.close?.(),
  );
  return new MongoBackend(connection, options.patience, source.describe?.bind(source));
}

// --- internal ---

function createClient(driver: MongoDriver, url: string, options: MongoOptions): MongoClient {
  const { patience, connections, statementTimeout } = options;
  const own: MongoClientOptions = {
    maxPoolSize: connections,
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    waitQueueTimeoutMS: patience,
    // A server that has gone without a word is noticed only by the silence.
    ...(statementTimeout > 0 && { socketTimeoutMS: statementTimeout + patience }),
  };
  const given = new Set([...url.matchAll(/[?&]([a-z]+)=/gi)].map(([, key = '']) => key.toLowerCase()));
  const missing = Object.entries(own).filter(([key]) => !given.has(key.toLowerCase()));
  try {
    return new driver.MongoClient(url, Object.fromEntries(missing));
  } catch (cause) {
    throw new ModelsError('E_STORE_URL', `The address of the store is not valid: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function opened(
  driver: MongoDriver,
  client: MongoClient,
  name: string | undefined,
  { statementTimeout }: MongoOptions,
): OpenMongo {
  const database = client.db(name, {
    readPreference: 'primary',
    writeConcern: { w: 'majority', ...(statementTimeout > 0 && { wtimeoutMS: statementTimeout }) },
    // Integers past 2^53 stay exact, and the types of numbers and bytes are ours to read.
    promoteLongs: true,
    promoteValues: true,
    promoteBuffers: false,
    useBigInt64: false,
    ignoreUndefined: false,
    serializeFunctions: false,
  });
  return { driver, client, database };
}
