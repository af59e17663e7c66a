import { describeBulk } from '../bulk-conformance.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: many records', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeBulk('PostgreSQL', async () => {
      const [{ found } = {}] = await database.run("select to_regclass('post') as found");
      if (found) await database.run('truncate post, author, counter restart identity cascade');
      return database.url;
    });
  });
}
