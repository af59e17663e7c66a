import { expect } from 'chai';
import { createModels } from '../../../packages/model/src/index.ts';
import { conformanceMigrations, describeProvider } from '../conformance.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

const settings = [
  "timezone = 'Asia/Kathmandu'",
  "datestyle = 'SQL, DMY'",
  "bytea_output = 'escape'",
  'extra_float_digits = 0',
  "intervalstyle = 'sql_standard'",
];

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    const { TZ } = process.env;

    // Whatever of this shows anywhere is a mistake of ours.
    before(async () => {
      process.env.TZ = 'America/St_Johns';
      database = await createDatabase(server, "template template0 locale_provider icu icu_locale 'en-US'");
      for (const setting of settings) await database.run(`alter database ${database.name} set ${setting}`);
    });
    after(async () => {
      await database.drop();
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });

    it('is tested where time zones, forms of values and the order of text are others', async () => {
      expect(new Date(2026, 0, 1).getTimezoneOffset()).to.equal(210);
      expect(await database.run("select 'a' < 'B' as sorts_words")).to.deep.equal([{ sorts_words: true }]);
    });

    describeProvider('PostgreSQL', async () => {
      const models = createModels(database.url, { migrations: conformanceMigrations, autoMigrate: true });
      await models.ping();
      await database.run('truncate post, author, counter restart identity cascade');
      return models;
    });
  });
}
