import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { sql } from 'kysely';
import supertest from 'supertest';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';

const body = { title: { string: true } } as const;
const section = { body: partial(body) };

class Card extends Rest {
  static softDelete = 'deleted_at';
  static bulk = true;

  async countAction() {
    return { mode: this.get('mode') };
  }
}

describe('a query parameter that a write does not know', () => {
  keepQuiet();
  let models: Models;
  let agent: ReturnType<typeof supertest>;
  beforeEach(async () => {
    models = createModels('sqlite::memory:');
    await sql.raw('create table card (id integer primary key, title text, deleted_at datetime)').execute(models.kysely);
    await models.model('card').add({ id: 1, title: 'one' });
    const router = createRestRouter({
      rules: [
        ['/card/:id/restore', 'card#restore', 'rest'],
        ['/card/:id/count', 'card#count', 'rest'],
        ['/card/:id?', 'rest'],
      ],
      controllers: { card: Card },
      logics: {
        card: defineLogic({
          postAction: { body },
          putAction: { body },
          patchAction: section,
          deleteAction: { query: { hard: { boolean: true } } },
        }),
      },
      model: models,
      log: false,
    });
    agent = supertest(express().use(router));
  });
  afterEach(() => models.close());

  const REFUSED: readonly (readonly [method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object])[] = [
    ['post', '/card?dry_run=true', { title: 'two' }],
    ['post', '/card?deleted=true', { title: 'two' }],
    ['post', '/card?dry_run=true', [{ title: 'two' }]],
    ['put', '/card/1?dry_run=true', { title: 'two' }],
    ['patch', '/card/1?dry_run=true', { title: 'two' }],
    ['post', '/card/1/restore?dry_run=true'],
  ];
  for (const [method, path, sent] of REFUSED)
    it(`is refused before anything is written: ${method} ${path} ${JSON.stringify(sent)}`, async () => {
      const answer = await agent[method](path).send(sent);
      expect(answer.status).to.equal(400);
      expect(answer.body).to.deep.include({ code: 'E_QUERY' });
      expect(await models.model('card').select()).to.deep.equal([{ id: 1, title: 'one', deleted_at: null }]);
    });

  it('may be declared, and belongs to an action that reads it itself', async () => {
    await agent.post('/card/1/count?mode=all').expect(200, { mode: 'all' });
    expect((await agent.delete('/card/1?hard=1&soft=1')).status).to.be.oneOf([400, 422]);
    await agent.delete('/card/1?hard=true').expect(204);
  });
});
