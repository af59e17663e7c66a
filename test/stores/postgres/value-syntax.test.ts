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

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: columns whose values have a syntax of their own', () => {
    keepQuiet();
    let database: TestDatabase;
    let models: Models;
    let agent: ReturnType<typeof supertest>;
    before(async () => {
      database = await createDatabase(server);
      await database.run(`create table doc (id serial primary key, words tsvector, wanted tsquery, place jsonpath);
        insert into doc (words) values ('''a'':1')`);
      models = createModels(database.url, { autoMigrate: false });
      const body = { words: { string: true }, wanted: { string: true }, place: { string: true } } as const;
      const router = createRestRouter({
        rules: [['/doc/:id?', 'rest']],
        controllers: { doc: class extends Rest {} },
        logics: { doc: defineLogic({ postAction: { body } }) },
        model: models,
        log: false,
      });
      await router.ready;
      agent = supertest(express().use(router));
    });
    after(async () => {
      await models.close();
      await database.drop();
    });

    it('find what is equal to a valid filter', async () => {
      const { status, body } = await agent.get('/doc').query({ words: "'a':1" });
      expect([status, body.length]).to.eql([200, 1]);
    });

    for (const [field, value] of [
      ['words', "'"],
      ['wanted', 'a &'],
    ] as const) {
      it(`refuse a filter that is not valid: ${field}=${value}`, async () => {
        const { status, body } = await agent.get('/doc').query({ [field]: value });
        expect([status, body.code]).to.eql([400, 'E_QUERY']);
      });
    }

    for (const [field, value] of [
      ['words', "'"],
      ['wanted', 'a &'],
      ['place', '['],
    ] as const) {
      it(`refuse a body that is not valid: ${field} ${value}`, async () => {
        const { status, body } = await agent.post('/doc').send({ [field]: value });
        expect({ status, code: body.code, pointer: body.errors?.[0].pointer }).to.eql({
          status: 422,
          code: 'E_VALIDATION',
          pointer: `/${field}`,
        });
      });
    }
  });
}
