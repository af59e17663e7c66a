import { expect } from 'chai';
import { createModels } from '../../../packages/model/src/index.ts';
import { rejected } from '../fixture.ts';
import { createProduct, describeRefusals, TOO_LONG } from '../refusals.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: refusals', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
      await database.run(createProduct('integer auto_increment primary key'));
    });
    after(() => database.drop());

    describeRefusals('MySQL or MariaDB', () => database.models(), [TOO_LONG]);

    it('reports what the user of the connection may not do, and what to grant', async () => {
      const user = `app_${database.name.slice(-12)}`;
      await database.run(
        'create table partly (id integer auto_increment primary key, note varchar(9), kept varchar(9))',
      );
      await database.run(`create user ${user}@'%'`);
      await database.run(`grant select (id, note, kept), insert (id, note) on partly to ${user}@'%'`);
      const models = createModels(database.url.replace('//root@', `//${user}@`));
      try {
        const hintOf = async (work: Promise<unknown>, field?: string) =>
          (await rejected(work, 'permission_denied', field)).hint;
        const partly = models.model('partly');
        expect(await hintOf(partly.byId(1).delete())).to.match(/grant delete on \S*partly\S* to <user>;/);
        expect(await hintOf(partly.add({ kept: 'a' }), 'kept')).to.match(
          /grant insert \(kept\) on \S*partly\S* to <user>;/,
        );
        const locked = models.transaction((tx) => tx.kysely.deleteFrom('product' as never).execute());
        expect(await hintOf(locked)).to.match(/grant delete on \S*product\S* to <user>;/);
        expect(await partly.select()).to.deep.equal([]);
      } finally {
        await models.close();
        await database.run(`drop user ${user}@'%'`);
      }
    });
  });
}
