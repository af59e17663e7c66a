import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { expect } from 'chai';
import express from 'express';
import Rest from '../../../test/fixture/rest.ts';
import { defineLogic } from '../../logic/src/index.ts';
import {
  type AfterWrite,
  type ControllerClass,
  createRestRouter,
  definePolicy,
  type RestRouter,
} from '../../router/src/index.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import { explainRefusal } from '../src/explain-refusal.ts';
import { createMcp } from '../src/index.ts';
import { type Agent, connect, listen } from './open-agent.ts';

/** A word that no answer may have. */
const SECRET = 'xyzzy';

describe('the reasons of a refusal', () => {
  keepQuiet();
  let models: Models;
  let router: RestRouter | undefined;
  let served: { url: string; close: () => Promise<void> } | undefined;
  let agent: Agent | undefined;

  beforeEach(async () => {
    process.env.NODE_ENV = 'production';
    const migrations = fileURLToPath(new URL('../../plans/test/migrations', import.meta.url));
    models = createModels('sqlite::memory:', { migrations });
    await models.migrate();
    await models.repository('issue').insert({ title: 'First', owner_id: 1, slug: 'first', note: SECRET });
    await models.repository('comment').insert({ text: SECRET, issue_id: 1, owner_id: 9 });
  });
  afterEach(async () => {
    await agent?.close();
    await served?.close();
    await router?.close();
    await models.close();
    agent = served = router = undefined;
  });

  async function open(Issue: ControllerClass, issue: object, comment: object = { read: 'nobody' }): Promise<Agent> {
    router = createRestRouter({
      rules: [['/:controller(issue|comment)/:id?', '/:controller', 'rest']],
      controllers: {
        issue: Issue,
        comment: class extends Rest {
          static callable = true;
        },
      },
      logics: { issue: defineLogic({ patchAction: { body: { title: { string: true } } } } as never) },
      policies: { issue: definePolicy(issue as never), comment: definePolicy(comment as never) },
      model: models,
      user: () => ({ id: 2 }),
      log: false,
    });
    const app = express();
    app.use('/mcp', createMcp(router));
    served = await listen(app);
    agent = await connect(served.url, {});
    return agent;
  }

  class Issue extends Rest {
    static callable = true;
  }
  const remove = { method: 'DELETE', url: '/issue/1' } as const;

  const CONCEALED: [title: string, Class: ControllerClass, policy: object, reason: RegExp][] = [
    [
      'of a hidden field',
      class extends Issue {
        static hidden = ['note'];
      },
      { read: 'user', delete: { note: 'other' } },
      /note has another value than the policy wants$/,
    ],
    [
      'of a field that this user may not read',
      Issue,
      { read: 'user', delete: { note: 'other' }, fields: { note: { read: (user: { id: number }) => user.id === 1 } } },
      /note has another value than the policy wants$/,
    ],
    [
      'of a class that shows something else than its records',
      class extends Issue {
        override show(record: Record<string, unknown>) {
          return { id: record.id };
        }
      },
      { read: 'user', delete: { note: 'other' } },
      /note has another value than the policy wants$/,
    ],
  ];
  for (const [title, Class, policy, reason] of CONCEALED) {
    it(`do not tell the values ${title}`, async () => {
      const { call } = await open(Class, policy);
      for (const name of ['plan', 'explain']) {
        const { text, body } = await call(name, remove);
        expect(text, name).not.to.contain(SECRET);
        const reasons = (body.reasons ?? body.policies ?? []) as string[];
        expect(reasons.at(-1) ?? '', text).to.match(reason);
      }
    });
  }

  it('say the values that the user may read', async () => {
    const { call } = await open(Issue, { read: 'user', delete: { note: 'other' } });
    expect((await call('plan', remove)).body.reasons).to.deep.equal([
      `the policy of "issue" delete: note is "${SECRET}", and the policy wants "other"`,
    ]);
  });

  it('tell nothing of a record that the user may not read', async () => {
    const { call } = await open(Issue, { read: { note: 'other' }, delete: { note: 'other' } });
    const { body: other } = await call('plan', { method: 'DELETE', url: '/issue/99' });
    const { body: here } = await call('plan', remove);
    expect(here).to.deep.equal({ ...other, instance: '/issue/1' });
    const explained = await call('explain', remove);
    expect(explained.text).to.equal((await call('explain', { method: 'DELETE', url: '/issue/99' })).text);
  });

  it('tell of other records only what the user may read', async () => {
    class Writing extends Issue {
      override async afterWrite(_: AfterWrite) {
        await this.model('comment').where({ id: 1 }).update({ text: 'x' });
      }
    }
    const read = { owner_id: 9 };
    const { call } = await open(Writing, { read: 'user', update: 'user' }, { read, update: { text: 'other' } });
    const { body } = await call('plan', { method: 'PATCH', url: '/issue/1', body: { title: 'x' } });
    expect(body.reasons).to.deep.equal([
      `the policy of "comment" update: text is "${SECRET}", and the policy wants "other"`,
    ]);
    // A refusal that names a record beyond them.
    await models.repository('comment').update({ id: 1 }, { owner_id: 3 });
    const refusal = { table: 'comment', operation: 'update', ids: [1], values: undefined } as const;
    expect(await explainRefusal(refusal, router as RestRouter, { id: 2 })).to.deep.equal([
      'the policy of "comment" update: allows where text is "other"',
    ]);
  });
});
