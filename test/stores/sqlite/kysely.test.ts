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

  it('gives the key of an inserted row', async () => {
    const models = open();
    const add = (title: string) => models.kysely.insertInto('post').values({ title }).executeTakeFirstOrThrow();
    const { insertId } = await add('a');
    expect(insertId).to.equal(1n);
    expect((await add('b')).insertId).to.equal(2n);
    const again = models.kysely
      .insertInto('post')
      .values({ id: 1, title: 'c' })
      .onConflict((one) => one.doNothing());
    expect((await again.executeTakeFirstOrThrow()).insertId).to.equal(undefined);
    await models.close();
  });
});
