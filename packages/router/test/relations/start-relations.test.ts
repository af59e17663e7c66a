import { DataError, type Query } from '@rest-gen/model/core';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { Controller, createRestRouter, type RestRouterOptions, StartError } from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { keepQuiet } from '../serve.ts';
import { type DescribedModels, describedModels } from './described-models.ts';

const TABLES = {
  post: { id: 'integer', title: 'string', author_id: 'user.id' },
  user: { id: 'integer', name: 'string' },
};

class Post extends Controller {
  static include = { author: true };
  async getAction() {
    return (await this.model().select()).length;
  }
}
class User extends Controller {
  async getAction() {
    return (await this.model('post').select()).length;
  }
}
class Health extends Controller {
  getAction() {
    return 'up';
  }
}

function start(model: RestRouterOptions['model'], controllers: RestRouterOptions['controllers'] = {}) {
  const all = { post: Post, user: User, health: Health, ...controllers };
  const rules = Object.keys(all).map((name) => [`/${name}`, `/${name}`, 'rest'] as const);
  const router = createRestRouter({ rules, controllers: all, ...(model && { model }) });
  const agent = supertest(express().use(router));
  return { router, agent };
}

/** Requests one after the other: `200`, or the code of the error. */
async function answers(agent: ReturnType<typeof supertest>, ...paths: string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const path of paths) {
    const { body, status } = await agent.get(path);
    found.push(body.code ?? status);
  }
  return found;
}

describe('relations at start', () => {
  keepQuiet();
  const { describeTable: _, ...withoutRelations } = memoryModels({});

  const refused: readonly (readonly [what: string, model: RestRouterOptions['model'], message: RegExp])[] = [
    [
      'there is no model',
      undefined,
      /^E_RELATION\n {2}the controller "post" has static include, and there is no config/,
    ],
    ['the store has no relations', withoutRelations, /static include, and the store cannot read related records\n/],
    [
      'the own table is missing',
      describedModels({}),
      /"post" has static include: There is no table "post"\n {2}A migration may be pending: run npx rest-gen migrate;/,
    ],
    [
      'one cannot be resolved',
      describedModels({ post: TABLES.post }),
      /the relation "author" of the controller "post": /,
    ],
  ];
  for (const [what, model, message] of refused) {
    it(`stop it where ${what}`, async () => {
      const { router, agent } = start(model);
      const error = await router.ready.catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(StartError).and.to.have.property('message').that.matches(message);
      expect(await answers(agent, '/post', '/health')).to.deep.equal(['E_START_FAILED', 'E_START_FAILED']);
      expect(() => router.routes()).to.throw(StartError, 'E_RELATION');
    });
  }

  it('delay requests until they are resolved', async () => {
    const models = describedModels(TABLES);
    const { agent } = start(models);
    expect(await answers(agent, '/post')).to.deep.equal([200]);
    expect(models.opened.at(-1)).to.deep.equal(['post', ['author']]);
  });

  it('are resolved by a request where the store could not be reached', async () => {
    const models = describedModels(TABLES);
    models.failure = new DataError('unavailable', 'The store is gone');
    const { router, agent } = start(models);
    await router.ready;
    expect(await answers(agent, '/health', '/post', '/user')).to.deep.equal([200, 'E_UNAVAILABLE', 'E_UNAVAILABLE']);
    expect((await agent.get('/post')).headers).to.include({ 'retry-after': '1' });
    models.failure = undefined;
    expect(await answers(agent, '/post', '/user')).to.deep.equal([200, 200]);
    expect(models.opened.slice(-2)).to.deep.equal([
      ['post', ['author']],
      ['post', ['author']],
    ]);
  });

  it('are resolved again by a request to another class that opens the table', async () => {
    const models = describedModels(TABLES);
    models.failure = new DataError('unavailable', 'The store is gone');
    const { router, agent } = start(models);
    await router.ready;
    models.failure = undefined;
    expect(await answers(agent, '/user', '/user')).to.deep.equal(['E_UNAVAILABLE', 200]);
  });
});

describe('models', () => {
  keepQuiet();

  /** Opens models in a GET, and returns what the store opened for them. */
  async function opened(name: string, open: (controller: Controller) => unknown): Promise<DescribedModels['opened']> {
    const models = describedModels(TABLES);
    class Opening extends Controller {
      async getAction() {
        models.opened.length = 0;
        await open(this);
        return 1;
      }
    }
    const Own = Object.assign(Opening, name.endsWith('post') && { include: { author: true } });
    const Version = class extends Controller {
      getAction() {
        return {};
      }
      static include = { writer: { table: 'user', key: 'author_id' } };
    };
    const { agent } = start(models, { 'v1/post': Version, [name]: Own });
    await agent.get(`/${name}`).expect(200);
    return models.opened;
  }

  for (const [what, name, open, expected] of [
    ['their own relations', 'post', (one) => one.model().find(), ['post', ['author']]],
    [
      'their own relations in a transaction',
      'post',
      (one) => one.transaction(() => one.model().find()),
      ['post', ['author']],
    ],
    ['no relations where the class has none', 'user', (one) => one.model().find(), ['user', undefined]],
    ['those of the class of a table', 'user', (one) => one.model('post').find(), ['post', ['author']]],
    ['those of a class in the same directory', 'v1/user', (one) => one.model('post').find(), ['post', ['writer']]],
    ['those of a class in controller/', 'v2/user', (one) => one.model('post').find(), ['post', ['author']]],
    ['none for a table without a class', 'post', (one) => one.model('other').find(), ['other', undefined]],
  ] as readonly (readonly [string, string, (one: Controller) => unknown, DescribedModels['opened'][number]])[]) {
    it(`have ${what}`, async () => {
      expect(await opened(name, open)).to.deep.equal([expected]);
    });
  }

  it('pass on filters by relations where the class has hooks and hidden fields', async () => {
    const models = describedModels(TABLES);
    class Hooked extends Post {
      static hidden = ['title'];
      override afterWrite(): void {}
      override async getAction() {
        await this.model().where({ 'author.name': 'Ann' }).find();
        return 1;
      }
    }
    const { agent } = start(models, { post: Hooked });
    await agent.get('/post').expect(200);
    expect(models.opened.at(-1)).to.deep.equal(['post', ['author']]);
    expect(models.calls.map(([, query]) => Object.keys((query as Query).where ?? {}))).to.deep.equal([['author.name']]);
  });
});
