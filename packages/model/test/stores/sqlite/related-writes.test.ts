import { expect } from 'chai';
import { createModels } from '../../../src/index.ts';
import type { SqlClient, SqlQuery } from '../../../src/sql/sql-client.ts';
import { SqliteClient } from '../../../src/stores/sqlite/sqlite-client.ts';
import { describeLinkedWrites } from '../../writes/linked-writes.ts';
import { describeNestedWrites } from '../../writes/nested-writes.ts';
import { migrations, openTracker } from '../../writes/tracker.ts';

describeLinkedWrites('SQLite', async () => createModels('sqlite::memory:', { migrations, autoMigrate: true }));
describeNestedWrites('SQLite', async () => createModels('sqlite::memory:', { migrations, autoMigrate: true }));

describe('links over HTTP: SQLite', () => {
  it('take as many statements for many records as for two', async () => {
    const client = new SqliteClient(':memory:', 5_000);
    let count = 0;
    const counted =
      (query: SqlQuery): SqlQuery =>
      (...call) => {
        count += 1;
        return query(...call);
      };
    const watched: SqlClient = {
      dialect: client.dialect,
      query: counted((...call) => client.query(...call)),
      transaction: (work, options) => client.transaction((query) => work(counted(query)), options),
      close: () => client.close(),
    };
    const models = createModels(watched, { migrations, autoMigrate: true });
    const tracker = await openTracker(models);
    const titles = Array.from({ length: 40 }, (_, index) => ({ title: `t${index}`, labels: [1, 2], topics: [1, 2] }));
    expect((await tracker.send('POST', '/issue', titles)).status).to.equal(201);
    const patch = async (filter: string, labels: number[]): Promise<number> => {
      count = 0;
      const body = { labels, topics: labels };
      const { status } = await tracker.send('PATCH', `/issue?${filter}`, body, { Prefer: 'max-affected=40' });
      expect(status).to.equal(200);
      return count;
    };
    const few = await patch('title[in]=t0,t1', [2, 3]);
    expect(await patch('title[nin]=t0,t1', [2, 3])).to.equal(few);
    expect(await tracker.links('issue_label')).to.have.length(80);
    await tracker.close();
    await models.close();
  });
});
