import { expect } from 'chai';
import { loadDriver } from '../../../packages/model/src/stores/sqlite/load-driver.ts';
import { StatementCache } from '../../../packages/model/src/stores/sqlite/sqlite-connection.ts';

describe('StatementCache', () => {
  it('prepares a text once, and forgets the one that was not used for longest', () => {
    const database = new (loadDriver().DatabaseSync)(':memory:');
    const cache = new StatementCache(database, 2);
    const one = cache.prepare('select 1');
    const two = cache.prepare('select 2');
    expect(cache.prepare('select 1')).to.equal(one);
    cache.prepare('select 3');
    expect(cache.size).to.equal(2);
    expect(cache.prepare('select 1')).to.equal(one);
    expect(cache.prepare('select 2')).not.to.equal(two);
    database.close();
  });

  it('keeps 250,000 characters at most', () => {
    const database = new (loadDriver().DatabaseSync)(':memory:');
    const cache = new StatementCache(database);
    for (let index = 0; index < 100; index += 1) cache.prepare(`select ${index}`.padEnd(10_000));
    expect(cache.size).to.equal(25);
    database.close();
  });

  it('does not keep long texts', () => {
    const database = new (loadDriver().DatabaseSync)(':memory:');
    const cache = new StatementCache(database);
    cache.prepare(`select 1 ${' '.repeat(10_000)}`);
    expect(cache.size).to.equal(0);
    database.close();
  });

  it('does not keep statements with many placeholders, whose number varies with the list', () => {
    const database = new (loadDriver().DatabaseSync)(':memory:');
    const cache = new StatementCache(database);
    const select = (count: number) => `select 1 where 1 in (${Array(count).fill('?').join(', ')})`;
    cache.prepare(select(21));
    expect(cache.size).to.equal(0);
    cache.prepare(select(20));
    expect(cache.size).to.equal(1);
    database.close();
  });

  it('knows which statements give rows', () => {
    const database = new (loadDriver().DatabaseSync)(':memory:');
    database.exec('create table t (returning_at text)');
    const cache = new StatementCache(database);
    const rows: [text: string, givesRows: boolean][] = [
      ['select 1', true],
      [' WITH a as (select 1) select * from a', true],
      ['pragma user_version', true],
      ['insert into t values (1) RETURNING *', true],
      ['insert into t (returning_at) values (1)', false],
      ['delete from t', false],
    ];
    for (const [text, givesRows] of rows) expect(cache.prepare(text).givesRows, text).to.equal(givesRows);
    database.close();
  });
});
