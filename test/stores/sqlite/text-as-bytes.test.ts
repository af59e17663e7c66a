import { defineLogic } from '@rest-gen/logic';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { createModels, sql } from '../../../packages/model/src/index.ts';
import Rest from '../../fixture/rest.ts';

class Page extends Rest {}

describe('SQLite: text that others have stored in a column of bytes', () => {
  const models = createModels('sqlite::memory:');
  after(() => models.close());

  it('is text', async () => {
    await sql.raw('create table page (id integer primary key, title blob not null, data blob)').execute(models.kysely);
    await sql.raw("insert into page values (1, 'Main_Page', x'01'), (2, 'abcd', null)").execute(models.kysely);
    const body = { title: { string: true }, data: { string: true } } as const;
    const router = createRestRouter({
      rules: [['/page/:id?', 'rest']],
      controllers: { page: Page },
      logics: { page: defineLogic({ postAction: { body }, putAction: { body }, patchAction: { body } }) },
      model: models,
      log: false,
    });
    await router.ready;
    const agent = supertest(express().use(router));
    const { body: records } = await agent.get('/page').expect(200);
    expect(records).to.deep.equal([
      { id: 1, title: 'Main_Page', data: 'AQ==' },
      { id: 2, title: 'abcd', data: null },
    ]);
    expect((await agent.get('/page?title=abcd').expect(200)).body).to.deep.equal([records[1]]);
    for (const record of records) {
      await agent.patch(`/page/${record.id}`).send({ title: record.title }).expect(200, record);
      await agent.put(`/page/${record.id}`).send(record).expect(200, record);
    }
    await agent.post('/page').send({ title: 'efgh', data: 'AQ==' }).expect(201);
    const { rows } = await sql`select typeof(title) as title, typeof(data) as data from page`.execute(models.kysely);
    expect(rows).to.deep.equal([
      { title: 'text', data: 'blob' },
      { title: 'text', data: 'null' },
      { title: 'text', data: 'blob' },
    ]);
  });
});
