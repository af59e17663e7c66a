import { createModels } from '../../../src/index.ts';
import { describeQueries, propertyMigrations } from '../../property.ts';
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts';

describe('MongoDB', () => {
  let standIn: StandIn;
  before(async () => {
    standIn = await startStandIn();
  });
  after(() => standIn.close());

  describeQueries('a stand-in for MongoDB', () =>
    createModels(standIn.url('queries'), { migrations: propertyMigrations, autoMigrate: true }),
  );
});
