import { createModels } from '../../../src/index.ts';
import { conformanceMigrations } from '../../conformance.ts';
import { CROWD_PATIENCE, describeHttp } from '../../http-conformance.ts';
import { hasServer, makeDatabase } from './server.ts';
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts';

describe('MongoDB over HTTP', () => {
  let standIn: StandIn;
  let databases = 0;

  before(async () => {
    standIn = await startStandIn();
  });
  after(() => standIn.close());

  describeHttp('a stand-in for MongoDB', () => {
    databases += 1;
    const options = { migrations: conformanceMigrations, autoMigrate: true, patience: CROWD_PATIENCE };
    return createModels(standIn.url(`http_${databases}`), options);
  });
});

if (hasServer) {
  describe('MongoDB over HTTP, a server', () => {
    const database = makeDatabase();
    after(() => database.drop());

    describeHttp('a server of MongoDB', database.open);
  });
}
