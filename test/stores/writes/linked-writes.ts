import { definePolicy } from '@rest-gen/router';
import { expect } from 'chai';
import type { Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import { Issue, IssueLabel, openTracker, type Tracker, type TrackerOptions } from './tracker.ts';

const ANN = { 'X-User': '1' };
const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;
const shared = [{ owner_id: { null: true } }, own] as never;
const POLICIES = {
  person: definePolicy('everyone'),
  issue: definePolicy({ read: 'everyone', create: own, update: own, delete: own }),
  comment: definePolicy('everyone'),
  attachment: definePolicy('everyone'),
  label: definePolicy({ read: shared }),
  topic: definePolicy({ read: shared }),
};

/**
 * What writes of many-to-many relations must do on every store, as mocha tests.
 *
 * @param open - gives models on a store with the tables of the tracker; the suite closes them
 */
export function describeLinkedWrites(name: string, open: () => Promise<Models>): void {
  describe(`links over HTTP: ${name}`, () => {
    keepQuiet();
    let models: Models;
    let tracker: Tracker;
    const serve = async (options?: TrackerOptions): Promise<void> => {
      await tracker?.close();
      tracker = await openTracker(models, options);
    };
    before(async () => {
      models = await open();
    });
    after(async () => {
      await tracker.close();
      await models.close();
    });
    const add = async (body: object, headers = {}): Promise<number> => {
      const answer = await tracker.send('POST', '/issue', body, headers);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      return answer.body.id;
    };

    describe('without policies', () => {
      beforeEach(() => serve());

      it('POST sets them, through a table with and without a primary key', async () => {
        const { status, body } = await tracker.send('POST', '/issue?include=labels,topics', {
          title: 'a',
          labels: [1, { id: 2, name: 'x' }, 1, 3],
          topics: [{ id: 5 }, 2],
        });
        expect(status).to.equal(201);
        expect(body.labels.map(({ id }: { id: number }) => id)).to.deep.equal([1, 2, 3]);
        expect(body.topics.map(({ id }: { id: number }) => id)).to.deep.equal([2, 5]);
        expect(await tracker.links('issue_label')).to.deep.equal([1, 2, 3].map((id) => `${body.id}-${id}`));
        expect(await tracker.links('issue_topic')).to.deep.equal([2, 5].map((id) => `${body.id}-${id}`));
      });

      it('PUT and PATCH replace them; what is left out stays, and links that stay are not written', async () => {
        const id = await add({ title: 'a', labels: [1, 2], topics: [1, 2] });
        for (const table of ['issue_label', 'issue_topic'])
          await models.kysely.updateTable(table).set({ pinned: true }).execute();
        expect((await tracker.send('PATCH', `/issue/${id}`, { labels: [2, 3], topics: [2] })).status).to.equal(200);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-2`, `${id}-3`]);
        const pinned = (await tracker.rows('issue_label')).filter((row) => Boolean(row.pinned));
        expect(pinned.map((row) => Number(row.label_id))).to.deep.equal([2]);
        expect((await tracker.rows('issue_topic')).map((row) => Boolean(row.pinned))).to.deep.equal([true]);
        expect((await tracker.send('PUT', `/issue/${id}`, { title: 'b' })).status).to.equal(200);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-2`, `${id}-3`]);
        expect((await tracker.send('PUT', `/issue/${id}`, { title: 'b', labels: [], topics: [5] })).status).to.equal(
          200,
        );
        expect(await tracker.links('issue_label')).to.deep.equal([]);
        expect(await tracker.links('issue_topic')).to.deep.equal([`${id}-5`]);
      });

      it('an id that names no record is 422 at its place, and nothing is stored', async () => {
        for (const wrong of [99, { id: 99, name: 'x' }, 2147483648]) {
          const { status, body } = await tracker.send('POST', '/issue', { title: 'a', labels: [1, 1, wrong] });
          expect([status, body.errors?.[0].pointer, body.errors?.[0].rule]).to.deep.equal([
            422,
            '/labels/2',
            'invalid',
          ]);
        }
        for (const wrong of [null, 'x', '3', {}, { id: {} }, { id: null }, true, [1], 1.5]) {
          const { status, body } = await tracker.send('POST', '/issue', { title: 'a', labels: [1, wrong] });
          expect([status, body.errors?.[0].pointer.slice(0, 9)], JSON.stringify(wrong)).to.deep.equal([
            422,
            '/labels/1',
          ]);
        }
        for (const wrong of ['x', 1, { id: 1 }])
          expect((await tracker.send('POST', '/issue', { title: 'a', labels: wrong })).status).to.be.oneOf([422, 201]);
        await models.kysely.deleteFrom('issue_label').execute();
        await models.kysely.deleteFrom('issue').execute();
        expect(
          (await tracker.send('POST', '/issue', '{"title":"a","labels":[{"id":1,"__proto__":{"id":2}}]}')).status,
        ).to.equal(400);
        expect((await tracker.send('POST', '/issue', { title: 'a', topics: [99] })).body.errors[0].pointer).to.equal(
          '/topics/0',
        );
        expect(await tracker.rows('issue')).to.deep.equal([]);
        const id = await add({ title: 'a', labels: [1] });
        expect((await tracker.send('PATCH', `/issue/${id}`, { title: 'b', labels: [2, 99] })).status).to.equal(422);
        expect((await tracker.rows('issue')).map(({ title }) => title)).to.deep.equal(['a']);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-1`]);
      });

      it('work in a list, where a pointer begins with the place of the record, and in an upsert', async () => {
        const list = [{ title: 'a', labels: [1, 2] }, { title: 'b' }, { title: 'c', labels: [2], topics: [1] }];
        const { body } = await tracker.send('POST', '/issue', list);
        const [a, , c] = body.map(({ id }: { id: number }) => id);
        expect(await tracker.links('issue_label')).to.deep.equal([`${a}-1`, `${a}-2`, `${c}-2`].sort());
        const refused = await tracker.send('POST', '/issue', [{ title: 'd' }, { title: 'e', labels: [1, 99] }]);
        expect([refused.status, refused.body.errors[0].pointer]).to.deep.equal([422, '/1/labels/1']);
        const single = await tracker.send('POST', '/issue', [{ title: 'e', labels: [99] }]);
        expect(single.body.errors[0].pointer).to.equal('/0/labels/0');
        expect((await tracker.send('PUT', '/issue/777', { title: 'f', labels: [3], topics: [3] })).status).to.equal(
          201,
        );
        expect(await tracker.links('issue_label')).to.include('777-3');
        expect(await tracker.links('issue_topic')).to.include('777-3');
      });

      it('are replaced in every record that a PATCH of the collection changes', async () => {
        const ids = [
          await add({ title: 'a', labels: [1] }),
          await add({ title: 'b', body: 'x' }),
          await add({ title: 'c' }),
        ];
        const patch = (body: object) => tracker.send('PATCH', '/issue?title[ne]=c', body, { Prefer: 'max-affected=2' });
        expect((await patch({ body: 'y', labels: [2, 3], topics: [1] })).status).to.equal(200);
        const linked = ids.slice(0, 2).flatMap((id) => [`${id}-2`, `${id}-3`]);
        expect(await tracker.links('issue_label')).to.deep.equal(linked.sort());
        expect(await tracker.links('issue_topic')).to.have.length(2);
        const refused = await patch({ body: 'z', labels: [99] });
        expect([refused.status, refused.body.errors[0].pointer]).to.deep.equal([422, '/labels/0']);
      });

      it('change a record that If-Match names, and no other', async () => {
        const id = await add({ title: 'a', labels: [1] });
        const stale = await tracker.send('PATCH', `/issue/${id}`, { labels: [2] }, { 'If-Match': '"x"' });
        expect(stale.status).to.equal(412);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-1`]);
        expect((await tracker.send('PATCH', '/issue/4711', { labels: [2] })).status).to.equal(404);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-1`]);
      });

      it('are all there after twenty changes at the same time', async () => {
        const id = await add({ title: 'a' });
        const lists = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? [1, 2] : [3]));
        const answers = await Promise.all(
          lists.map((labels) => tracker.send('PATCH', `/issue/${id}`, { labels, topics: labels })),
        );
        expect(answers.map(({ status }) => status).filter((status) => status !== 200)).to.deep.equal([]);
        const whole = [[`${id}-1`, `${id}-2`], [`${id}-3`]];
        expect(whole).to.deep.include(await tracker.links('issue_label'));
        expect(whole).to.deep.include(await tracker.links('issue_topic'));
      });
    });

    it('the hooks of the class of the table between the two run, with the request', async () => {
      const seen: string[] = [];
      class Hooked extends IssueLabel {
        override beforeWrite({
          action,
          values,
          before,
        }: {
          action: string;
          values: Record<string, unknown>;
          before: unknown;
        }) {
          seen.push(`${action} ${this.req.method} ${values.label_id ?? (before as { label_id: unknown }).label_id}`);
          if (values.label_id === 3) this.fail(422, 'Not this one');
          if (action === 'create') values.pinned = true;
        }
        override afterCommit({ action }: { action: string }) {
          seen.push(`stored ${action}`);
        }
      }
      await serve({ controllers: { 'issue-label': Hooked as never } });
      const id = await add({ title: 'a', labels: [1, 2] });
      expect(seen.splice(0)).to.deep.equal(['create POST 1', 'create POST 2', 'stored create', 'stored create']);
      expect((await tracker.rows('issue_label')).every((row) => Boolean(row.pinned))).to.equal(true);
      await tracker.send('PATCH', `/issue/${id}`, { labels: [2] });
      expect(seen.splice(0)).to.deep.equal(['delete PATCH 1', 'stored delete']);
      const { status, body } = await tracker.send('PATCH', `/issue/${id}`, { title: 'b', labels: [3] });
      expect([status, body.detail, body.pointer]).to.deep.equal([422, 'Not this one', '/labels']);
      expect(await tracker.links('issue_label')).to.deep.equal([`${id}-2`]);
      expect((await tracker.rows('issue')).map(({ title }) => title)).to.deep.equal(['a']);
    });

    describe('under policies', () => {
      it('an id that the user may not read is as one that does not exist', async () => {
        await serve({ policies: POLICIES });
        const hidden = await tracker.send('POST', '/issue', { title: 'a', labels: [4, 5] }, ANN);
        const missing = await tracker.send('POST', '/issue', { title: 'a', labels: [4, 99] }, ANN);
        expect([hidden.status, hidden.body.errors]).to.deep.equal([missing.status, missing.body.errors]);
        expect(hidden.body.errors[0].pointer).to.equal('/labels/1');
        expect((await tracker.send('POST', '/issue', { title: 'a', topics: [5] }, ANN)).status).to.equal(422);
        expect(await tracker.rows('issue')).to.deep.equal([]);
      });

      it('links that the user does not see stay', async () => {
        await serve({ policies: POLICIES });
        const id = await add({ title: 'a', labels: [1, 4], topics: [1, 4] }, ANN);
        for (const [table, column] of [
          ['issue_label', 'label_id'],
          ['issue_topic', 'topic_id'],
        ] as const)
          await models.kysely
            .insertInto(table)
            .values({ issue_id: id, [column]: 5, pinned: false })
            .execute();
        expect((await tracker.send('PATCH', `/issue/${id}`, { labels: [2], topics: [] }, ANN)).status).to.equal(200);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-2`, `${id}-5`]);
        expect(await tracker.links('issue_topic')).to.deep.equal([`${id}-5`]);
      });

      it('who may not change the record may not change its links', async () => {
        await serve({ policies: POLICIES });
        const id = await add({ title: 'a', labels: [1], topics: [1] }, ANN);
        for (const body of [{ labels: [2] }, { topics: [] }, { labels: [1] }]) {
          expect((await tracker.send('PATCH', `/issue/${id}`, body, { 'X-User': '2' })).status).to.equal(403);
          expect((await tracker.send('PATCH', `/issue/${id}`, body)).status).to.equal(401);
        }
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-1`]);
        expect(await tracker.links('issue_topic')).to.deep.equal([`${id}-1`]);
      });

      for (const [table, name, column] of [
        ['issue_label', 'labels', 'label_id'],
        ['issue_topic', 'topics', 'topic_id'],
      ] as const) {
        it(`the policy of ${table} says which links may be added and removed`, async () => {
          const rule = { [column]: { lt: 3 }, pinned: false } as never;
          await serve({
            policies: {
              ...POLICIES,
              [table]: definePolicy({ read: { [column]: { ne: 4 } } as never, create: rule, delete: rule }),
            },
          });
          const id = await add({ title: 'a', [name]: [1, 2] }, ANN);
          const refused = await tracker.send('PATCH', `/issue/${id}`, { title: 'b', [name]: [1, 3] }, ANN);
          expect([refused.status, refused.body.code, refused.body.pointer]).to.deep.equal([
            403,
            'E_POLICY',
            `/${name}`,
          ]);
          expect(await tracker.links(table)).to.deep.equal([`${id}-1`, `${id}-2`]);
          await models.kysely.updateTable(table).set({ pinned: true }).where(column, '=', 1).execute();
          expect((await tracker.send('PATCH', `/issue/${id}`, { [name]: [2] }, ANN)).status).to.equal(403);
          expect((await tracker.send('PATCH', `/issue/${id}`, { [name]: [1] }, ANN)).status).to.equal(200);
          // A link that the user may not read stays, and to name its record changes nothing.
          await models.kysely
            .insertInto(table)
            .values({ issue_id: id, [column]: 4, pinned: false })
            .execute();
          expect((await tracker.send('PATCH', `/issue/${id}`, { [name]: [1] }, ANN)).status).to.equal(200);
          expect((await tracker.send('PATCH', `/issue/${id}`, { [name]: [1, 4] }, ANN)).status).to.equal(200);
          expect(await tracker.links(table)).to.deep.equal([`${id}-1`, `${id}-4`]);
          expect((await tracker.rows('issue')).map(({ title }) => title)).to.deep.equal(['a']);
        });
      }

      it('unrestricted() writes what the policies forbid', async () => {
        class Free extends Issue {
          override async addRecords(list: readonly Record<string, unknown>[]) {
            return this.model().unrestricted().insertMany(list);
          }
        }
        await serve({ policies: POLICIES, controllers: { issue: Free } });
        const id = await add({ title: 'a', labels: [5], topics: [5] }, ANN);
        expect(await tracker.links('issue_label')).to.deep.equal([`${id}-5`]);
        expect(await tracker.links('issue_topic')).to.deep.equal([`${id}-5`]);
      });
    });
  });
}
