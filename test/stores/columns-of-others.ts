import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { sql } from 'kysely';
import supertest from 'supertest';
import { defineLogic, partial } from '../../packages/logic/src/index.ts';
import type { Models } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';

/** What a type is called in a store. */
export interface ColumnNames {
  /** A primary key that counts up. */
  readonly id: string;
  readonly time: string;
  readonly quote: string;
  /** Adds a row with a day that is none: `insert into`, the type of the column, and the day. */
  readonly oddDay: readonly [insertInto: string, type: string, day: string | number];
}

/**
 * What holds for columns that the database or the models set, as mocha tests.
 *
 * @param open - gives models on an empty store; the suite closes them
 */
export function describeColumnsOfOthers(name: string, open: () => Models, columns: ColumnNames): void {
  describe(`columns that clients do not set: ${name}`, () => {
    keepQuiet();
    let models: Models;
    let agent: ReturnType<typeof supertest>;

    before(async () => {
      models = open();
      for (const text of tablesOfOthers(columns)) await sql.raw(text).execute(models.kysely);
      const app = express().use(createRestRouter({ rules, controllers, logics, model: models }));
      agent = supertest(app);
      await models.repository('tag').insert({ name: 'a' });
    });
    after(() => models.close());

    const post = async (sent: object) => {
      const { status, body } = await agent.post('/item').send(sent);
      expect(status, JSON.stringify(body)).to.equal(201);
      return body;
    };

    describe('a generated column that the logic names', () => {
      it('can be sent back by PUT and PATCH as GET showed it', async () => {
        const item = await post({ price: 5 });
        expect(item).to.include({ price: 5, twice: 10 });
        const put = await agent.put(`/item/${item.id}`).send(item).expect(200);
        expect(put.body).to.deep.equal({ ...item, updated_at: put.body.updated_at });
        const patch = await agent.patch(`/item/${item.id}`).send({ twice: 10, price: 6 }).expect(200);
        expect(patch.body).to.include({ price: 6, twice: 12 });
      });

      it('is not reset by a PUT without it', async () => {
        const { id } = await post({ price: 5 });
        const { body } = await agent.put(`/item/${id}`).send({ price: 7 }).expect(200);
        expect(body).to.include({ price: 7, twice: 14 });
      });

      it('cannot be set: the error names it', async () => {
        const { id } = await post({ price: 5 });
        const refused = [
          agent.post('/item').send({ price: 1, twice: 2 }),
          agent.post('/item').send([{ price: 1, twice: 2 }]),
          agent.put(`/item/${id}`).send({ price: 1, twice: 2 }),
          agent.patch(`/item/${id}`).send({ twice: 2 }),
          agent.patch(`/item?id=${id}`).set('Prefer', 'max-affected=5').send({ twice: 2 }),
        ];
        for (const answer of await Promise.all(refused)) {
          expect(answer.status, JSON.stringify(answer.body)).to.equal(422);
          expect(answer.body.errors[0]).to.include({ rule: 'readOnly' });
          expect(answer.body.errors[0].pointer).to.match(/^(?:\/0)?\/twice$/);
        }
        expect((await agent.get(`/item/${id}`)).body).to.include({ price: 5, twice: 10 });
      });
    });

    it('can be sent back with a value that the logic refuses, and the type of the column has no form for', async () => {
      const [insertInto, , day] = columns.oddDay;
      const times = "'2020-01-01 00:00:00', '2020-01-01 00:00:00'";
      await sql
        .raw(
          `${insertInto} item (price, day, created_at, updated_at) values (77, ${typeof day === 'number' ? day : `'${day}'`}, ${times})`,
        )
        .execute(models.kysely);
      const [item] = (await agent.get('/item?price=77').expect(200)).body;
      let shown = item;
      for (const method of ['put', 'patch'] as const) {
        const { status, body } = await agent[method](`/item/${item.id}`).send(shown);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body).to.include({ price: 77, day });
        await agent[method](`/item/${item.id}`).send({ day: 'no day' }).expect(422);
        shown = body;
      }
      await agent.post('/item').send({ day }).expect(422);
    });

    describe('created_at, updated_at, createdAt and updatedAt without a default', () => {
      const old = '2020-01-01T00:00:00.000Z';
      const isNow = (value: unknown) =>
        expect(Date.parse(String(value))).to.be.within(Date.now() - 60_000, Date.now() + 60_000);

      it('are set in new records: one, several, related and linked ones', async () => {
        const item = await post({ price: 1, parts: [{ name: 'a' }], tags: [1] });
        const [first, second] = (
          await agent
            .post('/item')
            .send([{ price: 1 }, { price: 2 }])
            .expect(201)
        ).body;
        const part = await models.model('part').where({ item_id: item.id }).find();
        for (const { created_at, updated_at } of [item, first, second])
          for (const at of [created_at, updated_at]) isNow(at);
        isNow(part?.createdAt);
        isNow(part?.updatedAt);
        expect((await agent.get(`/item/${item.id}?include=tags`)).body.tags).to.have.length(1);
      });

      it('keep what code sets, and every other update sets the second one', async () => {
        const part = models.model('part');
        const { id } = await part.insert({ name: 'a', createdAt: old, updatedAt: old });
        expect(await part.byId(id).find()).to.include({ createdAt: old, updatedAt: old });
        await part.byId(id).update({ name: 'b', updatedAt: null });
        expect(await part.byId(id).find()).to.include({ createdAt: old, updatedAt: null });
        await part.byId(id).update({ name: 'c' });
        const found = await part.byId(id).find();
        expect(found).to.include({ createdAt: old });
        isNow(found?.updatedAt);
      });

      it('are set by changes of many records', async () => {
        const { id } = await models.model('item').insert({ price: 900, created_at: old, updated_at: old });
        const { body } = await agent.patch('/item?price=900').set('Prefer', 'max-affected=5').send({ price: 901 });
        expect(body).to.have.length(1);
        expect(body[0]).to.include({ id, created_at: old });
        isNow(body[0].updated_at);
      });
    });
  });
}

// --- internal ---

/** Generated columns, and timestamps without a default or trigger. */
function tablesOfOthers({ id, time, quote, oddDay }: ColumnNames): string[] {
  return [
    `create table item (id ${id}, price integer, day ${oddDay[1]}, twice integer generated always as (price * 2) stored,
      created_at ${time} not null, updated_at ${time} not null)`,
    `create table part (id ${id}, item_id bigint, name varchar(20), ${quote}createdAt${quote} ${time}, ${quote}updatedAt${quote} ${time})`,
    `create table tag (id ${id}, name varchar(20))`,
    `create table item_tag (item_id bigint not null, tag_id bigint not null, created_at ${time} not null, primary key (item_id, tag_id))`,
  ];
}

const fields = {
  day: { date: true },
  price: { int: true },
  twice: { int: true },
  tags: { array: true, children: { int: true } },
} as const;
const rules = [
  ['/item/:id?', 'rest'],
  ['/part/:id?', 'rest'],
  ['/tag/:id?', 'rest'],
] as never;
const controllers = {
  item: class extends Rest {
    static bulk = ['post', 'patch'];
    static include = {
      parts: { table: 'part', key: 'item_id', write: true },
      tags: { through: 'item_tag' },
    };
  },
  part: class extends Rest {},
  tag: class extends Rest {},
} as never;
const name = { name: { string: true } } as const;
const logics = {
  item: defineLogic({
    postAction: { body: fields },
    putAction: { body: fields },
    patchAction: { body: partial(fields) },
  }),
  part: defineLogic({ postAction: { body: name } }),
  tag: defineLogic({ postAction: { body: name } }),
} as never;
