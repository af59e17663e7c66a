import { join } from 'node:path';
import { defineLogic } from '@rest-gen/logic';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import { createModels } from '../../../packages/model/src/index.ts';
import Rest from '../../fixture/rest.ts';
import { temporaryFolders } from '../fixture.ts';

class Note extends Rest {}

describe('SQLite: migrations that a process cannot see', () => {
  const folder = temporaryFolders();

  it('do not keep it from writing to tables that are there', async () => {
    const file = `sqlite:${join(folder({}), 'app.sqlite3')}`;
    const first = createModels(file);
    await first.kysely.schema
      .createTable('note')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('title', 'text')
      .execute();
    await first.close();
    const models = createModels(file, { migrations: join(folder({}), 'none'), autoMigrate: false });
    const router = createRestRouter({
      rules: [['/note/:id?', 'rest']],
      controllers: { note: Note },
      logics: { note: defineLogic({ postAction: { body: { title: { string: true } } } }) },
      model: models,
    });
    try {
      await router.ready;
      await request(express().use(router)).post('/note').send({ title: 'a' }).expect(201);
    } finally {
      await models.close();
    }
    expect(router.routes()).to.have.length(1);
  });
});
