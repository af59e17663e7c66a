import { expect } from 'chai';
import { DataError } from '../../../src/index.ts';
import { rejected } from '../../fixture.ts';
import { startStandIn } from './stand-in/start-stand-in.ts';
import { testStores } from './stores.ts';

const table =
  "await schema.createTable('t', (t) => { t.id(); t.integer('n').notNull().default(0); t.string('slug').unique(); });";

describe('MongoDB: transactions', function () {
  this.timeout(30_000);
  const stores = testStores();

  it('begin again from the beginning after a write conflict', async () => {
    const models = await stores.migrated(table);
    const id = await models.model('t').add({});
    let runs = 0;
    await models.transaction(async (tx) => {
      runs += 1;
      const row = await tx.model('t').byId(id).find();
      if (runs === 1) await stores.collection('t').updateOne({}, { $set: { n: 5 } });
      await tx
        .model('t')
        .byId(id)
        .update({ n: Number(row?.n) + 1 });
    });
    expect(runs).to.equal(2);
    expect(await models.model('t').byId(id).find()).to.include({ n: 6 });
  });

  it('begin again one at a time, so that many on the same record come through soon', async () => {
    // How soon is told by how often they run, not by the time that the stand-in takes.
    const models = await stores.migrated(table, { patience: 30_000 });
    const id = await models.model('t').add({});
    let runs = 0;
    const count = 30;
    await Promise.all(
      Array.from({ length: count }, () =>
        models.transaction(async (tx) => {
          runs += 1;
          const row = await tx.model('t').byId(id).lock().find();
          await tx
            .model('t')
            .byId(id)
            .update({ n: Number(row?.n) + 1 });
        }),
      ),
    );
    expect(await models.model('t').byId(id).find()).to.include({ n: count });
    expect(runs).to.be.lessThan(3 * count);
    await Promise.all(Array.from({ length: count }, () => models.model('t').where({ slug: null }).increment('n')));
    expect(await models.model('t').byId(id).find()).to.include({ n: 2 * count });
  });

  it('begin again when the connection is lost in the middle', async () => {
    const models = await stores.migrated(table);
    stores.standIn.fail({ command: 'insert', isLost: true });
    await models.transaction(async (tx) => {
      await tx.model('t').add({ n: 1 });
    });
    expect(await models.model('t').count()).to.equal(1);
  });

  it('commit once more when the answer to a commit is lost', async () => {
    const models = await stores.migrated(table);
    stores.standIn.fail({ command: 'commitTransaction', isLost: true });
    let runs = 0;
    await models.transaction(async (tx) => {
      runs += 1;
      await tx.model('t').add({ n: 1 });
    });
    expect(runs).to.equal(1);
    expect(await models.model('t').count()).to.equal(1);
  });

  it('never run again when the outcome of a commit stays unknown', async () => {
    const models = await stores.migrated(table, { patience: 200 });
    const labels = ['UnknownTransactionCommitResult'];
    stores.standIn.fail({ command: 'commitTransaction', code: 64, labels, times: 1_000 });
    let runs = 0;
    const work = models.transaction(async (tx) => {
      runs += 1;
      await tx.model('t').add({});
    });
    expect((await rejected(work, 'unavailable')).message).to.contain('not known');
    expect(runs).to.equal(1);
    const commits = stores.standIn.commands.filter(({ commitTransaction }) => commitTransaction !== undefined);
    expect(commits.length).to.be.greaterThan(1);
  });

  it('protect what is read with a lock from everybody else', async () => {
    const models = await stores.migrated(table);
    const [a, b] = await models.model('t').addMany([{ n: 1 }, { n: 1 }]);
    // Both must not go down to 0: each one looks at the other first.
    const lower = (own: unknown, other: unknown): Promise<void> =>
      models.transaction(async (tx) => {
        const row = await tx
          .model('t')
          .byId(other as string)
          .lock()
          .find();
        if (row?.n === 1)
          await tx
            .model('t')
            .byId(own as string)
            .update({ n: 0 });
      });
    await Promise.all([lower(a, b), lower(b, a)]);
    expect(await models.model('t').where({ n: 0 }).count()).to.equal(1);
    const documents = await stores.collection('t').find().toArray();
    expect(documents.map((document) => Object.keys(document).sort())).to.deep.equal([
      ['_id', 'n'],
      ['_id', 'n'],
    ]);
  });

  it('are what a lock is for: outside of them it writes nothing', async () => {
    const models = await stores.migrated(table);
    await models.model('t').add({});
    stores.standIn.commands.splice(0);
    expect(await models.model('t').lock().select()).to.have.length(1);
    expect(stores.standIn.commands.map((command) => Object.keys(command)[0])).to.deep.equal(['find']);
  });

  it('make a change of many records whole', async () => {
    const models = await stores.migrated(table);
    await models.model('t').addMany([{ n: 1 }, { n: 1 }]);
    await rejected(models.model('t').where({ n: 1 }).update({ slug: 'same' }), 'conflict', 'slug');
    expect(await models.model('t').where({ slug: null }).count()).to.equal(2);
  });

  it('see one snapshot', async () => {
    const models = await stores.migrated(table);
    await models.transaction(async (tx) => {
      expect(await tx.model('t').count()).to.equal(0);
      await stores.collection('t').insertOne({ n: 1 });
      expect(await tx.model('t').count()).to.equal(0);
    });
    expect(await models.model('t').count()).to.equal(1);
  });

  it('are refused by a server without them, saying how to have them', async () => {
    const single = await startStandIn({ isReplicaSet: false });
    try {
      const failed = await stores.migrated(table, {}, single.url('alone')).catch((thrown: unknown) => thrown);
      const cause = ((failed as Error).cause as Error).cause;
      expect(cause).to.be.instanceOf(DataError).with.property('hint').that.contains('--replSet');
    } finally {
      await single.close();
    }
  });
});
