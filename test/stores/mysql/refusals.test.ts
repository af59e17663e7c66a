import { expect } from 'chai';
import { createConnection } from 'mysql2/promise';
import { createModels, type ModelsError } from '../../../packages/model/src/index.ts';
import { rejected, tableMigration, temporaryFolders } from '../fixture.ts';
import { createProduct, describeRefusals, TOO_LONG } from '../refusals.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase, until } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: refusals', () => {
    const folder = temporaryFolders();
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
      await database.run(createProduct('integer auto_increment primary key'));
    });
    after(() => database.drop());

    describeRefusals('MySQL or MariaDB', () => database.models(), [TOO_LONG]);

    it('says what triggers need', async () => {
      const user = `trig_${database.name.slice(-12)}`;
      await database.run('create table watched (id integer auto_increment primary key, n integer)');
      await database.run(`create user ${user}@'%'`);
      await database.run(`grant select, insert, update, delete, create on ${database.name}.* to ${user}@'%'`);
      const steps = "schema.raw('create trigger one before insert on watched for each row set new.n = 1')";
      const migrations = folder({ '1_trigger.mjs': `export const up = (schema) => ${steps};` });
      const models = createModels(database.url.replace(/\/\/\w+@/, `//${user}@`), { migrations });
      try {
        const error = await models.migrate().catch((thrown: unknown) => thrown);
        expect(error).to.include({ code: 'E_MIGRATION', step: 'raw(…)' });
        const [needed] = await database.run('select @@log_bin and not @@log_bin_trust_function_creators as super');
        const fix =
          Number(needed?.super) === 1 && !database.isMariaDb
            ? /log_bin_trust_function_creators = 1/
            : /grant trigger on/;
        expect((error as ModelsError).hint).to.match(fix);
      } finally {
        await models.close();
        await database.run(`drop user ${user}@'%'`);
      }
    });

    it('migrates beside sessions whose statements have characters of four bytes', async () => {
      const own = await makeDatabase(server);
      const name = database.name.slice(-20);
      await database.run(`select get_lock('${name}', 0)`);
      const other = await createConnection({ uri: own.url, charset: 'utf8mb4' });
      const waiting = other.query(`select get_lock('${name}', 60), '😀'`);
      try {
        await until(async () =>
          (await database.run('show full processlist')).some(({ Info }) => String(Info).includes('😀')),
        );
        const models = own.models({ migrations: folder({ '1_a.mjs': tableMigration('a', 't.id();') }) });
        await models.migrate();
        expect(await models.model('a').count()).to.equal(0);
      } finally {
        await database.run(`select release_lock('${name}')`);
        await waiting;
        await other.end();
        await own.drop();
      }
    });

    it('reports what the user of the connection may not do, and what to grant', async () => {
      const user = `app_${database.name.slice(-12)}`;
      await database.run(
        'create table partly (id integer auto_increment primary key, note varchar(9), kept varchar(9))',
      );
      await database.run(`create user ${user}@'%'`);
      await database.run(`grant select (id, note, kept), insert (id, note) on partly to ${user}@'%'`);
      const models = createModels(database.url.replace(/\/\/\w+@/, `//${user}@`));
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
