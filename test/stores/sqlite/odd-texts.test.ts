import { createModels, sql } from '@rest-gen/model';
import { expect } from 'chai';

describe('SQLite: statements whose text looks like another one', () => {
  const models = createModels('sqlite::memory:');

  before(async () => {
    await sql`create table part (id integer primary key, "a*b" text)`.execute(models.kysely);
    await sql`insert into part values (1, 'x'), (2, 'y')`.execute(models.kysely);
  });

  after(() => models.close());

  it('reads every row where a comment ends with a limit', async () => {
    const { rows } = await sql`select id from part order by id -- without limit 1`.execute(models.kysely);
    expect(rows).to.deep.equal([{ id: 1 }, { id: 2 }]);
  });

  it('gives plain objects where the name of a column has an asterisk', async () => {
    const row = await models.repository('part').findOne({ where: { id: 1 } });
    expect(Object.getPrototypeOf(row)).to.equal(Object.prototype);
  });
});
