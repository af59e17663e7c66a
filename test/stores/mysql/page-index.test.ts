import { type Query, readQuery } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { SqlQuery } from '../../../packages/model/src/sql/sql-client.ts';
import { Statements } from '../../../packages/model/src/sql/statements.ts';
import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: the index of an order', () => {
    let database: TestDatabase;
    const query = (async (text: string, values: readonly unknown[] = []) => ({
      rows: await database.run(text, [...values]),
    })) as unknown as SqlQuery;

    before(async () => {
      database = await makeDatabase(server);
      await mysqlDialect.schema(query).createTable('post', (t) => {
        t.id();
        t.integer('views').notNull();
        t.integer('score');
        t.integer('rank');
        for (const name of ['views', 'score']) t.index([name, 'id']);
        t.index(['rank']);
      });
      const numbers =
        'with recursive d(i) as (select 0 union all select i + 1 from d where i < 149), n(i) as (select a.i * 150 + b.i + 1 from d a, d b)';
      const nullable = (name: string) => `if(i % 2 = 0, null, i % 900) as ${name}`;
      await database.run(
        `insert into post (id, views, score, \`rank\`) ${numbers} select i, i % 1000, ${nullable('a')}, ${nullable('b')} from n`,
      );
      await database.run('analyze table post');
    });
    after(() => database.drop());

    /** How many rows the server has looked at. */
    async function rowsRead(request: Query): Promise<number> {
      const table = await mysqlDialect.describe(query, 'post');
      const statements = new Statements(mysqlDialect, table);
      const page = readQuery({ ...request, limit: 10 }, table);
      const { text, parameters } = statements.selectFirst(page) ?? statements.select(page);
      await database.run('flush status');
      expect(await database.run(text, [...parameters])).to.have.length(10);
      const counts = await database.run("show session status like 'Handler_read%'");
      return counts.reduce((sum, { Value }) => sum + Number(Value), 0);
    }

    const by = (key: string, direction: 'asc' | 'desc'): NonNullable<Query['orderBy']> => [
      [key, direction],
      ['id', direction],
    ];
    const cases: readonly [name: string, query: Query][] = [
      ['the first page', { orderBy: by('views', 'desc') }],
      ['a page in the middle', { orderBy: by('views', 'desc'), after: [500, 11000] }],
      ['a page in the middle by a nullable column', { orderBy: by('score', 'desc'), after: [450, 11000] }],
      ['a page of rows with null', { orderBy: by('score', 'desc'), after: [null, 11000] }],
      ['a page of rows with null, upwards', { orderBy: by('score', 'asc'), after: [null, 11000] }],
      [
        'a page of rows with null, by an index on the column alone',
        { orderBy: by('rank', 'desc'), after: [null, 11000] },
      ],
    ];
    for (const [name, one] of cases) {
      it(`reads only the rows of the page: ${name}`, async () => expect(await rowsRead(one)).to.be.at.most(25));
    }

    it('reads on when an index has been dropped meanwhile', async () => {
      await database.run('create table other (id bigint primary key, score int, key by_score (score))');
      await database.run('insert into other (id) select id from post');
      const other = database.models().repository('other');
      const page = { orderBy: by('score', 'desc'), after: [null, 450], limit: 3 };
      const ids = async (): Promise<unknown[]> => (await other.findMany(page)).map(({ id }) => id);
      expect(await ids()).to.deep.equal([449, 448, 447]);
      await database.run('drop index by_score on other');
      expect(await ids()).to.deep.equal([449, 448, 447]);
    });

    it('finds rows with null by other conditions, too', async () => {
      const request = {
        orderBy: by('score', 'desc'),
        after: [null, 11000],
        where: { id: { in: [10_001, 10_440, 10_444, 12_000] } },
      };
      expect(
        (
          await database
            .models()
            .repository('post')
            .findMany({ ...request, limit: 10 })
        ).map(({ id }) => id),
      ).to.deep.equal([10_444, 10_440]);
    });
  });
}
