import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineLogic } from '@rest-gen/logic';
import { createModels, type Models } from '@rest-gen/model';
import {
  type AfterWrite,
  type BeforeWrite,
  createRestRouter,
  definePolicy,
  isDryRun,
  type RestRouter,
} from '@rest-gen/router';
import express5 from 'express';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { createPlans, type PlanHandler } from '../src/index.ts';

/** Issues with comments, whose hooks generate values and send mails. */
export interface Tracker {
  readonly app: ReturnType<typeof express5>;
  readonly agent: ReturnType<typeof supertest>;
  readonly models: Models;
  readonly router: RestRouter;
  readonly plans: PlanHandler;
  readonly mails: string[];
  close(): Promise<void>;
}

/** The header `X-User` has the id of the user. */
const USER = 'x-user';
export const ANN = { [USER]: '1' };
export const BOB = { [USER]: '2' };

export async function openTracker(
  store = 'sqlite::memory:',
  create: () => ReturnType<typeof express5> = express5,
): Promise<Tracker> {
  const models = createModels(store, { migrations: fileURLToPath(new URL('migrations', import.meta.url)) });
  await models.migrate();
  const mails: string[] = [];
  class Issue extends Rest {
    static callable = true;
    static upsert = true;
    static bulk = ['post', 'patch', 'delete'];
    static include = { comments: { write: true } } as const;

    override beforeWrite({ action, values }: BeforeWrite) {
      if (action === 'create') values.slug = randomUUID();
    }
    override async afterWrite({ after }: AfterWrite) {
      if (after?.title === 'With a comment') {
        await this.model('comment').insert({ issue_id: after.id, text: 'made by a hook', owner_id: 1 });
      }
      if (after?.title === 'Written twice') {
        await models.repository('comment').insert({ issue_id: after.id as number, text: 'a draft', owner_id: 1 });
        await models.repository('comment').delete({ text: 'a draft' });
        await models.repository('issue').update({ id: after.id as number }, { note: `see /issue/${after.id}` });
      }
    }
    override afterCommit({ after }: AfterWrite) {
      mails.push(String(after?.title));
    }
    /** Votes for it: a value that depends on the record. */
    async voteAction() {
      const issue = this.found(await this.record.lock().find());
      return this.change({ votes: Number(issue.votes) + 1 });
    }
    async mailAction() {
      if (!isDryRun(this.req)) mails.push('at once');
      return this.success();
    }
  }
  class Comment extends Rest {
    static callable = true;
  }
  class Hidden extends Rest {}
  const title = { required: true, string: true } as const;
  const issue = {
    title,
    votes: { int: true },
    note: { string: true },
    code: { string: true },
    due_at: { date: true },
    owner_id: { int: true },
    comments: { array: true, children: { object: true } },
  } as const;
  const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;
  const router = createRestRouter({
    rules: [
      ['/issue/:id/vote', '/issue#vote', 'rest'],
      ['/issue/:id/mail', '/issue#mail', 'rest'],
      ['/:controller(issue|comment|hidden)/:id?', '/:controller', 'rest'],
    ],
    controllers: { issue: Issue, comment: Comment, hidden: Hidden },
    logics: {
      issue: defineLogic({
        postAction: { body: issue },
        putAction: { body: issue },
        patchAction: { body: { ...issue, title: { string: true } } },
      } as never),
      comment: defineLogic({ postAction: { body: { text: title, issue_id: { int: true } } } } as never),
    },
    policies: {
      issue: definePolicy({ read: 'user', create: own, update: own, delete: own }),
      comment: definePolicy({ read: 'user', create: own, update: own, delete: own }),
      hidden: definePolicy('nobody'),
    },
    model: models,
    user: ({ headers }) => (headers[USER] === undefined ? undefined : { id: Number(headers[USER]) }),
    log: false,
  });
  await router.ready;
  const plans = createPlans(router);
  const app = create();
  app.use('/plan', plans);
  app.use(router, router.notFound, router.errors);
  return {
    app,
    agent: supertest(app),
    models,
    router,
    plans,
    mails,
    close: async () => {
      await router.close();
      await models.close();
    },
  };
}
