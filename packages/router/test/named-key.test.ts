import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { createModels, sql } from '../../model/src/index.ts';
import { createRestRouter, type RuleConfig } from '../src/index.ts';
import { keepQuiet } from './serve.ts';

class User extends Rest {
  static key = 'username';
}

const name = { string: true } as const;
const LOGIC = defineLogic({
  postAction: { body: { username: { string: true, required: true }, name } },
  patchAction: { body: { name } },
});

describe('the name of static key in a rule', () => {
  keepQuiet();
  const models = createModels('sqlite::memory:');
  before(async () => {
    const columns = 'id integer primary key, username text not null unique, name text';
    await sql.raw(`create table user (${columns})`).execute(models.kysely);
  });
  after(() => models.close());

  for (const rule of [
    ['/user/:username?', 'rest'],
    ['/user/:id?', 'rest'],
    ['/user/:username?', '/user?id=:username', 'rest'],
    [/\/user(?:\/([\w.]+))?/, 'user?username=:1', 'rest'],
  ] as const satisfies readonly RuleConfig[]) {
    it(`names the record of ${rule[0]}, ${rule[1]}`, async () => {
      const options = { controllers: { user: User }, logics: { user: LOGIC }, model: models, log: false } as const;
      const router = createRestRouter({ rules: [rule], ...options });
      await router.ready;
      const agent = supertest(express().use(router));
      const username = `ann.${String(rule[0]).length}${rule[1].length}`;
      const created = await agent.post('/user').send({ username, name: 'A' }).expect(201);
      expect(created.get('Location')).to.equal(`/user/${username}`);
      const { body } = await agent.patch(`/user/${username}`).send({ name: 'B' }).expect(200);
      expect(body).to.deep.include({ username, name: 'B' });
      await agent.get(`/user/${username}`).expect(200, body);
      await agent.get('/user/nobody').expect(404);
      expect((await agent.get('/user').expect(200)).body).to.deep.include(body);
      await agent.delete(`/user/${username}`).expect(204);
      expect(router.routes()[0]?.item).to.eql(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']);
    });
  }
});
