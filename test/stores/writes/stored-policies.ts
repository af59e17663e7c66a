import { type AfterWrite, type BeforeWrite, type ControllerClass, definePolicy, type Policy } from '@rest-gen/router';
import { expect } from 'chai';
import { type Models, sql } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import { Issue, openTracker, type Tracker, type TrackerOptions, WRITTEN } from './tracker.ts';

const ANN = { 'X-User': '1' };
const everyone = definePolicy('everyone');
const OPEN = { person: everyone, comment: everyone, attachment: everyone, label: everyone, topic: everyone };

type Condition = NonNullable<Policy['update']>;
interface Scenario {
  readonly what: string;
  readonly policies: Readonly<Record<string, Policy>>;
  readonly options?: TrackerOptions;
  readonly headers?: Readonly<Record<string, string>>;
  /** Records before the request. */
  readonly before?: object;
  readonly request: readonly [method: string, path: string, body?: object];
  readonly status: number;
}

const relations = {
  labels: { through: 'issue_label' },
  topics: { through: 'issue_topic' },
  comments: true,
  commentCount: { count: 'comment' },
} as const;
const issue = (policy: Partial<Policy>): Record<string, Policy> => ({
  ...OPEN,
  issue: definePolicy({ relations, read: 'everyone', create: 'everyone', update: 'everyone', ...policy }),
});
const all = (condition: Condition) => issue({ create: condition, update: condition });

/** A label or topic of the user: 4 is Ann's, 5 is Bob's, 1 to 3 are nobody's. */
const labelled = (user: { readonly id?: unknown }) => ({ 'labels.owner_id': user.id }) as never;
const topical = (user: { readonly id?: unknown }) => ({ 'topics.owner_id': user.id }) as never;
const quiet = { commentCount: { lte: 1 } } as never;
const texts = (...list: string[]) => list.map((text) => ({ text }));

/** The class of issues with code that runs around writes. */
function hooked(hooks: object): ControllerClass {
  class Hooked extends Issue {}
  Object.assign(Hooked.prototype, hooks);
  return Hooked as ControllerClass;
}

const ACTING = [['/issue/act', 'issue#act', 'rest'] as const];

const SCENARIOS: readonly Scenario[] = [
  ...(
    [
      ['labels', labelled],
      ['topics', topical],
    ] as const
  ).flatMap(([name, mine]): Scenario[] => {
    const before = { title: 'a', [name]: [4] };
    const policies = all(mine as Condition);
    return [
      {
        what: `PATCH gives ${name} away`,
        policies,
        before,
        request: ['PATCH', '/issue/1', { [name]: [1] }],
        status: 403,
      },
      { what: `PATCH empties ${name}`, policies, before, request: ['PATCH', '/issue/1', { [name]: [] }], status: 403 },
      {
        what: `PATCH adds to ${name}`,
        policies,
        before,
        request: ['PATCH', '/issue/1', { [name]: [1, 4] }],
        status: 200,
      },
      {
        what: `PATCH of a column only, under ${name}`,
        policies,
        before,
        request: ['PATCH', '/issue/1', { body: 'x' }],
        status: 200,
      },
      {
        what: `PUT gives ${name} away`,
        policies,
        before,
        request: ['PUT', '/issue/1', { title: 'a', [name]: [2] }],
        status: 403,
      },
      {
        what: `PATCH of a collection gives ${name} away`,
        policies,
        before,
        request: ['PATCH', '/issue?title=a', { [name]: [1] }],
        status: 403,
      },
      {
        what: `POST with ${name} of the user`,
        policies,
        request: ['POST', '/issue', { title: 'b', [name]: [4] }],
        status: 201,
      },
      {
        what: `POST with other ${name}`,
        policies,
        request: ['POST', '/issue', { title: 'b', [name]: [1] }],
        status: 403,
      },
      {
        what: `POST of a list with other ${name}`,
        policies,
        request: [
          'POST',
          '/issue',
          [
            { title: 'b', [name]: [4] },
            { title: 'c', [name]: [1] },
          ],
        ],
        status: 403,
      },
      {
        what: `PUT that adds a record with ${name}`,
        policies,
        request: ['PUT', '/issue/7', { title: 'b', [name]: [4] }],
        status: 201,
      },
      {
        what: `PUT that adds a record with other ${name}`,
        policies,
        request: ['PUT', '/issue/7', { title: 'b', [name]: [1] }],
        status: 403,
      },
    ];
  }),
  {
    what: 'POST with as many comments as allowed',
    policies: issue({ create: quiet }),
    request: ['POST', '/issue', { title: 'b', comments: texts('xx') }],
    status: 201,
  },
  {
    what: 'POST with too many comments',
    policies: issue({ create: quiet }),
    request: ['POST', '/issue', { title: 'b', comments: texts('xx', 'yy') }],
    status: 403,
  },
  {
    what: 'POST of children whose own children break the policy of the middle',
    policies: {
      ...issue({}),
      comment: definePolicy({
        relations: { attachments: true },
        read: 'everyone',
        create: { 'attachments.name': 'ok' } as never,
      }),
    },
    request: ['POST', '/issue', { title: 'b', comments: [{ text: 'xx', attachments: [{ name: 'bad' }] }] }],
    status: 403,
  },
  {
    what: 'afterWrite that breaks the policy of its own record',
    policies: issue({ create: { body: { null: true } } as never }),
    options: {
      controllers: {
        issue: hooked({
          async afterWrite(this: Issue, { after }: AfterWrite) {
            await this.model('issue')
              .unrestricted()
              .byId(after?.id as number)
              .update({ body: 'x' });
          },
        }),
      },
    },
    request: ['POST', '/issue', { title: 'b' }],
    status: 403,
  },
  {
    what: 'beforeWrite that makes an update allowed',
    policies: issue({ update: { owner_id: 1 } as never }),
    options: {
      controllers: {
        issue: hooked({ beforeWrite: ({ values }: BeforeWrite) => void Object.assign(values, { owner_id: 1 }) }),
      },
    },
    before: { title: 'a', owner_id: 1 },
    request: ['PATCH', '/issue/1', { owner_id: 2 }],
    status: 200,
  },
  {
    what: 'beforeWrite that makes an update forbidden',
    policies: issue({ update: { owner_id: 1 } as never }),
    options: {
      controllers: {
        issue: hooked({ beforeWrite: ({ values }: BeforeWrite) => void Object.assign(values, { owner_id: 2 }) }),
      },
    },
    before: { title: 'a', owner_id: 1 },
    request: ['PATCH', '/issue/1', { body: 'x' }],
    status: 403,
  },
  {
    what: 'an action that repairs its record in one transaction',
    policies: issue({ create: labelled as never, update: 'everyone' }),
    options: { rules: ACTING, controllers: { issue: acting([1], [4]) } },
    request: ['POST', '/issue/act', {}],
    status: 204,
  },
  {
    what: 'an action that breaks its record after it was allowed',
    policies: issue({ create: labelled as never, update: 'everyone' }),
    options: { rules: ACTING, controllers: { issue: acting([4], [1]) } },
    request: ['POST', '/issue/act', {}],
    status: 403,
  },
  {
    what: 'an operation and always, which hold for different records of a list',
    policies: issue({
      always: { 'labels.owner_id': 1 } as never,
      update: [{ title: 'no' }, { 'labels.name': 'b' }] as never,
    }),
    before: { title: 'a', labels: [2, 4] },
    request: ['PATCH', '/issue/1', { body: 'x' }],
    status: 403,
  },
  {
    what: 'an operation and always, which hold for one record of a list',
    policies: issue({
      always: { 'labels.owner_id': 1 } as never,
      update: [{ title: 'no' }, { 'labels.name': 'of Ann' }] as never,
    }),
    before: { title: 'a', labels: [4] },
    request: ['PATCH', '/issue/1', { body: 'x' }],
    status: 200,
  },
];

/** In what always and an operation ask of one list, they may be nested. */
const NESTED: readonly (readonly [what: string, always: Condition, update: Condition])[] = [
  ['in an "or"', labelled, [{ title: 'no' }, { or: [{ 'labels.name': 'b' }, { title: 'no' }] }] as never],
  ['in an "and"', labelled, [{ title: 'no' }, { and: [{ 'labels.name': 'b' }] }] as never],
  ['in the "and" of always', { and: [{ 'labels.owner_id': 1 }] } as never, { 'labels.name': 'b' } as never],
];

/** An issue that is added with some labels, and gets others, in one transaction. */
function acting(first: number[], then: number[]): ControllerClass {
  class Acting extends Issue {
    async actAction(): Promise<void> {
      await this.transaction(async () => {
        const { id } = await this.model().insert({ title: 'b', owner_id: 1, labels: first });
        await this.model().byId(id).update({ labels: then });
      });
    }
  }
  return Acting as ControllerClass;
}

/**
 * That policies hold for records as they are stored when everything of a write has run, as mocha tests.
 *
 * @param open - gives models on a store with the tables of the tracker; the suite closes them
 */
export function describeStoredPolicies(name: string, open: () => Promise<Models>): void {
  describe(`policies of stored records: ${name}`, () => {
    keepQuiet();
    let models: Models;
    let tracker: Tracker | undefined;
    before(async () => {
      models = await open();
    });
    after(() => models.close());
    afterEach(() => tracker?.close());

    const stored = async (): Promise<unknown> => Promise.all(WRITTEN.map((table) => tracker?.rows(table)));

    for (const { what, policies, options, before: first, request, status } of SCENARIOS) {
      it(`${what}: ${status}`, async () => {
        let id: unknown;
        if (first !== undefined) {
          tracker = await openTracker(models, {});
          const added = await tracker.send('POST', '/issue', first);
          expect(added.status, JSON.stringify(added.body)).to.equal(201);
          id = added.body.id;
          await tracker.close();
        }
        tracker = await openTracker(models, { ...options, policies, keep: first !== undefined });
        const kept = await stored();
        const [method, path, body] = request;
        const headers = path.includes('?') ? { ...ANN, Prefer: 'max-affected=5' } : ANN;
        const answer = await tracker.send(method, path.replace('/1', `/${id}`), body, headers);
        expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
        if (status === 403) expect(await stored()).to.deep.equal(kept);
      });
    }

    it('are those of models.as(user), once for a transaction', async () => {
      tracker = await openTracker(models, { policies: all({ title: { ne: 'bad' } } as never) });
      const ann = tracker.models.as({ id: 1 } as never);
      const write = (titles: readonly string[]): Promise<void> =>
        ann.transaction(async (tx) => {
          const id = await tx.model('issue').add({ title: 'start', owner_id: 1 });
          for (const title of titles) await tx.model('issue').byId(id).update({ title });
        });
      await write(['good']);
      const refused = await write(['bad']).catch((error: unknown) => error);
      expect(refused).to.have.property('code', 'forbidden');
      expect((await tracker.rows('issue')).map(({ title }) => title)).to.deep.equal(['good']);
    });

    for (const [what, always, update] of NESTED) {
      it(`hold for one record of a list ${what}`, async () => {
        tracker = await openTracker(models);
        const { body } = await tracker.send('POST', '/issue', { title: 'a', labels: [2, 4] });
        await tracker.close();
        tracker = await openTracker(models, { policies: issue({ always, update }), keep: true });
        expect((await tracker.send('PATCH', `/issue/${body.id}`, { body: 'x' }, ANN)).status).to.equal(403);
      });
    }

    it('hold for one record of a list behind another record', async () => {
      const comment = definePolicy({
        relations: { issue: { include: { labels: { through: 'issue_label' } } } } as never,
        read: 'everyone',
        always: ((user: { id?: unknown }) => ({ 'issue.labels.owner_id': user.id })) as never,
        update: [{ text: 'no' }, { 'issue.labels.name': 'b' }] as never,
      });
      tracker = await openTracker(models);
      const sent = { title: 'a', labels: [2, 4], comments: texts('xx') };
      await tracker.send('POST', '/issue', sent);
      await tracker.close();
      tracker = await openTracker(models, { policies: { ...issue({}), comment }, keep: true });
      const change = tracker.models
        .as({ id: 1 } as never)
        .model('comment')
        .where({ text: 'xx' })
        .update({ text: 'yy' });
      expect(await change.catch((error: unknown) => error)).to.have.property('code', 'forbidden');
    });

    it('let a hook delete another record of the same request', async () => {
      class Tree extends Issue {
        static override bulk = ['post', 'patch', 'delete'] as never;
      }
      Object.assign(Tree.prototype, {
        async beforeWrite(this: Issue, { action, before }: BeforeWrite) {
          if (action !== 'delete') return;
          await this.model('issue')
            .unrestricted()
            .where({ body: String(before.title) })
            .delete();
        },
      });
      tracker = await openTracker(models, {
        policies: issue({ delete: { owner_id: 1 } as never }),
        controllers: { issue: Tree as ControllerClass },
      });
      await tracker.send('POST', '/issue', [{ title: 'a' }, { title: 'b', body: 'a' }], ANN);
      const headers = { ...ANN, Prefer: 'max-affected=5' };
      expect((await tracker.send('DELETE', '/issue?owner_id=1', undefined, headers)).status).to.equal(204);
      expect(await tracker.rows('issue')).to.deep.equal([]);
    });

    it('refuse what makes a record refer to a hidden one, without a foreign key', async () => {
      await models.kysely.schema.dropTable('note').ifExists().execute();
      await models.kysely.schema
        .createTable('note')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('item_type', 'varchar(40)')
        .addColumn('item_id', 'integer')
        .execute();
      class Noted extends Issue {
        static override include = {
          notes: { table: 'note', key: 'item_id', where: { item_type: 'issue' }, fields: 'id' },
        } as never;
      }
      const mine = ((user: { id?: unknown }) => ({ owner_id: user.id })) as never;
      tracker = await openTracker(models);
      const { body } = await tracker.send('POST', '/issue', { title: 'of Bob', owner_id: 2 });
      await tracker.close();
      tracker = await openTracker(models, {
        policies: { ...issue({ read: mine }), note: everyone },
        controllers: { issue: Noted as ControllerClass },
        keep: true,
      });
      const notes = tracker.models.as({ id: 1 } as never).model('note');
      const codeOf = (work: Promise<unknown>) => work.catch(({ code }: { code: string }) => code);
      const hidden = { item_type: 'issue', item_id: body.id };
      expect(await codeOf(notes.add({ ...hidden, id: 1 }))).to.equal('invalid_value');
      expect(await codeOf(notes.add({ id: 1, item_type: 'other', item_id: body.id }))).to.equal(1);
      expect(await codeOf(notes.byId(1).update({ item_type: 'issue' }))).to.equal('invalid_value');
      // The column of the error is one that was sent.
      const fieldOf = (work: Promise<unknown>) => work.catch(({ field }: { field: string }) => field);
      expect(await fieldOf(notes.byId(1).update({ item_type: 'issue' }))).to.equal('item_type');
      expect(await codeOf(notes.byId(1).update(hidden))).to.equal('invalid_value');
      expect(await codeOf(notes.byId(1).update({ item_id: body.id + 9 }))).to.equal(1);
      await models.kysely.schema.dropTable('note').execute();
    });

    for (const table of ['issue_label', 'issue_topic'])
      it(`hold for links as they are stored: ${table}`, async () => {
        const Pinning = hooked({
          async afterWrite() {
            await sql.raw(`update ${table} set pinned = (1 = 1)`).execute(models.kysely);
          },
        });
        const policies = {
          ...issue({}),
          [table]: definePolicy({ read: 'everyone', create: { pinned: false } as never }),
        };
        const sent = { title: 'a', [table === 'issue_label' ? 'labels' : 'topics']: [1] };
        tracker = await openTracker(models, { policies });
        expect((await tracker.send('POST', '/issue', sent, ANN)).status).to.equal(201);
        await tracker.close();
        tracker = await openTracker(models, { policies, controllers: { issue: Pinning } });
        const { status, body } = await tracker.send('POST', '/issue', { ...sent, title: 'b' }, ANN);
        expect(status, JSON.stringify(body)).to.equal(403);
        expect(await tracker.rows('issue')).to.deep.equal([]);
      });

    for (const [table, name, key] of [
      ['issue_label', 'labels', 'label_id'],
      ['issue_topic', 'topics', 'topic_id'],
    ] as const)
      it(`refuse a link in a nested transaction, which can be caught: ${table}`, async () => {
        class Catching extends Issue {
          async actAction(): Promise<void> {
            const outcomes: unknown[] = [];
            await this.transaction(async () => {
              for (const id of [1, 3, 2]) {
                const add = () => this.model().insert({ title: `t${id}`, owner_id: 1, [name]: [id] } as never);
                outcomes.push(
                  await this.transaction(add)
                    .then(() => id)
                    .catch(({ code }) => code),
                );
              }
            });
            this.success(outcomes);
          }
        }
        const link = definePolicy({ read: 'everyone', create: { [key]: [1, 2] } as never });
        const controllers = { issue: Catching as unknown as ControllerClass };
        tracker = await openTracker(models, { policies: { ...issue({}), [table]: link }, rules: ACTING, controllers });
        const { body } = await tracker.send('POST', '/issue/act', {}, ANN);
        expect(body).to.deep.equal([1, 'forbidden', 2]);
        expect((await tracker.rows('issue')).map(({ title }) => title)).to.have.members(['t1', 't2']);
      });

    it('tell a reference to the text "null" from none', async () => {
      const { schema } = models.kysely;
      for (const table of ['card', 'mark']) await schema.dropTable(table).ifExists().execute();
      const key = schema.createTable('mark').addColumn('id', 'varchar(10)', (column) => column.primaryKey());
      await key.addColumn('owner_id', 'integer').execute();
      const card = schema.createTable('card').addColumn('id', 'integer', (column) => column.primaryKey());
      await card.addColumn('mark_id', 'varchar(10)', (column) => column.references('mark.id')).execute();
      const mine = ((user: { id?: unknown }) => ({ owner_id: user.id })) as never;
      const mark = definePolicy({ read: mine, create: 'everyone' });
      tracker = await openTracker(models, { policies: { ...issue({}), mark, card: everyone } });
      await models.model('mark').add({ id: 'null', owner_id: 2 } as never);
      await models.model('card').add({ id: 1, mark_id: null } as never);
      const change = tracker.models
        .as({ id: 1 } as never)
        .model('card')
        .byId(1)
        .update({ mark_id: 'null' } as never);
      expect(await change.catch(({ code }: { code: string }) => code)).to.equal('invalid_value');
      for (const table of ['card', 'mark']) await schema.dropTable(table).execute();
    });

    it('leave an answer without a body where the writer may not read the result', async () => {
      tracker = await openTracker(models, { policies: issue({ read: labelled as never }) });
      for (const [labels, isShown] of [
        [[4], true],
        [[1], false],
      ] as const) {
        const { status, body } = await tracker.send('POST', '/issue', { title: `t${labels}`, labels }, ANN);
        expect([status, body !== undefined]).to.deep.equal([201, isShown]);
      }
    });
  });
}
