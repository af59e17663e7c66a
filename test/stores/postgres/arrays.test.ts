import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { defineLogic } from '../../../packages/logic/src/index.ts';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

class Film extends Rest {
  static include = { parts: { table: 'film', key: 'whole_id', max: 5 } };
}

const fields = {
  whole_id: { int: true },
  features: { array: true, children: {} },
  ratings: { array: true, children: {} },
  grid: { array: true, children: {} },
  keys: { array: true, children: {} },
  days: { array: true, children: {} },
} as const;

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: columns of arrays', () => {
    keepQuiet();
    let database: TestDatabase;
    let models: Models;
    let agent: ReturnType<typeof supertest>;
    before(async () => {
      database = await createDatabase(server);
      await database.run(`
        create table film (id serial primary key, whole_id integer references film, features text[], ratings integer[] not null default '{}',
          grid numeric[], keys uuid[], days date[]);
        create index on film using gin (features);
        insert into film (features, ratings) values ('{Trailers,"Deleted Scenes"}', '{1,2}'), (null, '{10}')`);
      models = createModels(database.url, { autoMigrate: false });
      const router = createRestRouter({
        rules: [['/film/:id?', 'rest']],
        controllers: { film: Film },
        logics: { film: defineLogic({ postAction: { body: fields }, patchAction: { body: fields } }) },
        model: models,
        log: false,
      } as never);
      await router.ready;
      agent = supertest(express().use(router));
    });
    after(async () => {
      await models.close();
      await database.drop();
    });
    const ids = async (query: string): Promise<unknown> => {
      const { status, body } = await agent.get(`/film?${query}&fields=id`);
      return status === 200 ? body.map(({ id }: { id: number }) => id) : `${status} ${body.detail}`;
    };

    it('are lists, which are written as they are read', async () => {
      const film = {
        whole_id: 1,
        features: ['a "b"', null, '', '{x}', '\\', ','],
        ratings: [3, -4],
        grid: [
          [1.5, 2],
          [3, 4],
        ],
        keys: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
        days: ['2026-01-31'],
      };
      const { status, body } = await agent.post('/film').send(film);
      expect([status, body]).to.deep.equal([201, { id: body.id, ...film }]);
      const again = await agent.patch(`/film/${body.id}`).send({ ...film, features: [] });
      expect(again.body).to.deep.equal({ ...body, features: [] });
      const { parts } = (await agent.get('/film/1?include=parts')).body;
      expect(parts).to.deep.equal([again.body]);
      const rows = await models
        .repository('film' as never)
        .insertRows?.([{ features: ['x'] }, { features: null }] as never);
      expect(rows?.map(({ features }: { features?: unknown }) => features)).to.deep.equal([['x'], null]);
      await database.run('delete from film where id > 2');
    });

    it('are filtered by what they contain', async () => {
      expect(await ids('features[contains]=Trailers')).to.deep.equal([1]);
      expect(await ids('features[contains]=Trailers&features[contains]=Deleted Scenes')).to.deep.equal([1]);
      expect(await ids('features[contains]=trailers')).to.deep.equal([]);
      expect(await ids('ratings[contains]=10')).to.deep.equal([2]);
      expect(await ids('features[null]=true')).to.deep.equal([2]);
      const film = models.model('film' as never);
      expect(await film.where({ ratings: { contains: '2' } } as never).count()).to.equal(1);
    });

    it('refuse other values and operators, with the name of the column', async () => {
      for (const [name, value] of [
        ['features', '{a}'],
        ['ratings', ['x']],
        ['ratings', [3_000_000_000]],
        ['keys', ['k']],
      ]) {
        const { status, body } = await agent.post('/film').send({ [name as string]: value });
        expect([status, body.errors?.[0].pointer.split('/')[1]], JSON.stringify(value)).to.deep.equal([422, name]);
      }
      for (const query of ['features=Trailers', 'features[startsWith]=T', 'ratings[contains]=x', 'sort=features'])
        expect(String(await ids(query))).to.match(/^400/);
    });
  });
}
