import type { ModelsOptions } from '../../../src/index.ts';
import { openBlog, relationsConformance } from '../../relations/conformance.ts';
import { masksConformance } from '../../relations/masks.ts';
import { describeRandomRelations, openSchema } from '../../relations/random-relations.ts';
import { requireServer } from '../../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    const create = (options: ModelsOptions) => database.models(options);

    relationsConformance('MySQL or MariaDB', () => openBlog(create));
    masksConformance('MySQL or MariaDB', () => openBlog(create));
    describeRandomRelations('MySQL or MariaDB', (schema) => openSchema(schema, create));
  });
}
