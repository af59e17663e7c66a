import { expect } from 'chai';
import Rest from '../../../../../test/fixture/rest.ts';
import { defineLogic } from '../../../../logic/src/index.ts';
import { createModels, type Models, sql } from '../../../../model/src/index.ts';
import { type ControllerClass, definePolicy, type RestRouter } from '../../../../router/src/index.ts';
import { explainAccess } from '../../../src/index.ts';
import { createRestRouter } from '../../create-router.ts';

class Comment extends Rest {
  static names = { issue_id: 'entry_id', code: 'pin' };
}

describe('reasons of a class with static names', () => {
  let models: Models;
  let router: RestRouter;
  before(async () => {
    models = createModels('sqlite::memory:');
    for (const text of [
      'create table comment (id integer primary key, entry_id integer, text text, pin text)',
      "insert into comment values (1, 1, 'a', '1234')",
    ])
      await sql.raw(text).execute(models.kysely);
    const fields = { text: { string: true } } as const;
    router = createRestRouter({
      rules: [['/issue/:issue_id/comment/:id?', '/comment', 'rest']],
      controllers: { comment: Comment as ControllerClass },
      logics: {
        comment: defineLogic({
          postAction: { body: { ...fields, code: { string: true, secret: true } } },
          patchAction: { body: fields },
        }),
      },
      policies: { comment: definePolicy({ read: 'everyone', update: { pin: '5678' } } as never) },
      model: models,
      log: false,
    });
    await router.ready;
  });
  after(async () => {
    await router.close();
    await models.close();
  });

  for (const [path, verdict] of [
    ['/issue/1/comment/1', 'allowed'],
    ['/issue/2/comment/1', '404: there is no such record'],
  ] as const) {
    it(`say of a record under a parent: ${path} is ${verdict}`, async () => {
      const { status } = await router.request('GET', path, { user: { id: 1 } });
      expect(status).to.equal(verdict === 'allowed' ? 200 : 404);
      const access = await explainAccess(router.describe(), router.explain('GET', path), { id: 1 });
      expect(access?.verdict).to.equal(verdict);
    });
  }

  it('do not tell what the logic keeps secret under another name', async () => {
    const { status, body } = await router.request('PATCH', '/issue/1/comment/1', {
      body: { text: 'b' },
      user: { id: 1 },
    });
    expect(status).to.equal(403);
    expect(body.tried).to.have.length(1);
    expect(body.tried[0])
      .to.contain('pin has another value than the policy wants')
      .and.not.match(/1234|5678/);
  });
});
