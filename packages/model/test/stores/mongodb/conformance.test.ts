import { createModels } from '../../../src/index.ts';
import { type Capabilities, conformanceMigrations, describeProvider } from '../../conformance.ts';
import { hasServer, makeDatabase } from './server.ts';
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts';

const capabilities: Capabilities = { ids: 'hex', foreignKeys: false, savepoints: false };

describe('MongoDB', () => {
  let standIn: StandIn;
  let databases = 0;

  before(async () => {
    standIn = await startStandIn();
  });
  after(() => standIn.close());

  const open = () => {
    databases += 1;
    return createModels(standIn.url(`conformance_${databases}`), {
      migrations: conformanceMigrations,
      autoMigrate: true,
    });
  };
  describeProvider('a stand-in for MongoDB', open, capabilities);
});

if (hasServer) {
  describe('MongoDB, a server', () => {
    const database = makeDatabase();
    after(() => database.drop());

    describeProvider('a server of MongoDB', database.open, capabilities);
  });
}
