import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import Rest from '../../../../test/fixture/rest.ts';
import { checkProject } from '../../../inspect/src/index.ts';
import { Controller, type ControllerClass, createRestRouter, StartError } from '../../src/index.ts';
import { memoryModels, type Tables } from '../memory-models.ts';

const TABLES: Tables = {
  post: { id: 'integer', title: 'string?', deleted_at: 'datetime?', day: 'date?', made_at: 'datetime' },
};

class Kept extends Rest {
  static softDelete = 'deleted_at';
}
class Health extends Controller {
  static softDelete = 'deleted_at';
  getAction() {
    return 'up';
  }
}
const saying = (softDelete: unknown): ControllerClass => Object.assign(class extends Rest {}, { softDelete }) as never;

function optionsOf(controllers: Record<string, ControllerClass>, model: object | undefined = memoryModels(TABLES)) {
  const rules = Object.keys(controllers).map((name) => [`/${name}/:id?`, name, 'rest'] as const);
  return { rules, controllers, log: false as const, ...(model && { model: model as never }) };
}

describe('static softDelete at start', () => {
  for (const [what, controllers, message] of [
    ['a value that is no name', { post: saying(true) }, /E_CONTROLLER_STATIC.*static softDelete is true/s],
    ['a column that is not there', { post: saying('gone_at') }, /E_SOFT_DELETE.*"post" has no such column.*gone_at/s],
    ['a column that is no time', { post: saying('title') }, /E_SOFT_DELETE.*does not hold a time or null/s],
    ['a date', { post: saying('day') }, /E_SOFT_DELETE.*does not hold a time or null/s],
    ['a time that is never null', { post: saying('made_at') }, /E_SOFT_DELETE.*does not hold a time or null/s],
    [
      'two columns for one table',
      { post: Kept, 'v1/post': saying('made_at') },
      /E_SOFT_DELETE.*another controller of "post" says 'deleted_at'/s,
    ],
  ] as const) {
    it(`refuses ${what}, and check finds it`, async () => {
      const error = await (async () => createRestRouter(optionsOf(controllers)).ready)().catch((one: unknown) => one);
      expect(error).to.be.instanceOf(StartError);
      expect(String(error)).to.match(message);
      const { findings } = await checkProject(optionsOf(controllers));
      const found = findings.filter(({ level }) => level === 'error').map((one) => `${one.code} ${one.message}`);
      expect(found.join('\n')).to.match(/^E_(?:SOFT_DELETE|CONTROLLER_STATIC) .*softDelete/);
    });
  }

  it('refuses a project without a model', async () => {
    const options = { ...optionsOf({ post: Kept }), model: undefined } as never;
    const error = await (async () => createRestRouter(options).ready)().catch((one: unknown) => one);
    expect(String(error)).to.match(/E_SOFT_DELETE.*there is no config\/model/s);
  });

  it('passes over a class without a table, which inherits it', async () => {
    await createRestRouter(optionsOf({ post: Kept, health: Health })).ready;
  });
});

describe('the parameter deleted', () => {
  it('is known beside what the logic declares, and nowhere else', async () => {
    const model = memoryModels(TABLES);
    await model.repository('post').insert({ title: 'a', made_at: new Date(), deleted_at: new Date() });
    const logics = { post: defineLogic({ getAction: { query: { lang: { string: true } } } }) };
    const router = createRestRouter({ ...optionsOf({ post: Kept }, model), logics });
    const agent = supertest(express().use(router));
    await agent.get('/post/1?deleted=true&lang=en').expect(200);
    expect((await agent.get('/post?deleted=true&lang=en').expect(200)).body).to.have.length(1);
    await agent.get('/post/1?deleted=true&odd=1').expect(400);
    await agent.get('/post?deleted=true&deleted=true').expect(400);
    await agent.get('/post?deleted[in]=true').expect(400);
    const plain = createRestRouter({ ...optionsOf({ post: class extends Rest {} }, model), logics });
    await supertest(express().use(plain)).get('/post/1?deleted=true&lang=en').expect(400);
  });
});

describe('soft delete in a store without optional methods', () => {
  it('deletes, shows and restores, with hooks', async () => {
    class Hooked extends Kept {
      override beforeWrite() {}
    }
    const model = memoryModels(TABLES, true);
    const { describeTable: _, ...plain } = model;
    await model.repository('post').insert({ title: 'a', made_at: new Date() });
    const rules = [['/post/:id/restore', 'post#restore', 'rest'], ...optionsOf({ post: Hooked }, plain).rules] as const;
    const router = createRestRouter({ ...optionsOf({ post: Hooked }, plain), rules: rules as never });
    const agent = supertest(express().use(router));
    await agent.delete('/post/1').expect(204);
    await agent.get('/post/1').expect(404);
    expect((await agent.get('/post?deleted=true').expect(200)).body).to.have.length(1);
    const { body } = await agent.post('/post/1/restore').expect(200);
    expect([body.title, body.deleted_at]).to.deep.equal(['a', null]);
    await agent.get('/post/1').expect(200);
  });
});
