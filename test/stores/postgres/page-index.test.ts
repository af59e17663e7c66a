import { type Query, readQuery } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { SqlQuery } from '../../../packages/model/src/sql/sql-client.ts';
import { Statements } from '../../../packages/model/src/sql/statements.ts';
import { postgresDialect } from '../../../packages/model/src/stores/postgres/postgres-dialect.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: the index of an order', () => {
    let database: TestDatabase;
    const query = (async (text: string, values: readonly unknown[] = []) => ({
      rows: await database.run(text, [...values]),
    })) as unknown as SqlQuery;

    before(async () => {
      database = await createDatabase(server);
      await postgresDialect.schema(query).createTable('post', (t) => {
        t.id();
        t.integer('views').notNull();
        t.integer('score');
        t.string('title', 20).notNull();
        for (const name of ['views', 'score', 'title']) t.index([name, 'id']);
      });
      await database.run(`insert into post (views, score, title)
        select i % 500, case when i % 10 = 0 then null else i % 700 end, 'title ' || i % 900 from generate_series(1, 5000) i`);
      await database.run('create table other (id bigint primary key, score bigint)');
      await database.run('create index on other (score, id)');
      await database.run('insert into other select i, i % 700 from generate_series(1, 5000) i');
      await database.run(
        `create table ordinary (id bigint primary key, tenant int not null, score int, views int, title text)`,
      );
      await database.run(
        `insert into ordinary select i, i % 5, nullif(i % 700, 0), case when i % 2 = 0 then i end, 't' || i from generate_series(1, 5000) i`,
      );
      await database.run('create index on ordinary (score)');
      await database.run('create index on ordinary (tenant, views)');
      await database.run('create index on ordinary (title)');
      await database.run('analyze post');
      await database.run('analyze ordinary');
      await database.run('analyze other');
    });
    after(() => database.drop());

    /** How many rows the nodes at the bottom of the plan have given. */
    async function rowsRead(name: string, request: Query): Promise<number> {
      const found = await plan(name, request, 'explain (analyze, timing off)');
      const scans = found.split('\n').map((line) => / Scan .*actual rows=(\d+)/.exec(line)?.[1] ?? 0);
      const removed = found.split('\n').map((line) => /Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0);
      return [...scans, ...removed].reduce((sum: number, rows) => sum + Number(rows), 0);
    }

    async function plan(name: string, request: Query, explain = 'explain'): Promise<string> {
      const table = await postgresDialect.describe(query, name);
      const statements = new Statements(postgresDialect, table);
      const page = readQuery({ ...request, limit: 20 }, table);
      const { text, parameters } = statements.selectFirst(page) ?? statements.select(page);
      const rows = await database.run(`${explain} ${text}`, [...parameters]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }

    const down = (key: string): NonNullable<Query['orderBy']> => [
      [key, 'desc'],
      ['id', 'desc'],
    ];
    // biome-ignore format: a table
    const cases: readonly [name: string, table: string, query: Query][] = [
      ['the first page', 'post', { orderBy: down('views') }],
      ['a page in the middle', 'post', { orderBy: down('views'), after: [250, 100] }],
      ['a page of texts', 'post', { orderBy: down('title'), after: ['title 450', 100] }],
      ['the first page by a nullable column', 'post', { orderBy: down('score') }],
      ['a page in the middle by a nullable column', 'post', { orderBy: down('score'), after: [350, 100] }],
      ['a page of rows with null', 'post', { orderBy: down('score'), after: [null, 2500] }],
      ['rows with null first', 'post', { orderBy: [['score', 'asc'], ['id', 'asc']], after: [null, 2500] }],
      ['a filter that excludes null', 'post', { orderBy: down('score'), where: { score: { gte: 10 } } }],
      ['a filter that excludes null, with an index of others', 'other', { orderBy: down('score'), where: { score: { gte: 10 } } }],
    ];
    const byScore: Query = { orderBy: down('score') };
    const byTenant: Query = { orderBy: down('views'), where: { tenant: 1 } };
    const up = (key: string): Query => ({ orderBy: down(key).map(([name]) => [name, 'asc']) });
    // biome-ignore format: a table
    const ordinary: readonly [name: string, query: Query][] = [
      ['the first page', byScore],
      ['the first page upwards', up('score')],
      ['the second page by number', { ...byScore, offset: 20 }],
      ['the page after the last value', { ...byScore, after: [1, 2801] }],
      ['the page after null', { ...up('score'), after: [null, 4900] }],
      ['the first page of those with an equal column', byTenant],
    ];
    for (const [name, request] of ordinary) {
      it(`reads few rows with an index that has null last: ${name}`, async () =>
        expect(await rowsRead('ordinary', request)).to.be.at.most(100));
    }

    it('sorts all rows where no index has the order', async () => {
      expect(await plan('ordinary', { orderBy: down('title') })).not.to.include('Append');
      expect(await plan('ordinary', { orderBy: down('views') })).not.to.include('Append');
    });

    for (const [name, table, request] of cases) {
      it(`serves ${name}`, async () => {
        const found = await plan(table, request);
        expect(found)
          .to.match(/Index.* Scan/)
          .and.not.include('Sort');
        if (name.includes('in the middle')) expect(found).to.include('Index Cond: ').and.include('ROW(');
      });
    }
  });
}
