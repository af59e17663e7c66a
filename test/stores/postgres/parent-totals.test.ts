import { type AfterWrite, createRestRouter, definePolicy } from '@rest-gen/router';
import { expect } from 'chai';
import { defineLogic } from '../../../packages/logic/src/index.ts';
import { createModels, type Models, sql } from '../../../packages/model/src/index.ts';
import Rest from '../../fixture/rest.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

/** Writes the total of its invoice, as docs/decimals.md does. */
class Line extends Rest {
  static include = { invoice: { fields: 'id' } } as const;

  override async afterWrite({ after }: AfterWrite): Promise<void> {
    const invoice_id = Number(after?.invoice_id);
    const total = await this.model('line' as never)
      .where({ invoice_id })
      .sum('amount' as never);
    await this.model('invoice' as never)
      .where({ id: invoice_id })
      .update({ total } as never);
  }
}

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: a parent that is checked, and then written by a hook', () => {
    let database: TestDatabase;
    let models: Models;
    before(async () => {
      database = await createDatabase(server);
      await database.run(`create table invoice (id serial primary key, owner_id integer not null, total integer);
        create table line (id serial primary key, invoice_id integer not null references invoice, amount integer not null);
        insert into invoice (owner_id, total) values (1, 0)`);
      models = createModels(database.url, { autoMigrate: false });
    });
    after(async () => {
      await models.close();
      await database.drop();
    });
    const deadlocks = async () => {
      const { rows } = await sql<{
        deadlocks: number;
      }>`select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database
        where datname = current_database()`.execute(models.kysely);
      return rows[0]?.deadlocks;
    };

    it('makes no deadlock of requests at the same time', async () => {
      const own = (user: { id?: unknown }) => ({ owner_id: user.id }) as never;
      const router = createRestRouter({
        rules: [['/invoice/:invoice_id/line', 'line', 'rest']],
        controllers: { line: Line },
        logics: { line: defineLogic({ postAction: { body: { amount: { required: true, int: true } } } }) },
        policies: {
          line: definePolicy({ read: 'user', create: 'user' }),
          invoice: definePolicy({ read: own, update: own }),
        },
        model: models,
        log: false,
      });
      const post = () => router.request('POST', '/invoice/1/line', { user: { id: 1 } as never, body: { amount: 1 } });
      for (let round = 1; round <= 3; round++) {
        const answers = await Promise.all(Array.from({ length: 8 }, post));
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(201));
        expect(await models.repository('invoice').findOne({ where: { id: 1 } })).to.include({ total: 8 * round });
      }
      expect(await deadlocks()).to.equal(0);
    });
  });
}
