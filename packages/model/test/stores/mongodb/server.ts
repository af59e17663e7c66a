import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { createModels, type Models } from '../../../src/index.ts';
import { conformanceMigrations } from '../../conformance.ts';

/** A database of its own on a server of MongoDB. */
export interface TestDatabase {
  /** Models on new tables. */
  open(): Promise<Models>;
  drop(): Promise<void>;
}

/** Whether the environment names a server, a replica set: `MONGODB_URI`. Where its users are kept is said by its `authSource`. */
export const hasServer: boolean = Boolean(process.env.MONGODB_URI);

export function makeDatabase(): TestDatabase {
  const name = `rest_gen_${randomUUID().slice(0, 8)}`;
  const url = String(process.env.MONGODB_URI).replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);
  return {
    open: async () => {
      const models = createModels(url, { migrations: conformanceMigrations });
      await models.migrateFresh();
      return models;
    },
    drop: async () => {
      const client = new MongoClient(url);
      await client.db().dropDatabase();
      await client.close();
    },
  };
}
