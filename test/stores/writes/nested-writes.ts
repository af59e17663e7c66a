import { defineLogic } from '@rest-gen/logic';
import { type AfterWrite, type BeforeWrite, definePolicy } from '@rest-gen/router';
import { expect } from 'chai';
import type { Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import {
  Attachment,
  Comment,
  Issue,
  logics,
  openTracker,
  type Tracker,
  type TrackerOptions,
  WRITTEN,
} from './tracker.ts';

const ANN = { 'X-User': '1' };
const everyone = definePolicy('everyone');

/**
 * What POST of a record with new related records must do on every store, as mocha tests.
 *
 * @param open - gives models on a store with the tables of the tracker; the suite closes them
 */
export function describeNestedWrites(name: string, open: () => Promise<Models>): void {
  describe(`new related records over HTTP: ${name}`, () => {
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
    const post = (body: unknown, headers = {}) => tracker.send('POST', '/issue', body, headers);
    const counts = async () => Promise.all(WRITTEN.map(async (table) => (await tracker.rows(table)).length));
    const EMPTY = WRITTEN.map(() => 0);
    const refused = async (body: unknown, status: number, pointers: string[]): Promise<void> => {
      const answer = await post(body);
      const { errors, pointer } = answer.body;
      const given = errors?.map((error: { pointer: string }) => error.pointer) ?? (pointer && [pointer]);
      expect([answer.status, given], JSON.stringify(answer.body)).to.deep.equal([status, pointers]);
    };

    describe('without policies', () => {
      beforeEach(() => serve());

      it('are added with it, at any level that is declared', async () => {
        const { status, body } = await tracker.send(
          'POST',
          '/issue?include=comments.attachments,comments.labels,labels',
          {
            title: 'a',
            labels: [1],
            comments: [
              { text: ' one ', issue_id: 99, attachments: [{ name: 'x' }, { name: 'y' }], labels: [{ id: 2 }, 1] },
              { text: 'two', attachments: [] },
              { text: 'three', attachments: [{ name: 'z' }] },
            ],
          },
        );
        expect(status, JSON.stringify(body)).to.equal(201);
        const names = body.comments.map(
          (one: { text: string; attachments: { name: string }[]; labels: { id: number }[] }) =>
            `${one.text}: ${one.attachments.map(({ name }) => name)} ${one.labels.map(({ id }) => id)}`,
        );
        expect(names).to.deep.equal(['one: x,y 1,2', 'two:  ', 'three: z ']);
        expect(body.labels).to.have.length(1);
      });

      it('are checked by the logic of their class, all together, and nothing is stored', async () => {
        await refused(
          {
            labels: 'x',
            comments: [
              { text: 'one' },
              { text: ' x ', wrong: 1, attachments: [{}, { name: 'y' }, { name: 1 }], labels: ['q'] },
              { attachments: 'no' },
            ],
          },
          422,
          [
            ...['/title', '/labels', '/comments/1/text', '/comments/1/labels/0', '/comments/1/wrong'],
            ...['/comments/1/attachments/0/name', '/comments/1/attachments/2/name'],
            ...['/comments/2/text', '/comments/2/attachments'],
          ],
        );
        for (const wrong of [null, 1, 'x', [], [{ text: 'ok' }], true])
          await refused({ title: 'a', comments: [{ text: 'one' }, wrong] }, 422, ['/comments/1']);
        for (const wrong of [null, 1, 'x', { text: 'one' }, { 0: { text: 'one' } }])
          await refused({ title: 'a', comments: wrong }, 422, ['/comments']);
        expect(await counts()).to.deep.equal(EMPTY);
      });

      it('are named where a member of a body is unknown', async () => {
        const messageOf = async (body: object) => (await post(body)).body.errors[0].message;
        expect(await messageOf({ title: 'a', comment: [] })).to.equal(
          '"comment" is not a field here; did you mean "comments"?',
        );
        expect(await messageOf({ title: 'a', stray: 1 })).to.match(/; the fields are title, .*, comments$/);
        expect(await messageOf({ title: 'a', comments: [{ text: 'bc', attachment: [] }] })).to.equal(
          '"attachment" is not a field here; did you mean "attachments"?',
        );
      });

      it('are all stored or none, and an error of the store has the place', async () => {
        const texts = (...list: string[]) => list.map((text) => ({ text }));
        await refused({ title: 'a', comments: texts('one', 'two', 'one') }, 409, ['/comments/2/text']);
        await refused([{ title: 'a' }, { title: 'b', comments: texts('one', 'two', 'one') }], 409, [
          '/1/comments/2/text',
        ]);
        await refused(
          [
            { title: 'a', comments: texts('one') },
            { title: 'b', comments: texts('two', 'one') },
          ],
          409,
          ['/1/comments/1/text'],
        );
        await refused({ title: 'a', comments: [...texts('one'), { text: 'two', author_id: 99 }] }, 409, [
          '/comments/1',
        ]);
        const attached = (...names: string[]) => ({
          text: names.join(''),
          attachments: names.map((name) => ({ name })),
        });
        await refused({ title: 'a', comments: [attached('x', 'y'), attached('z', 'x')] }, 409, [
          '/comments/1/attachments/1/name',
        ]);
        await refused({ title: 'a', comments: [{ text: 'one' }, { text: 'two', labels: [1, 99] }] }, 422, [
          '/comments/1/labels/1',
        ]);
        await refused([{ title: 'a', comments: [{ text: 'one', labels: [99] }] }], 422, ['/0/comments/0/labels/0']);
        expect(await counts()).to.deep.equal(EMPTY);
      });

      it('are no part of PUT and PATCH', async () => {
        const { body } = await post({ title: 'a', comments: [{ text: 'one' }] });
        for (const method of ['PUT', 'PATCH'])
          await tracker.send(method, `/issue/${body.id}`, { title: 'b', comments: [{ text: 'two' }] });
        expect((await tracker.rows('comment')).map(({ text }) => text)).to.deep.equal(['one']);
      });

      it('are limited like every body', async () => {
        const many = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `t${index}` }));
        expect((await post({ title: 'a', comments: many(10_000) })).status).to.equal(413);
        expect((await post({ title: 'a', comments: many(1_000) })).status).to.equal(201);
        let deep: unknown = { text: 'x' };
        for (let level = 0; level < 100; level++) deep = { text: 'x', comments: [deep] };
        expect((await post({ title: 'b', comments: [deep] })).status).to.equal(413);
        expect((await post('{"title":"b","comments":[{"text":"one","__proto__":{"author_id":1}}]}')).status).to.equal(
          400,
        );
        expect((await post({ title: 'b', comments: [{ text: 'one', comments: [] }] })).status).to.equal(422);
        const { body } = await post({ title: 'b', comments: many(1_000).map(() => ({})) });
        expect(body.errors).to.have.length(100);
      });
    });

    it('run the hooks of their classes in the transaction of the request', async () => {
      const seen: string[] = [];
      const open = (controller: { model(name: string): { count(): Promise<number> } }) =>
        controller.model('issue').count();
      class HookedComment extends Comment {
        override async beforeWrite({ action, values }: BeforeWrite) {
          seen.push(
            `${this.req.method} ${action} ${values.text}, ${Object.keys(this.params).length} params, ${await open(this)}`,
          );
          values.text = `${values.text}!`;
          if (values.text === 'bad!') this.fail(422, 'Not this one');
        }
        override afterWrite({ after }: AfterWrite) {
          if (after?.text === 'late!') throw new Error('after the write');
        }
        override afterCommit({ after }: AfterWrite) {
          seen.push(`stored ${after?.text}`);
        }
      }
      class HookedAttachment extends Attachment {
        override async afterWrite({ after }: AfterWrite) {
          seen.push(
            `attached ${after?.name} of ${
              (
                await this.model('comment')
                  .byId(after?.comment_id as number)
                  .find()
              )?.text
            }`,
          );
        }
      }
      await serve({ controllers: { comment: HookedComment, attachment: HookedAttachment } });
      const comments = [{ text: 'one', attachments: [{ name: 'x' }] }, { text: 'two' }];
      expect((await post({ title: 'a', comments })).status).to.equal(201);
      expect(seen.splice(0)).to.deep.equal([
        ...['POST create one, 0 params, 1', 'attached x of one!', 'POST create two, 0 params, 1'],
        ...['stored one!', 'stored two!'],
      ]);
      await refused({ title: 'b', comments: [{ text: 'ok' }, { text: 'bad' }] }, 422, ['/comments/1']);
      expect((await post({ title: 'b', comments: [{ text: 'late' }] })).status).to.equal(500);
      expect((await tracker.rows('issue')).map(({ title }) => title)).to.deep.equal(['a']);
    });

    describe('under policies', () => {
      const policies = {
        person: definePolicy({ read: (user) => ({ id: user.id }) as never }),
        issue: definePolicy({ read: 'user', create: (user) => ({ owner_id: user.id }) as never }),
        comment: definePolicy({ read: 'user', create: (user) => ({ author_id: user.id }) as never }),
        attachment: definePolicy({
          read: 'user',
          create: { 'comment.text': { ne: 'secret' } } as never,
          relations: { comment: true },
        }),
        label: everyone,
        topic: everyone,
      };

      it('need what their own policies demand, and nothing is stored without', async () => {
        await serve({ policies });
        const comments = [{ text: 'one', attachments: [{ name: 'x' }] }, { text: 'two' }];
        const { status, body } = await post({ title: 'a', comments }, ANN);
        expect([status, body.owner_id]).to.deep.equal([201, 1]);
        expect((await tracker.rows('comment')).map((row) => Number(row.author_id))).to.deep.equal([1, 1]);
        const before = await counts();
        for (const [comment, expected, pointer] of [
          [{ text: 'six', author_id: 2 }, 422, '/comments/1/author_id'],
          [{ text: 'secret', attachments: [{ name: 'y' }] }, 403, '/comments/1/attachments/0'],
        ] as const) {
          const answer = await post({ title: 'b', comments: [{ text: 'five' }, comment] }, ANN);
          const given = answer.body.pointer ?? answer.body.errors?.[0].pointer;
          expect([answer.status, given], JSON.stringify(answer.body)).to.deep.equal([expected, pointer]);
        }
        expect(await counts()).to.deep.equal(before);
      });

      it('are refused where their policy lets nobody create', async () => {
        await serve({ policies: { ...policies, comment: definePolicy({ read: 'user' }) } });
        const { status, body } = await post({ title: 'a', comments: [{ text: 'one' }] }, ANN);
        expect([status, body.code, body.pointer]).to.deep.equal([403, 'E_POLICY', '/comments/0']);
        expect(await counts()).to.deep.equal(EMPTY);
        expect((await post({ title: 'a', comments: [] }, ANN)).status).to.equal(201);
      });

      it('are stored for who may not read the record', async () => {
        await serve({
          policies: { ...policies, issue: definePolicy({ create: 'user' }), comment: definePolicy({ create: 'user' }) },
        });
        const body = {
          title: 'a',
          labels: [1],
          comments: [{ text: 'one', labels: [1], attachments: [{ name: 'x' }] }],
        };
        expect((await post(body, ANN)).status).to.equal(201);
        expect(await counts()).to.deep.equal([1, 1, 1, 0, 1, 1]);
      });
    });

    it('announce the deprecated fields of their classes', async () => {
      const text = { required: true, string: true } as const;
      await serve({
        logics: {
          ...logics,
          comment: defineLogic({
            postAction: { body: { issue_id: { int: true }, text, author_id: { int: true, deprecated: '2026-01-01' } } },
          }),
          attachment: defineLogic({
            postAction: { body: { comment_id: { int: true }, name: { ...text, deprecated: '2025-07-01' } } },
          }),
        },
      });
      const deprecation = async (body: unknown) => (await post(body)).headers.get('deprecation');
      const [plain, old] = [{ text: 'one' }, { text: 'two', author_id: 1 }];
      expect(await deprecation({ title: 'a', comments: [plain] })).to.equal(null);
      expect(await deprecation({ title: 'b', comments: [{ ...plain, text: 'a' }, old] })).to.equal('@1767225600');
      const list = [
        { title: 'c', comments: [{ text: 'b', author_id: 1, attachments: [{ name: 'x' }] }] },
        { title: 'd' },
      ];
      expect(await deprecation(list)).to.equal('@1751328000');
      expect((await tracker.send('PATCH', '/issue?title=a', { comments: [old] })).headers.get('deprecation')).to.equal(
        null,
      );
    });

    it('can be named by code', async () => {
      class Coded extends Issue {
        override async postAction() {
          const values = {
            title: 'a',
            owner_id: 1,
            labels: [1],
            comments: [{ text: 'one', attachments: [{ name: 'x' }] }],
          };
          const id = await this.model().add(values);
          await this.model()
            .byId(id)
            .update({ labels: [], comments: [{ text: 'two' }] });
          return this.created(id);
        }
      }
      await serve({ controllers: { issue: Coded } });
      expect((await post({ title: 'x' })).status).to.equal(201);
      expect(await counts()).to.deep.equal([1, 0, 0, 0, 2, 1]);
    });
  });
}
