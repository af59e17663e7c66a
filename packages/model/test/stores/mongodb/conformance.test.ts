import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { createModels } from '../../../src/index.ts';
import { type Capabilities, conformanceMigrations, describeProvider } from '../../conformance.ts';
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts';

const capabilities: Capabilities = { ids: 'hex', foreignKeys: false, savepoints: false };
const options = { migrations: conformanceMigrations, autoMigrate: true };

describe('MongoDB', () => {
  let standIn: StandIn;
  let databases = 0;

  before(async () => {
    standIn = await startStandIn();
  });
  after(() => standIn.close());

  describeProvider(
    'a stand-in for MongoDB',
    () => {
      databases += 1;
      return createModels(standIn.url(`conformance_${databases}`), options);
    },
    capabilities,
  );
});

const { MONGODB_URI } = process.env;
if (MONGODB_URI) {
  describe('MongoDB, a server', () => {
    const url = new URL(MONGODB_URI);
    url.pathname = `rest_gen_${randomUUID().slice(0, 8)}`;

    after(async () => {
      const client = new MongoClient(url.href);
      await client.db().dropDatabase();
      await client.close();
    });

    describeProvider(
      'a server of MongoDB',
      async () => {
        const models = createModels(url.href, options);
        await models.migrateFresh();
        return models;
      },
      capabilities,
    );
  });
}
