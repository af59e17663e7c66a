import { expect } from 'chai';
import type { Models } from '../../../packages/model/src/index.ts';
import { conformanceMigrations } from '../conformance.ts';
import { rejected } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: transactions', () => {
    let database: TestDatabase;
    let models: Models;

    before(async () => {
      database = await makeDatabase(server);
      models = database.models({ migrations: conformanceMigrations, connections: 8, patience: 15_000 });
      await models.migrate();
    });
    beforeEach(() => database.empty());
    after(() => database.drop());

    it('begin again after a deadlock', async () => {
      const counter = models.repository('counter');
      const ids = [await counter.insert({ n: 0 }), await counter.insert({ n: 0 })];
      let runs = 0;
      let arrived = 0;
      let meet = (): void => {};
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const work = (order: typeof ids) =>
        models.transaction(async (tx) => {
          runs += 1;
          for (const id of order) {
            await tx.model('counter').where({ id }).increment('n', 1);
            arrived += 1;
            if (arrived === 2) meet();
            await met;
          }
        });
      await Promise.all([work(ids), work(ids.toReversed())]);
      expect(runs).to.equal(3);
      expect((await counter.findMany()).map(({ n }) => n)).to.deep.equal([2, 2]);
    });

    it('lose no update of 20 that read first and write then', async () => {
      const counter = models.repository('counter');
      const id = await counter.insert({ n: 0 });
      await Promise.all(
        Array.from({ length: 20 }, () =>
          models.transaction(async (tx) => {
            const row = await tx.model('counter').byId(id).find();
            await tx
              .model('counter')
              .byId(id)
              .update({ n: (row?.n as number) + 1 });
          }),
        ),
      );
      expect(await counter.findOne({ where: { id } })).to.include({ n: 20 });
    });

    it('let no two rows in where each has seen none', async () => {
      await Promise.all(
        Array.from({ length: 8 }, () =>
          models.transaction(async (tx) => {
            const seen = await tx.model('counter').where({ n: 5 }).count();
            if (seen === 0) await tx.model('counter').add({ n: 5 });
          }),
        ),
      );
      expect(await models.model('counter').count()).to.equal(1);
    });

    it('wait for a lock as long as they may', async () => {
      const impatient = database.models({ migrations: conformanceMigrations, patience: 1_000 });
      const id = await models.model('counter').add({ n: 0 });
      await models.transaction(async (tx) => {
        await tx.model('counter').byId(id).lock().find();
        await rejected(impatient.model('counter').byId(id).update({ n: 1 }), 'retry');
      });
      expect(await impatient.model('counter').byId(id).update({ n: 1 })).to.equal(1);
    });

    it('count up past keys of transactions that were rolled back', async () => {
      const first = (await models.model('counter').add({})) as number;
      await models
        .transaction(async (tx) => {
          await tx.model('counter').add({});
          throw new Error('no');
        })
        .catch(() => undefined);
      expect(await models.model('counter').add({})).to.be.greaterThan(first);
    });

    it('keep the key 0 as it is given', async () => {
      expect(await models.model('counter').add({ id: 0, n: 3 })).to.equal(0);
      expect(await models.model('counter').byId(0).find()).to.deep.equal({ id: 0, n: 3 });
    });
  });
}
