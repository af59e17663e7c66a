import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { createModels, type Models, type ModelsOptions } from '../../../src/index.ts';
import { temporaryFolders } from '../../fixture.ts';
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts';

/** What the tests of a suite work with; everything is closed after each of them. */
export interface TestStores {
  /** The stand-in of this suite. */
  readonly standIn: StandIn;
  /** An address of an empty database. */
  url(): string;
  /** Models on an empty database, or the one of `url`, after these steps of a migration. */
  migrated(steps: string, options?: ModelsOptions, url?: string): Promise<Models>;
  /** A collection of the database that was used last, as the driver sees it. */
  collection(name: string): Collection<Document>;
  /** The names of the collections in that database. */
  names(): Promise<string[]>;
}

/** A stand-in for each suite that calls this, and a database for each test. */
export function testStores(): TestStores {
  const folder = temporaryFolders();
  const open: { close(): Promise<unknown> }[] = [];
  let standIn: StandIn;
  let last = '';
  let databases = 0;

  before(async () => {
    standIn = await startStandIn();
  });
  afterEach(async () => {
    standIn.recover();
    for (const one of open.splice(0)) await one.close();
    standIn.commands.splice(0);
  });
  after(() => standIn.close());

  const url = (): string => {
    databases += 1;
    last = standIn.url(`test_${databases}`);
    return last;
  };
  const connect = (): Db => {
    const client = new MongoClient(last);
    open.push(client);
    return client.db(undefined, { writeConcern: { w: 'majority' } });
  };
  return {
    get standIn() {
      return standIn;
    },
    url,
    migrated: async (steps, options = {}, address = url()) => {
      const migrations = folder({ '1_a.mjs': `export const up = async (schema) => { ${steps} };` });
      const models = createModels(address, { migrations, patience: 1_000, ...options });
      open.push(models);
      await models.migrate();
      return models;
    },
    collection: (name) => connect().collection(name),
    names: async () => (await connect().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  };
}
