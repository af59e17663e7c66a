import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { rejected, tableMigration, temporaryFolders } from '../../../test/stores/fixture.ts';
import { createModels, type Models } from '../src/index.ts';
import { STORES } from './each-store.ts';

for (const [name, make] of STORES) {
  describe(`a global transaction: ${name}`, () => {
    const folder = temporaryFolders();
    let database: { url: string; drop(): Promise<void> };
    let models: Models;
    beforeEach(async () => {
      database = await make();
      models = createModels(database.url, {
        migrations: folder({ '1_t.mjs': tableMigration('t', "t.id(); t.string('a').unique();") }),
        autoMigrate: true,
      });
    });
    afterEach(async () => {
      await models.close();
      await database.drop();
    });

    it('includes what runs in the context of a request, and rolls it back', async () => {
      const server = createServer(async (_request, response) => {
        // As a controller does it, in a context of its own.
        await models.transaction(async (tx) => {
          await tx.model('t').add({ a: 'in a transaction' });
          await models.model('t').add({ a: 'inside' });
        });
        await models
          .transaction(async (tx) => {
            await tx.model('t').add({ a: 'undone' });
            throw new Error('no');
          })
          .catch(() => {});
        const conflict = await models
          .model('t')
          .add({ a: 'one' })
          .catch((error: { code: string }) => error.code);
        response.end(`${conflict} ${await models.model('t').count()}`);
      }).listen(0);
      await models.model('t').add({ a: 'before' });
      const rollback = await models.beginGlobalTransaction();
      await models.model('t').add({ a: 'one' });
      const body = await new Promise<string>((resolve, reject) => {
        const { port } = server.address() as AddressInfo;
        request({ port }, (response) => response.setEncoding('utf8').once('data', resolve))
          .once('error', reject)
          .end();
      });
      expect(body).to.equal('conflict 4');
      server.close();
      await rejected(models.beginGlobalTransaction(), 'unavailable');
      await rejected(models.migrate(), 'unavailable');
      await models.ready();
      await rollback();
      await rollback();
      expect((await models.model('t').select()).map(({ a }) => a)).to.deep.equal(['before']);
      // One for each test.
      const next = await models.beginGlobalTransaction();
      await models.model('t').add({ a: 'one' });
      await next();
      expect(await models.model('t').count()).to.equal(1);
    });

    it('begins while the service starts, which asks the models, too', async () => {
      const start = async (): Promise<number> => {
        await models.ready();
        return models.model('t').count();
      };
      const [rollback, first, second] = await Promise.all([models.beginGlobalTransaction(), start(), start()]);
      expect([first, second]).to.deep.equal([0, 0]);
      await models.model('t').add({ a: 'one' });
      await rollback();
      expect(await models.model('t').count()).to.equal(0);
    });

    it('runs concurrent work one after the other, and ends with the models', async () => {
      await models.beginGlobalTransaction();
      await Promise.all(
        ['a', 'b', 'c'].map((a) =>
          models.transaction(async (tx) => {
            const count = await tx.model('t').count();
            await tx.model('t').add({ a: `${a}${count}` });
          }),
        ),
      );
      expect(await models.model('t').count()).to.equal(3);
    });
  });
}
