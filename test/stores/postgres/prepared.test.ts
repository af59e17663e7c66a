import { expect } from 'chai';
import { createModels, type Models, sql } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('prepared statements of PostgreSQL', () => {
    let database: TestDatabase;
    let models: Models;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());
    beforeEach(async () => {
      await database.run('create table t (id bigint primary key, n integer)');
      await database.run('insert into t values (1, 10)');
      models = createModels(database.url, { connections: 1 });
    });
    afterEach(async () => {
      await models.close();
      await database.run('drop table t');
    });

    /** The names of those of the only connection. */
    const names = async (): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(models.kysely);
      return rows.map(({ name }) => name);
    };
    const prepared = async (): Promise<number> => (await names()).length;
    const all = () => models.kysely.selectFrom('t').selectAll().where('id', '=', 1).executeTakeFirst();
    const one = () => models.model('t').byId(1).find();
    const run = (text: string) => sql.raw(text).execute(models.kysely);

    it('are made once for each text', async () => {
      await one();
      const before = await prepared();
      for (let time = 0; time < 3; time += 1) await one();
      expect(await prepared()).to.equal(before);
      await all();
      expect(await prepared()).to.equal(before + 1);
    });

    it('are at most 1,000', async () => {
      for (let index = 0; index < 1_010; index += 1) {
        const { rows } = await sql<{ n: unknown }>`select cast(${index} as integer) + ${sql.lit(index)} as n`.execute(
          models.kysely,
        );
        expect(rows[0]?.n).to.equal(2 * index);
      }
      expect(await prepared()).to.equal(1_000);
      expect(await one()).to.deep.equal({ id: 1, n: 10 });
    }).timeout(30_000);

    it('are closed when those of many shapes take too much memory, but not what is used all the time', async () => {
      for (let number = 0; number < 100; number += 1) {
        await sql`select ${1}::integer /* ${sql.raw(`${number}`.padEnd(9_000))} */`.execute(models.kysely);
        await one();
      }
      const named = await names();
      expect(named.length).to.be.within(20, 30);
      await one();
      expect(await names()).to.have.members(named);
    });

    it('are not made of texts that are long or have many values', async () => {
      const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
      const { kysely } = models;
      expect(await kysely.selectFrom('t').select('n').where('id', 'in', numbers(51)).execute()).to.have.length(1);
      await sql`select ${1} /* ${sql.raw('x'.repeat(10_000))} */`.execute(kysely);
      expect(await prepared()).to.equal(0);
      expect(await kysely.selectFrom('t').select('n').where('id', 'in', numbers(50)).execute()).to.have.length(1);
      expect(await prepared()).to.equal(1);
    });

    it('are not made of conditions on text, whose plan depends on the pattern', async () => {
      await database.run("alter table t add column name text not null default 'Ann'");
      await one();
      const before = await prepared();
      const found = models.model('t').where({ name: { contains: 'nn' } });
      expect(await found.select()).to.deep.equal([{ id: 1, n: 10, name: 'Ann' }]);
      expect(await prepared()).to.equal(before);
    });

    describe('of a table that changes', () => {
      beforeEach(async () => {
        await all();
        await one();
        await database.run('alter table t add column added text, alter column n type bigint');
      });

      it('are made anew', async () => {
        expect(await all()).to.deep.equal({ id: 1, n: 10, added: null });
        expect(await one()).to.include({ id: 1, n: 10 });
        await all();
        expect(await prepared()).to.be.greaterThan(0);
      });

      for (const [what, ask] of Object.entries({ 'models.kysely': all, 'the models': one })) {
        it(`let a transaction of ${what} begin again`, async () => {
          expect(await attempts(models, ask)).to.equal(2);
          expect(await attempts(models, ask)).to.equal(1);
        });

        it(`let a transaction of ${what} begin again from a savepoint`, async () => {
          expect(await attempts(models, () => models.transaction(ask))).to.equal(2);
        });
      }
    });

    // A pooler gives each transaction another connection.
    describe('that a pooler has lost', () => {
      beforeEach(async () => {
        await one();
        await run('deallocate all');
      });

      it('are sent without a name', async () => {
        expect(await one()).to.deep.equal({ id: 1, n: 10 });
        expect(await all()).to.deep.equal({ id: 1, n: 10 });
        expect(await prepared()).to.equal(0);
      });

      it('let a transaction begin again', async () => {
        expect(await attempts(models, one)).to.equal(2);
        expect(await models.transaction(all)).to.deep.equal({ id: 1, n: 10 });
      });
    });

    it('have a name that no other connection uses: a pooler would run the text of the other one', async () => {
      const others = createModels(database.url, { connections: 1 });
      await others.model('t').byId(1).find();
      await one();
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(others.kysely);
      await others.close();
      expect(await names()).to.not.include.members(rows.map(({ name }) => name));
    });
  });
}

// --- internal ---

/** How often a transaction runs in which this is asked; what it wrote first is there once. */
async function attempts(models: Models, ask: () => Promise<object | undefined>): Promise<number> {
  let count = 0;
  await models.transaction(async () => {
    count += 1;
    await sql.raw('update t set n = n + 1').execute(models.kysely);
    expect(await ask()).to.include({ n: 11 });
  });
  await sql.raw('update t set n = n - 1').execute(models.kysely);
  return count;
}
