import { expect } from 'chai';
import type { MongoClient } from 'mongodb';
import { createModels, DataError, ModelsError } from '../../../src/index.ts';
import { MongoConnection, type OpenMongo } from '../../../src/stores/mongodb/mongo-connection.ts';
import { rejected } from '../../fixture.ts';
import { testStores } from './stores.ts';

describe('MongoDB: addresses and options', () => {
  const stores = testStores();

  it('an option that the driver does not know is told at the first query, without the password', async () => {
    const models = createModels('mongodb://user:secret@127.0.0.1/db?noSuchOption=1');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await models.ping().catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_STORE_URL');
      expect((error as Error).message)
        .to.contain('nosuchoption')
        .and.not.to.contain('secret');
    }
    await models.close();
  });

  it('what the address says counts before our options', async () => {
    const models = createModels('mongodb://127.0.0.1:1/db?serverSelectionTimeoutMS=100', { patience: 60_000 });
    await rejected(models.ping(), 'unavailable');
    await models.close();
  });

  it('several hosts are asked in turn', async () => {
    const url = stores.url().replace('127.0.0.1', '127.0.0.1:1,127.0.0.1');
    const models = createModels(url, { patience: 2_000 });
    await models.ping();
    await models.close();
  });

  it('no more connections are open than are allowed', async () => {
    const models = await stores.migrated("await schema.createTable('t', (t) => { t.id(); });", { connections: 2 });
    let go = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    await models.repository('t').describe();
    stores.standIn.fail({ command: 'find', times: 8, until });
    const asked = Array.from({ length: 8 }, () => models.model('t').select());
    const finds = (): number => stores.standIn.commands.filter(({ find }) => find === 't').length;
    while (finds() < 2) await stores.standIn.arrival('find');
    // Another client gets its whole way done meanwhile.
    await stores.names();
    expect(finds()).to.equal(2);
    go();
    await Promise.all(asked);
  });

  it('a connection that failed to open is opened anew, and never after it was closed', async () => {
    const client = { name: 'a client' } as unknown as MongoClient;
    let attempts = 0;
    const ended: OpenMongo[] = [];
    const connection = new MongoConnection(
      0,
      async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
        return { client } as OpenMongo;
      },
      async (mongo) => void ended.push(mongo),
    );
    const first = await Promise.allSettled([connection.open(), connection.open()]);
    expect(first.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect((await connection.open()).client).to.equal(client);
    expect(attempts).to.equal(2);
    await connection.close();
    expect(ended).to.have.length(1);
    const closed = await connection.open().catch((thrown: unknown) => thrown);
    expect(closed).to.be.instanceOf(DataError).with.property('code', 'unavailable');
  });
});
