import { type AfterWrite, type BeforeWrite, type ControllerClass, definePolicy, type Policy } from '@rest-gen/router';
import { expect } from 'chai';
import { keepQuiet } from '../../../router/test/serve.ts';
import type { Models } from '../../src/index.ts';
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
      const ann = models.as({ id: 1 } as never);
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
