import { describeNoninterference } from '../policies/noninterference.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    const databases: TestDatabase[] = [];
    before(async () => {
      for (const _ of [0, 1]) databases.push(await makeDatabase(server));
    });
    after(() => Promise.all(databases.map((one) => one.drop())));

    describeNoninterference('MySQL or MariaDB', (world) => (databases[world] as TestDatabase).models({}), {
      key: 'integer primary key auto_increment',
      time: 'datetime(3)',
    });
  });
}
