import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { createModels, type ModelsOptions } from '../../../packages/model/src/index.ts';
import { openBlog, relationsConformance } from '../relations/conformance.ts';
import { describeKyselyRelations } from '../relations/kysely-relations.ts';
import { masksConformance } from '../relations/masks.ts';
import { describeOtherSchemas, describeOtherTables } from '../relations/other-tables.ts';
import { describeRandomRelations, openSchema } from '../relations/random-relations.ts';
import type { RandomSchema } from '../relations/random-schema.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    const create = (options: ModelsOptions) => createModels(database.url, options);
    const open = (schema: RandomSchema) => openSchema(schema, create);

    relationsConformance('PostgreSQL', () => openBlog(create));
    masksConformance('PostgreSQL', () => openBlog(create));
    describe('of others', () => {
      // Without records of migrations.
      let own: TestDatabase;
      before(async () => {
        own = await createDatabase(server);
      });
      after(() => own.drop());
      describeOtherTables('PostgreSQL', () => createModels(own.url, { autoMigrate: false }));
    });
    describe('with another schema', () => {
      let own: TestDatabase;
      before(async () => {
        own = await createDatabase(server);
        await own.run('create schema "sales"');
      });
      after(() => own.drop());
      describeOtherSchemas(
        'PostgreSQL',
        () => createModels(own.url, { autoMigrate: false }),
        () => 'sales',
      );
    });
    describeRandomRelations('PostgreSQL', open);
    describeKyselyRelations('PostgreSQL', open, { jsonArrayFrom, jsonObjectFrom });
  });
}
