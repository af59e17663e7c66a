import { createModels } from '../../../src/index.ts';
import { conformanceMigrations } from '../../conformance.ts';
import { describeHttp } from '../../http-conformance.ts';
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
    return createModels(standIn.url(`http_${databases}`), { migrations: conformanceMigrations, autoMigrate: true });
  });
});
