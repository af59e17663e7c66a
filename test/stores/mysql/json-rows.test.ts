import type { ModelProvider } from '@rest-gen/model/core';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Models } from '../../../packages/model/src/index.ts';
import type { StoredDescription } from '../../../packages/model/src/sql/stored-table.ts';
import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { rejected } from '../fixture.ts';
import { compareWithJson, describeJsonRows, readList } from '../json-rows.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL or MariaDB', () => {
    let database: TestDatabase;
    let models: Models;

    before(async () => {
      database = await makeDatabase(server);
      models = database.models({ autoMigrate: false });
    });
    after(() => database.drop());

    describeJsonRows(mysqlDialect, async () => ({ models, run: (text) => database.run(text), close: async () => {} }));

    it('reads padded numbers, numbers of 32 bits and shapes as JSON', async () => {
      await database.run(`create table odd (id bigint auto_increment primary key, padded int zerofill, price decimal(9, 2) zerofill,
        a float(7, 2), b double(20, 10), c float, d double, word varchar(9), place point, area multipolygon, any_shape geometry)`);
      await database.run(`insert into odd values
        (1, 7, 1.5, 1.1, 0.1, 16777217, 1.7976931348623157e308, 'a\\0"b', point(0.1, 1e300), null,
          linestring(point(1, 0.1e0 + 0.2e0), point(3, 4))),
        (9007199254740993, null, null, null, 1e-10, 0.1, -2.2250738585072014e-308, '\\\\', null,
          st_geomfromtext('multipolygon(((0 0, 1 0, 1 1, 0 0)))'), st_geomfromtext('geometrycollection(point(1 2), linestring(1 2, 3 4))'))`);
      expect(await compareWithJson(models, mysqlDialect, 'odd')).to.deep.equal([]);
    });

    it('reads large rows as JSON, and refuses what the server has cut off', async () => {
      await database.run('create table large (id integer primary key)');
      await database.run('insert into large values (1), (2), (3), (4), (5)');
      const table: StoredDescription = await (models as ModelProvider).repository('large').describe();
      const list = (limit: number) =>
        readList(
          models,
          mysqlDialect,
          {
            values: [sql`repeat('x', @@max_allowed_packet div 4)`],
            from: sql`large`,
            where: sql`1 = 1`,
            orderBy: sql`id`,
            limit,
          },
          table,
        );
      expect(await list(3)).to.have.length(3);
      await rejected(list(5), 'unavailable');
    });
  });
}
