import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { checkProject } from '../../inspect/src/index.ts';
import { createModels, sql } from '../../model/src/index.ts';
import { type ControllerClass, createRestRouter } from '../src/index.ts';
import { keepQuiet } from './serve.ts';

const RULES = [['/:lang(en|de)/post/:id?', 'rest']] as const;
const title = { title: { string: true, required: true } } as const;
const LOGIC = defineLogic({ postAction: { body: title }, putAction: { body: title } });

class Post extends Rest {
  static unscoped = ['lang'];
}

describe('static unscoped', () => {
  keepQuiet();
  const models = createModels('sqlite::memory:');
  before(async () => {
    await sql.raw('create table post (id integer primary key, title text)').execute(models.kysely);
  });
  after(() => models.close());

  const make = (post: ControllerClass) =>
    createRestRouter({
      rules: RULES,
      controllers: { post },
      logics: { post: LOGIC },
      model: models,
      log: false,
    });

  it('names parameters that are no conditions', async () => {
    const router = make(Post);
    await router.ready;
    const agent = supertest(express().use(router));
    const created = await agent.post('/en/post').send({ title: 'One' }).expect(201, { id: 1, title: 'One' });
    expect(created.get('Location')).to.equal('/en/post/1');
    await agent.put('/de/post/1').send({ title: 'Eins' }).expect(200);
    await agent.get('/en/post').expect(200, [{ id: 1, title: 'Eins' }]);
    await agent.get('/fr/post').expect(404);
    await agent.delete('/de/post/1').expect(204);
  });

  it('is asked for at the start', async () => {
    const error = await make(class extends Rest {} as ControllerClass).ready.then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.message)
      .to.contain('E_RULE_PARAM')
      .and.contain('"lang"')
      .and.contain("static unscoped = ['lang']")
      .and.contain('/:lang(en|de)/post/:id?');
  });

  it('is not needed where the class says which records it serves', async () => {
    class Own extends Rest {
      override get records() {
        return this.model();
      }
    }
    await make(Own as ControllerClass).ready;
  });

  it('is a list of names', () => {
    const wrong = class extends Rest {
      static unscoped = 'lang';
    };
    expect(() => make(wrong as never)).to.throw('E_CONTROLLER_STATIC');
  });

  it('is asked for by check --store, too', async () => {
    class Every extends Rest {}
    const options = { rules: RULES, controllers: { post: Every }, logics: {}, model: models };
    const { findings } = await checkProject(options, { store: true });
    const [found] = findings.filter(({ level }) => level === 'error');
    expect(found?.code).to.equal('E_RULE_PARAM');
    expect(found?.hint).to.contain("static unscoped = ['lang']");
  });
});
