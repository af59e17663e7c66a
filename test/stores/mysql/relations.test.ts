import type { ModelProvider, View } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { ModelsOptions } from '../../../packages/model/src/index.ts';
import { openBlog, relationsConformance } from '../relations/conformance.ts';
import { maskColumns, masksConformance } from '../relations/masks.ts';
import { describeOtherSchemas, describeOtherTables } from '../relations/other-tables.ts';
import { describeRandomRelations, openSchema } from '../relations/random-relations.ts';
import { resolveRelations } from '../relations/resolve-relations.ts';
import { requireServer } from '../servers.ts';
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
    describe('of others', () => {
      // Without records of migrations.
      let own: TestDatabase;
      before(async () => {
        own = await makeDatabase(server);
      });
      after(() => own.drop());
      describeOtherTables('MySQL or MariaDB', () => own.models({ autoMigrate: false }));
    });
    describe('with another schema', () => {
      let own: TestDatabase;
      let other: TestDatabase;
      before(async () => {
        own = await makeDatabase(server);
        other = await makeDatabase(server);
      });
      after(async () => {
        await own.drop();
        await other.drop();
      });
      describeOtherSchemas(
        'MySQL or MariaDB',
        () => own.models({ autoMigrate: false }),
        () => other.name,
      );
    });
    it('reads bits of other tables, and those that a condition hides', async () => {
      await database.run('create table switch (id bigint primary key, one bit(1), nine bit(9), many bit(64))');
      await database.run("insert into switch values (1, b'1', b'100000001', ~0), (2, b'0', b'0', 0)");
      await database.run('create table lamp (id bigint primary key, switch_id bigint)');
      await database.run('insert into lamp values (1, 1), (2, 2)');
      const models = database.models({ autoMigrate: false }) as ModelProvider;
      const masks = { switch: { one: { id: 1 }, nine: { id: 1 }, many: { id: 1 } } };
      const view: View = (table) => maskColumns(table, masks);
      const read = async (seen?: View) => {
        const declared = { switch: { kind: 'one', table: 'switch', from: 'switch_id', to: 'id' } } as const;
        const lamp = models.repository('lamp', {}, await resolveRelations(models, declared, seen));
        const fields = ['switch.one', 'switch.nine', 'switch.many'];
        return [
          await models.repository('switch', {}, new Map(), seen).findMany({ orderBy: [['id', 'asc']] }),
          await lamp.findMany({ orderBy: [['id', 'asc']], fields }),
        ];
      };
      const first = { one: true, nine: 257, many: 2n ** 64n - 1n };
      const related = (row: object) =>
        Object.fromEntries(Object.entries(row).map(([key, one]) => [`switch.${key}`, one]));
      const second = { one: false, nine: 0, many: 0 };
      expect(await read()).to.deep.equal([
        [
          { id: 1, ...first },
          { id: 2, ...second },
        ],
        [related(first), related(second)],
      ]);
      const hidden = { one: null, nine: null, many: null };
      expect(await read(view)).to.deep.equal([
        [
          { id: 1, ...first },
          { id: 2, ...hidden },
        ],
        [related(first), related(hidden)],
      ]);
    });

    describeRandomRelations('MySQL or MariaDB', (schema) => openSchema(schema, create));
  });
}
