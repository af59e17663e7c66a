import { expect } from 'chai';
import { createModels, sql } from '../../../packages/model/src/index.ts';
import { describeTableTypes } from '../table-types.ts';

describe('SQLite', () => {
  describeTableTypes((migrations) => createModels('sqlite::memory:', { migrations }));

  it('INTEGER columns of others with numbers past 2^53 are of the type bigint, and so is what refers to them', async () => {
    const models = createModels('sqlite::memory:');
    const run = (text: string) => sql.raw(text).execute(models.kysely);
    await run('create table guild (id integer primary key, "owner ""id""" integer, size integer, note int)');
    await run('create table member (id integer primary key, guild_id integer references guild (id))');
    await run('create view big as select * from guild');
    await run("insert into guild values (8200357849092798618, -9223372036854775808, 9007199254740991, '9e99')");
    const tables = await models.tables();
    await models.close();
    const types = new Map(
      tables.map(({ name, columns }) => [name, Array.from(columns.values(), ({ type }) => type).join()]),
    );
    expect(types.get('guild')).to.equal('bigint,bigint,integer,integer');
    expect(types.get('member')).to.equal('integer,bigint');
  });

  it('a key of a migration counts up only with t.id(), as on other stores', async () => {
    const models = createModels('sqlite::memory:', {
      migrations: 'test/stores/fixtures/every-type',
    });
    await models.migrate();
    const failure = await models
      .model('whole')
      .add({})
      .catch((error: unknown) => error);
    expect(failure).to.include({ code: 'not_null', field: 'id' });
    expect(await models.model('counted').add({})).to.equal(1);
    await models.close();
  });
});
