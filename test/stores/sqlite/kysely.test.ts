import { expect } from 'chai';
import { createModels, sql } from '../../../packages/model/src/index.ts';
import { conformanceMigrations } from '../conformance.ts';
import { describeKysely } from '../kysely.ts';

const open = () => createModels('sqlite::memory:', { migrations: conformanceMigrations, autoMigrate: true });

describeKysely('SQLite', open, {
  expressions: {
    count: 'number',
    sum: 'number',
    sumOfBigints: 'number',
    sumOfDecimals: 'number',
    average: 'number',
    averageOfDoubles: 'number',
    comparison: 'number',
  },
});

describe('models.kysely on SQLite', () => {
  it('counts what a statement with a common table expression has changed', async () => {
    const models = open();
    await models.model('post').addMany([{ title: 'a' }, { title: 'b' }]);
    const deletion = models.kysely
      .with('old', (db) => db.selectFrom('post').select('id'))
      .deleteFrom('post')
      .where('id', 'in', sql`(select id from old)`);
    expect((await deletion.executeTakeFirst()).numDeletedRows).to.equal(2n);
    await models.close();
  });
});
